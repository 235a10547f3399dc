//! Layers of a prompt as they are stored with a reply: their kinds, what was left out and why, and how the messages of the
//! window were written out.

use crate::{author::Author, id::SourceId, language::Language};
use serde::{Deserialize, Serialize};

/// A layer of the prompt. In the order of the default: stable ones first, so that a provider can reuse what it computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LayerKind {
    /// The instructions.
    SystemPrompt,
    /// The schemas of the tools that the model may call.
    Tools,
    /// User data, facts, and summaries kept as memories.
    Memories,
    /// The summaries of days, and compressed history.
    Summaries,
    /// The last messages after the forget boundary.
    Window,
    /// What was found by meaning and words outside the window.
    Recall,
    /// The current date and time.
    Now,
    /// The current message, and what the tools answered to it.
    Message,
}

/// Why something is not in the prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OmittedReason {
    /// It lies before the forget boundary.
    Forgotten,
    /// Its turn did not complete, and it is all that lies between the forget boundary and the first turn that did: the
    /// counter of `/forget` counts completed turns only.
    Unanswered,
    /// The user muted it.
    Muted,
    /// It has no words: a reply that failed before the first one.
    Empty,
    /// A summary stands for it.
    Compressed,
    /// The same is sent in another form: the line `Tools used: …` beside the tool messages, or the other way round.
    OtherForm,
    /// A tool call without its result, or a result without its call.
    Unpaired,
    /// The window holds no more messages.
    MessageLimit,
    /// The budget holds no more tokens.
    Budget,
    /// The layer is switched off, or has reached its ceiling.
    Ceiling,
    /// It does not hold any more, until it is made again.
    Stale(Stale),
    /// The model does not take it.
    NotSupported,
}

/// A run of messages, or of something else, that was left out for one reason.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Omitted {
    /// The layer they would have been in.
    pub layer: LayerKind,
    /// Why.
    pub reason: OmittedReason,
    /// How many stored messages; 0 for what is not made of any. Those that lie before what was loaded are counted too.
    pub messages: u32,
    /// Their estimated size in tokens.
    pub tokens: u64,
    /// Those of them that were loaded, oldest first.
    pub sources: Vec<SourceId>,
}

/// Why a summary is left out until it is made again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stale {
    /// It covers what was forgotten since.
    Forgotten,
    /// It was made from a message that was muted since.
    Muted,
    /// It covers messages of a branch that is not active any more.
    BranchedAway,
    /// It is compressed history, and another one in force covers all that it covers: what had made that one stale was
    /// taken back.
    Within,
}

/// How the stored messages of one request were written. Kept with the reply, so that the request can be shown again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WindowFormat {
    /// `[Name (@username, id:123)]: text` in place of the words alone.
    pub group: bool,
    /// Whether the user's messages begin with `[Current time: …]`.
    pub stamp: bool,
    /// Whether the moment begins the first message of the user, the first of each day and the first after an hour.
    #[serde(default)]
    pub clock: bool,
    /// The language of the labels.
    pub language: Language,
    /// What a person without a name of their own is called: the user.
    pub user: Author,
    /// What the assistant is called.
    pub bot_name: String,
    /// Whether images are sent; where they are not, a note says that there was one.
    pub images: bool,
    /// Whether tool calls and results are sent as such; where they are not, a line says which tools were used.
    pub tool_messages: bool,
    /// What the user's clock is ahead of UTC, in minutes, for messages that do not say it themselves.
    pub offset_minutes: i32,
    /// Whether the notes about images and tools are in `language`, too. Those of older requests were in English.
    #[serde(default)]
    pub notes_in_language: bool,
    /// Whether a model is told of the images that it made. Older requests held what stands for an image of the user.
    #[serde(default)]
    pub tells_made_images: bool,
}
