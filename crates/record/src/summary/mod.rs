//! Summaries: their content and their sources.
//!
//! A summary always names its sources. It is never edited in place: a new one replaces it, and the old one is kept as
//! [`crate::record::Record::ReplacedSummary`].

mod refusal;

pub use refusal::{LONGEST, SummaryRefusal};

use crate::{
    branch::Sequence,
    digest::Digest,
    id::{BranchId, ConversationId, MessageId, ProjectId, SummaryId},
    mark::{self, Mark},
    time::Timestamp,
};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// What stands for the conversation in the marks of summaries of several conversations.
pub const OF_SEVERAL: ConversationId = ConversationId(Uuid::nil());

/// Kind of a summary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SummaryKind {
    /// The last 7 days (the number is a setting).
    Recent,
    /// The last 30 days (the number is a setting).
    Long,
    /// The oldest messages of a branch, which it replaces.
    Compressed,
}

/// Where a compressed summary is placed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OutputTarget {
    /// It becomes a memory of kind `summary`, next to the facts.
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
    /// No model: verbatim sentences of the source.
    Extractive,
}

/// A source message of a summary, with its content at that time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// The message.
    pub message: MessageId,
    /// The digest of its parts.
    pub digest: Digest,
}

/// The range of one branch that a summary covers: sequences `from..to` on the path of `branch`.
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

/// A text that replaces messages.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// Unique id; newer ids sort later.
    pub id: SummaryId,
    /// The kind.
    pub kind: SummaryKind,
    /// The conversation it belongs to; `None` means several: all of `project`.
    pub conversation: Option<ConversationId>,
    /// The project whose conversations it covers, if it covers several; `None` means those that are in no project.
    #[serde(default)]
    pub project: Option<ProjectId>,
    /// The text.
    pub text: String,
    /// What it covers, one range per conversation.
    pub coverage: Vec<Coverage>,
    /// The messages it was made from, oldest first.
    pub sources: Vec<Source>,
    /// Conversations that have since switched branches: the summary covers a branch that is no longer active.
    #[serde(default)]
    pub branched_away: Vec<ConversationId>,
    /// Conversations that have since forgotten something it covers. Other conversations cannot see their forgets.
    #[serde(default)]
    pub forgotten_in: Vec<ConversationId>,
    /// Conversations that have since muted one of its sources, likewise.
    #[serde(default)]
    pub muted_in: Vec<ConversationId>,
    /// Conversations it covers that are no longer in its project, or are deleted.
    #[serde(default)]
    pub moved_out: Vec<ConversationId>,
    /// Who wrote it.
    pub maker: Maker,
    /// The version of the prompt it was made with.
    pub prompt_version: u32,
    /// Size of its sources, in tokens.
    pub tokens_before: u64,
    /// Size of its text, in tokens.
    pub tokens: u32,
    /// Where it is placed, if it is compressed history.
    pub target: OutputTarget,
    /// Priority, 0 to 100: if not all summaries fit, the lowest is left out first.
    pub priority: u8,
    /// When it was made.
    pub created_at: Timestamp,
    /// When its text was last edited by hand; `None` if never.
    #[serde(default)]
    pub edited_at: Option<Timestamp>,
    /// Of an extract: the indexes of its lines, the best first. If not all lines fit the prompt, they are taken in this
    /// order. Empty if stored before lines were ranked, or if a model wrote the summary.
    #[serde(default)]
    pub lines_by_worth: Vec<u32>,
}

/// The highest priority of a summary.
pub const HIGHEST_PRIORITY: u32 = 100;
/// The default priority of a summary.
pub const USUAL_PRIORITY: u32 = 50;

impl Summary {
    /// Whether it consists of verbatim sentences of its sources, not edited since.
    pub fn is_extract(&self) -> bool {
        self.maker == Maker::Extractive && self.edited_at.is_none()
    }

    /// The conversation and the message of its mark.
    pub fn marked_as(&self) -> (ConversationId, MessageId) {
        (self.conversation.unwrap_or(OF_SEVERAL), MessageId(self.id.0))
    }

    /// Whether it is never to be recalled. `marks`: those of its conversation, or of [`OF_SEVERAL`].
    pub fn is_kept_out(&self, marks: &[Mark]) -> bool {
        mark::is_not_recalled(marks, self.marked_as().1)
    }
}
