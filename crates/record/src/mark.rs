//! Marks: what the user thinks of one message. The message itself never changes.

use crate::{
    id::{ConversationId, MessageId},
    time::Timestamp,
};
use serde::{Deserialize, Serialize};

/// What a mark says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MarkKind {
    /// Kept out of every prompt, and of summaries, recall and memories made later.
    Muted,
    /// Kept in the prompt, however long ago it was said.
    Pinned,
}

/// One message, muted or pinned. A message has at most one mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// The conversation of the message.
    pub conversation: ConversationId,
    /// The message.
    pub message: MessageId,
    /// What it says.
    pub kind: MarkKind,
    /// When. A message that was pinned after a `/forget` is sent although the forget covers it.
    pub at: Timestamp,
}

/// The mark of a message.
pub fn of(marks: &[Mark], message: MessageId) -> Option<MarkKind> {
    marks.iter().find(|mark| mark.message == message).map(|mark| mark.kind)
}
