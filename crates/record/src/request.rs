//! What a model is asked and what comes back: the request before a wire format turns it into bytes, and the events of a
//! reply.

use crate::{
    id::BlobId,
    message::{Finish, Part, Role, Usage},
};
use serde::{Deserialize, Serialize};

/// One message as the model sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RequestMessage {
    /// Who speaks.
    pub role: Role,
    /// What is said.
    pub parts: Vec<Part>,
}

impl RequestMessage {
    /// A message of nothing but words.
    pub fn text(role: Role, text: impl Into<String>) -> Self {
        Self { role, parts: vec![Part::Text { text: text.into() }] }
    }
}

/// How a model picks its words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sampling {
    /// 0 is always the likeliest word; range 0 to 2. `None`: the provider's default.
    pub temperature: Option<f32>,
    /// Only the likeliest words that make up this share; range 0 to 1.
    pub top_p: Option<f32>,
    /// Only so many of the likeliest words. Sent to the in-page model alone: servers refuse what they do not know.
    pub top_k: Option<u32>,
    /// Above 1, words that were used get less likely. Sent to the in-page model alone.
    pub repeat_penalty: Option<f32>,
}

/// A tool that the model may call, as it is described to it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ToolSpec {
    /// The name it is called by: letters, digits, `_` and `-`.
    pub name: String,
    /// What it does and when to call it, for the model to read.
    pub description: String,
    /// The JSON schema of its arguments: an object.
    pub parameters: serde_json::Value,
}

/// The bytes of an image that a [`Part::Image`] of the request names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attachment {
    /// Which blob they are.
    pub blob: BlobId,
    /// Such as `image/png`.
    pub media_type: String,
    /// The file, as it was stored.
    pub bytes: Vec<u8>,
}

/// The exact request, before a wire format turns it into bytes. Made by `compile` of `ricordo-core` and nowhere else.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ChatRequest {
    /// The model's id at the provider.
    pub model: String,
    /// What the model sees, in order.
    pub messages: Vec<RequestMessage>,
    /// The longest reply, in tokens.
    pub max_response_tokens: u32,
    /// How the model picks its words.
    pub sampling: Sampling,
    /// The tools that the model may call; empty: none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tools: Vec<ToolSpec>,
    /// The images that are sent with their bytes. One that is not among them is named by a note. Not a part of what is
    /// stored or shown.
    #[serde(skip)]
    pub attachments: Vec<Attachment>,
    /// How many messages, from the start, are expected to begin the next request too. Anthropic is told to keep them.
    #[serde(default)]
    pub stable_messages: usize,
    /// The context to ask for, in tokens, where a protocol lets the client choose (Ollama's `num_ctx`). `None`: the
    /// server's default.
    #[serde(default)]
    pub context_tokens: Option<u32>,
}

impl ChatRequest {
    /// The bytes of an image, where they are sent.
    pub fn attachment(&self, blob: BlobId) -> Option<&Attachment> {
        self.attachments.iter().find(|attachment| attachment.blob == blob)
    }
}

/// What comes from a model while it answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum ChatEvent {
    /// More words of the reply.
    Text {
        /// The words.
        text: String,
    },
    /// More thoughts before the reply.
    Reasoning {
        /// The thoughts.
        text: String,
    },
    /// A piece of a tool call. Pieces with one index belong together.
    ToolCall {
        /// Which call of this reply, from 0.
        index: u32,
        /// The provider's id, in the first piece.
        id: Option<String>,
        /// The tool's name, in the first piece.
        name: Option<String>,
        /// More of the JSON of its arguments.
        arguments: String,
    },
    /// The model's own word on why it ended.
    Finish {
        /// Why.
        finish: Finish,
    },
    /// What it cost.
    Usage {
        /// In tokens.
        usage: Usage,
    },
    /// The model the provider says it used.
    Model {
        /// Its id.
        model: String,
    },
    /// An image that it made.
    Image {
        /// Such as `image/png`.
        media_type: String,
        /// The file.
        bytes: Vec<u8>,
    },
}
