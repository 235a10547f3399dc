//! Marks: the user's state of a message, a chunk or a summary. The message itself is immutable.

use crate::{
    id::{ConversationId, MessageId},
    time::Timestamp,
};
use serde::{Deserialize, Serialize};

/// Kind of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MarkKind {
    /// Left out of every prompt, and of all later summaries, recall and memories.
    Muted,
    /// Kept in the prompt, however old it is.
    Pinned,
    /// Never recalled again. It is still sent where it belongs.
    NotRecalled,
    /// Treated as any other: the mark only holds a rating.
    Rated,
}

/// What the user thinks of a reply. Never sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rating {
    /// Thumbs up.
    Good,
    /// Thumbs down.
    Bad,
}

/// The mark of one message, chunk or summary. Each has at most one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// The conversation of the message or the summary; what stands for it if it is of a chunk
    /// ([`DocumentId::marks`](crate::id::DocumentId::marks)), or of a summary of several conversations
    /// ([`OF_SEVERAL`](crate::summary::OF_SEVERAL)).
    pub conversation: ConversationId,
    /// The message, or what stands for a chunk or a summary.
    pub message: MessageId,
    /// The kind.
    pub kind: MarkKind,
    /// When it was set. A message pinned after a `/forget` is sent although the forget covers it.
    pub at: Timestamp,
    /// The rating of the message. Absent in older records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<Rating>,
}

/// The mark of a message.
pub fn of(marks: &[Mark], message: MessageId) -> Option<MarkKind> {
    let mut kinds = marks.iter().filter(|mark| mark.message == message).map(|mark| mark.kind);
    kinds.find(|kind| *kind != MarkKind::Rated)
}

/// The rating of a message.
pub fn rating_of(marks: &[Mark], message: MessageId) -> Option<Rating> {
    marks.iter().find(|mark| mark.message == message).and_then(|mark| mark.rating)
}
