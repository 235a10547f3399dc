//! Layers of a prompt as stored with a reply: their kinds, what was left out and why, and the format of the window's
//! messages.

use crate::{author::Author, id::SourceId, language::Language};
use serde::{Deserialize, Serialize};

/// A layer of the prompt, in the default order: stable ones first, so that a provider can reuse its prompt cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LayerKind {
    /// The system prompt.
    SystemPrompt,
    /// The instructions of the project. Always right after the system prompt.
    Project,
    /// The schemas of the available tools.
    Tools,
    /// User data, facts, and summaries kept as memories.
    Memories,
    /// Daily summaries, and compressed history.
    Summaries,
    /// The last messages after the forget boundary.
    Window,
    /// Messages outside the window, memories, summaries and passages of documents, found by words or meaning.
    Recall,
    /// The current date and time.
    Now,
    /// The current message, and the tool results for it.
    Message,
}

impl LayerKind {
    /// All layers.
    pub const ALL: [Self; 9] = [
        Self::SystemPrompt,
        Self::Project,
        Self::Tools,
        Self::Memories,
        Self::Summaries,
        Self::Window,
        Self::Recall,
        Self::Now,
        Self::Message,
    ];

    /// The stored name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::SystemPrompt => "system_prompt",
            Self::Project => "project",
            Self::Tools => "tools",
            Self::Memories => "memories",
            Self::Summaries => "summaries",
            Self::Window => "window",
            Self::Recall => "recall",
            Self::Now => "now",
            Self::Message => "message",
        }
    }
}

/// Why something was left out of the prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OmittedReason {
    /// It lies before the forget boundary.
    Forgotten,
    /// Its turn did not complete, and everything between the forget boundary and the first completed turn is
    /// incomplete, too: the counter of `/forget` counts completed turns only.
    Unanswered,
    /// The user muted it.
    Muted,
    /// It has no text: a reply that failed before the first token.
    Empty,
    /// A summary replaces it.
    Compressed,
    /// It is sent in another form: the line `Tools used: …` instead of the tool messages, or vice versa.
    OtherForm,
    /// A tool call without its result, or a result without its call.
    Unpaired,
    /// The limit of messages in the window is reached.
    MessageLimit,
    /// The token budget is exhausted.
    Budget,
    /// The layer is switched off or has reached its ceiling.
    Ceiling,
    /// It is stale until it is made again.
    Stale(Stale),
    /// The model does not support it.
    NotSupported,
    /// It covers a conversation that the provider may not read, because that stays on this computer.
    StaysHere,
}

/// A run of messages or other items left out for the same reason.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Omitted {
    /// The layer they belong to.
    pub layer: LayerKind,
    /// The reason.
    pub reason: OmittedReason,
    /// Number of stored messages, including those before the loaded ones; 0 for items that are not made of messages.
    pub messages: u32,
    /// Their estimated size in tokens.
    pub tokens: u64,
    /// The loaded ones among them, oldest first.
    pub sources: Vec<SourceId>,
}

impl Omitted {
    /// Items that are not made of messages.
    pub fn items(layer: LayerKind, reason: OmittedReason, tokens: impl Into<u64>, sources: Vec<SourceId>) -> Self {
        Self { layer, reason, messages: 0, tokens: tokens.into(), sources }
    }
}

/// Why a summary is stale.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stale {
    /// It covers messages that were forgotten since.
    Forgotten,
    /// A message it was made from was muted since.
    Muted,
    /// It covers messages of a branch that is no longer active.
    BranchedAway,
    /// It covers a conversation that has left its project since, or was deleted.
    Moved,
    /// Another compressed summary in force covers its whole range: the change that had made the other one stale was
    /// undone.
    Within,
}

/// Format of the stored messages in a request. Stored with the reply, so that the request can be shown again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WindowFormat {
    /// Whether messages are written as `[Name (@username, id:123)]: text` instead of the text alone.
    pub group: bool,
    /// Whether the user's messages begin with `[Current time: …]`.
    pub stamp: bool,
    /// Whether the time is prepended to the first user message, the first of each day and the first after an hour.
    #[serde(default)]
    pub clock: bool,
    /// The language of the labels.
    pub language: Language,
    /// The author of messages without one: the user.
    pub user: Author,
    /// Name of the assistant.
    pub bot_name: String,
    /// Whether images are sent; otherwise a note replaces them.
    pub images: bool,
    /// Whether tool calls and results are sent as such; otherwise a line lists the tools used.
    pub tool_messages: bool,
    /// The user's offset from UTC in minutes, for messages that do not have their own.
    pub offset_minutes: i32,
    /// Whether the notes about images and tools are in `language`, too. In older requests they were in English.
    #[serde(default)]
    pub notes_in_language: bool,
    /// Whether the model is told about images it generated. Older requests described them like the user's images.
    #[serde(default)]
    pub tells_made_images: bool,
    /// Address of the server, if it gets back what it wants with its own tool calls. Older requests sent nothing back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sent_back_to: Option<String>,
}
