//! A message: who said what, how it ended and what it cost.

pub use crate::author::{Author, is_same_person};
use crate::{
    branch::Sequence,
    error::Failure,
    id::{BlobId, BranchId, ConversationId, MessageId},
    time::Timestamp,
};
use serde::{Deserialize, Serialize};

/// Who speaks, in the words of the model's protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// The person.
    User,
    /// The model.
    Assistant,
    /// The result of a tool call.
    Tool,
    /// Instructions, and notes such as `Tools used: a, b`.
    System,
}

/// A piece of a message.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// Words.
    Text {
        /// The words.
        text: String,
    },
    /// What the model thought before it answered. Shown folded, never sent back.
    Reasoning {
        /// The thoughts.
        text: String,
    },
    /// An image, stored as a blob.
    Image {
        /// Where its bytes are.
        blob: BlobId,
        /// Such as `image/png`.
        media_type: String,
        /// Its width in pixels, where it is known.
        #[serde(default)]
        width: Option<u32>,
        /// Its height in pixels, where it is known.
        #[serde(default)]
        height: Option<u32>,
        /// What it shows, in words: the name of its file, where it has one. Not sent.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        alt: String,
    },
    /// A file, stored as a blob.
    File {
        /// Where its bytes are.
        blob: BlobId,
        /// Such as `text/plain`.
        media_type: String,
        /// The file's name.
        name: String,
    },
    /// The model asks for a tool.
    ToolCall {
        /// The provider's id of the call.
        id: String,
        /// The tool.
        name: String,
        /// JSON as the model wrote it, which may be broken.
        arguments: String,
    },
    /// What the tool answered.
    ToolResult {
        /// The id of the call it answers.
        call: String,
        /// The answer.
        content: String,
        /// Whether the tool failed.
        is_error: bool,
    },
}

/// Why a reply ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Finish {
    /// The model was done.
    Complete,
    /// The limit on the length of a reply was reached.
    Length,
    /// The model waits for tool results.
    ToolCalls,
    /// The provider withheld the rest.
    ContentFilter,
    /// The user pressed Stop.
    Stopped,
    /// The page went away in the middle: closed, reloaded or killed.
    Interrupted,
    /// It failed.
    Failed {
        /// What happened and what to do.
        failure: Failure,
    },
}

impl Finish {
    /// Whether the turn counts as completed: only those add to the window counter.
    pub fn is_complete(&self) -> bool {
        matches!(self, Self::Complete | Self::Length | Self::ToolCalls | Self::ContentFilter)
    }

    /// What pages around us call it.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Complete => "complete",
            Self::Length => "length",
            Self::ToolCalls => "toolCalls",
            Self::ContentFilter => "contentFilter",
            Self::Stopped => "stopped",
            Self::Interrupted => "interrupted",
            Self::Failed { .. } => "failed",
        }
    }
}

/// What a provider reported about one request, in tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Tokens of the prompt, cached ones included.
    pub prompt_tokens: u32,
    /// Tokens of the reply.
    pub completion_tokens: u32,
    /// Tokens of the prompt that the provider did not have to read again. `None`: it does not say.
    pub cached_tokens: Option<u32>,
}

/// The size of a message as a model's own vocabulary counts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExactTokens {
    /// The vocabulary.
    pub tokenizer: Tokenizer,
    /// The size in its tokens, with what a message costs beyond its words.
    pub tokens: u32,
}

/// A vocabulary that can count exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tokenizer {
    /// `o200k_base`: GPT-4o and later, gpt-oss.
    O200k,
    /// `cl100k_base`: GPT-4 and GPT-3.5.
    Cl100k,
}

/// A stored message. It never changes: edits make a branch, and what the user thinks of it is a [`crate::mark::Mark`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Message {
    /// Its name.
    pub id: MessageId,
    /// The conversation it belongs to.
    pub conversation: ConversationId,
    /// The branch it was written on.
    pub branch: BranchId,
    /// Its place on the branch.
    pub sequence: Sequence,
    /// Who speaks.
    pub role: Role,
    /// Which human wrote it, where that is known.
    pub author: Option<Author>,
    /// What it says, in order.
    pub parts: Vec<Part>,
    /// The message it answers.
    pub reply_to: Option<MessageId>,
    /// When it was created.
    pub created_at: Timestamp,
    /// What the writer's wall clock was ahead of UTC then, in minutes: a stamp in the prompt shows that clock, and keeps
    /// showing it when the user travels. `None`: it was stored before this was noted.
    #[serde(default)]
    pub offset_minutes: Option<i32>,
    /// The model that wrote it; `None` for people.
    pub model: Option<String>,
    /// Why it ended; `None` for people.
    pub finish: Option<Finish>,
    /// What the provider reported.
    pub usage: Option<Usage>,
    /// Its size in tokens by the estimator, counted once when it was stored.
    pub tokens: u32,
    /// The sum of `tokens` of all messages before it on its branch.
    pub tokens_before: u64,
    /// Its exact size, where it was counted. Never counted again.
    #[serde(default)]
    pub exact: Option<ExactTokens>,
}

impl Message {
    /// Its words: the text parts, one after the other.
    pub fn text(&self) -> String {
        text_of(&self.parts)
    }
}

/// What a message says, without what it cost: enough to find it by its words.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MessageText {
    /// Its name.
    pub id: MessageId,
    /// The branch it was written on.
    pub branch: BranchId,
    /// Its place on the branch.
    pub sequence: Sequence,
    /// Who speaks.
    pub role: Role,
    /// What it says, in order.
    pub parts: Vec<Part>,
    /// When it was created.
    pub created_at: Timestamp,
}

impl From<&Message> for MessageText {
    fn from(message: &Message) -> Self {
        let Message { id, branch, sequence, role, parts, created_at, .. } = message.clone();
        Self { id, branch, sequence, role, parts, created_at }
    }
}

/// The text parts, one after the other. Reasoning and tool calls are not words of the message.
pub fn text_of(parts: &[Part]) -> String {
    let texts = parts.iter().filter_map(|part| match part {
        Part::Text { text } => Some(text.as_str()),
        _ => None,
    });
    texts.collect()
}
