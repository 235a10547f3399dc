//! Summaries: what a summary is and what it was made from.
//!
//! A summary always names its sources. It is never edited in place: a new one replaces it, and the old one is kept as
//! [`crate::record::Record::ReplacedSummary`].

mod refusal;

pub use refusal::{LONGEST, SummaryRefusal};

use crate::{
    branch::Sequence,
    digest::Digest,
    id::{BranchId, ConversationId, MessageId, SummaryId},
    time::Timestamp,
};
use serde::{Deserialize, Serialize};

/// What a summary is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SummaryKind {
    /// The last 7 days (the number is a setting).
    Recent,
    /// The last 30 days (the number is a setting).
    Long,
    /// The oldest messages of a branch, which it takes the place of.
    Compressed,
}

/// Where a compressed summary goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OutputTarget {
    /// It becomes a memory of kind `summary`, beside the facts.
    #[default]
    Memory,
    /// It becomes a system message at the start of the window.
    ReducedHistory,
}

/// Who wrote a summary.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Maker {
    /// A model, by its id.
    Model(String),
    /// No model: sentences of the source, word for word.
    Extractive,
}

/// A message that a summary was made from, and what it was then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// The message.
    pub message: MessageId,
    /// The digest of its parts.
    pub digest: Digest,
}

/// The stretch of one branch that a summary covers: sequences `from..to` on the path of `branch`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Coverage {
    /// The conversation.
    pub conversation: ConversationId,
    /// The branch that was active.
    pub branch: BranchId,
    /// The sequence of the first message.
    pub from: Sequence,
    /// One past the sequence of the last message.
    pub to: Sequence,
}

/// A text that stands for messages.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// Its name; later ones sort later.
    pub id: SummaryId,
    /// What it is for.
    pub kind: SummaryKind,
    /// The conversation it belongs to; `None`: all of them.
    pub conversation: Option<ConversationId>,
    /// What it says.
    pub text: String,
    /// What it covers, one stretch for each conversation.
    pub coverage: Vec<Coverage>,
    /// The messages it was made from, oldest first.
    pub sources: Vec<Source>,
    /// Conversations that have since gone another way: what it says of them is of a branch that was left.
    #[serde(default)]
    pub branched_away: Vec<ConversationId>,
    /// Conversations in which something was forgotten since that it covers. Whoever reads it elsewhere does not see their
    /// forgets.
    #[serde(default)]
    pub forgotten_in: Vec<ConversationId>,
    /// Conversations in which a message was muted since that it was made from, likewise.
    #[serde(default)]
    pub muted_in: Vec<ConversationId>,
    /// Who wrote it.
    pub maker: Maker,
    /// The version of the prompt it was asked with.
    pub prompt_version: u32,
    /// The size of its sources, in tokens.
    pub tokens_before: u64,
    /// Its own size, in tokens.
    pub tokens: u32,
    /// Where it goes, if it is compressed history.
    pub target: OutputTarget,
    /// 0 to 100; where there is no room for all summaries, the one with the lowest priority is left out first.
    pub priority: u8,
    /// When it was made.
    pub created_at: Timestamp,
    /// When its words were last changed by hand; `None`: they are its maker's.
    #[serde(default)]
    pub edited_at: Option<Timestamp>,
    /// Of an extract: its lines by their index, the best first. Where not all of it fits the prompt, they are taken in this
    /// order. Empty: it was stored before its lines were ranked, or a model wrote it.
    #[serde(default)]
    pub lines_by_worth: Vec<u32>,
}

/// The highest priority of a summary.
pub const HIGHEST_PRIORITY: u32 = 100;
/// The priority of a summary that nobody moved.
pub const USUAL_PRIORITY: u32 = 50;

impl Summary {
    /// Whether it is sentences of its sources, word for word, that nobody has changed since.
    pub fn is_extract(&self) -> bool {
        self.maker == Maker::Extractive && self.edited_at.is_none()
    }
}
