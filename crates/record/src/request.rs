//! A request to a model and the events of its reply, independent of the wire format.

use crate::{
    id::BlobId,
    message::{Finish, Part, Role, Usage},
};
use serde::{Deserialize, Serialize};

/// A message of a request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RequestMessage {
    /// Role of the author.
    pub role: Role,
    /// Content, in order.
    pub parts: Vec<Part>,
}

impl RequestMessage {
    /// A message with only text.
    pub fn text(role: Role, text: impl Into<String>) -> Self {
        Self { role, parts: vec![Part::Text { text: text.into() }] }
    }
}

/// Sampling parameters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sampling {
    /// 0 always picks the most likely token; range 0 to 2. `None` means the provider's default.
    pub temperature: Option<f32>,
    /// Only the most likely tokens with this total probability; range 0 to 1.
    pub top_p: Option<f32>,
    /// Only this many of the most likely tokens. Sent only to the model in this browser: servers refuse unknown fields.
    pub top_k: Option<u32>,
    /// Above 1, tokens already used become less likely. Sent only to the model in this browser.
    pub repeat_penalty: Option<f32>,
}

/// The definition of a tool that the model may call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ToolSpec {
    /// Its name: letters, digits, `_` and `-`.
    pub name: String,
    /// What it does and when to call it, for the model to read.
    pub description: String,
    /// The JSON schema of its arguments: an object.
    pub parameters: serde_json::Value,
}

/// The bytes of an image that a [`Part::Image`] of the request refers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attachment {
    /// The blob.
    pub blob: BlobId,
    /// Such as `image/png`.
    pub media_type: String,
    /// The stored file.
    pub bytes: Vec<u8>,
}

/// The exact request, before a wire format serializes it. Made only by `compile` of `ricordo-core`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ChatRequest {
    /// The model's id at the provider.
    pub model: String,
    /// The messages, in order.
    pub messages: Vec<RequestMessage>,
    /// The longest reply, in tokens.
    pub max_response_tokens: u32,
    /// Sampling parameters.
    pub sampling: Sampling,
    /// The tools that the model may call.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tools: Vec<ToolSpec>,
    /// The images sent with their bytes. Other images are replaced by a note. Neither stored nor shown.
    #[serde(skip)]
    pub attachments: Vec<Attachment>,
    /// Number of leading messages that the next request is expected to share. They are marked for Anthropic's prompt
    /// cache.
    #[serde(default)]
    pub stable_messages: usize,
    /// The context size to request, in tokens, if the protocol lets the client choose it (Ollama's `num_ctx`). `None`
    /// means the server's default.
    #[serde(default)]
    pub context_tokens: Option<u32>,
}

impl ChatRequest {
    /// The bytes of an image, if they are sent.
    pub fn attachment(&self, blob: BlobId) -> Option<&Attachment> {
        self.attachments.iter().find(|attachment| attachment.blob == blob)
    }
}

/// An event of a reply.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum ChatEvent {
    /// More text of the reply.
    Text {
        /// The text.
        text: String,
    },
    /// More reasoning.
    Reasoning {
        /// The reasoning.
        text: String,
    },
    /// A delta of a tool call. Deltas with the same index belong together.
    ToolCall {
        /// Index of the call within the reply, from 0.
        index: u32,
        /// The provider's id, in the first delta.
        id: Option<String>,
        /// The tool's name, in the first delta.
        name: Option<String>,
        /// More of the JSON of its arguments.
        arguments: String,
    },
    /// What the server wants back with the call of this index, in [`crate::message::SentBack`].
    SentBack {
        /// Index of the call within the reply, from 0.
        index: u32,
        /// Whether the reasoning of the reply goes back, too.
        reasoning: bool,
        /// The `extra_content` of the call as JSON.
        extra_content: Option<String>,
        /// The `reasoning_details` of the reply so far as JSON.
        reasoning_details: Option<String>,
    },
    /// The finish reason that the provider reported.
    Finish {
        /// The reason.
        finish: Finish,
    },
    /// Token usage.
    Usage {
        /// The counts.
        usage: Usage,
    },
    /// The model the provider says it used.
    Model {
        /// Its id.
        model: String,
    },
    /// The request is sent again, because the server refused it before the reply began.
    SentAgain,
    /// An image generated by the model.
    Image {
        /// Such as `image/png`.
        media_type: String,
        /// The file.
        bytes: Vec<u8>,
    },
}
