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
    /// Whether it is never recalled again although `kind` is [`MarkKind::Muted`] or [`MarkKind::Pinned`]. Absent in older
    /// records.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub not_recalled: bool,
}

impl Mark {
    /// Whether it is muted or pinned.
    pub fn standing(&self) -> Option<MarkKind> {
        Some(self.kind).filter(|kind| matches!(kind, MarkKind::Muted | MarkKind::Pinned))
    }

    /// Whether it is never recalled again, whatever else is marked.
    pub fn is_not_recalled(&self) -> bool {
        self.not_recalled || self.kind == MarkKind::NotRecalled
    }

    /// The same mark with another state; `None` if nothing is left of it.
    #[must_use]
    pub fn with(self, state: MarkState) -> Option<Self> {
        let MarkState { standing, not_recalled, rating } = state;
        let alone = if not_recalled { Some(MarkKind::NotRecalled) } else { rating.map(|_| MarkKind::Rated) };
        let not_recalled = not_recalled && standing.is_some();
        standing.or(alone).map(|kind| Self { kind, rating, not_recalled, ..self })
    }
}

/// What the mark of a message says.
#[derive(Clone, Copy, Debug)]
pub struct MarkState {
    /// Whether it is muted or pinned.
    pub standing: Option<MarkKind>,
    /// Whether it is never recalled again.
    pub not_recalled: bool,
    /// The rating.
    pub rating: Option<Rating>,
}

impl MarkState {
    /// That of a mark; `None`: there is none.
    pub fn of(mark: Option<Mark>) -> Self {
        Self {
            standing: mark.and_then(|mark| mark.standing()),
            not_recalled: mark.is_some_and(|mark| mark.is_not_recalled()),
            rating: mark.and_then(|mark| mark.rating),
        }
    }
}

/// The mark of a message.
pub fn of(marks: &[Mark], message: MessageId) -> Option<MarkKind> {
    let mut kinds = marks.iter().filter(|mark| mark.message == message).map(|mark| mark.kind);
    kinds.find(|kind| *kind != MarkKind::Rated)
}

/// Whether a message is never recalled again.
pub fn is_not_recalled(marks: &[Mark], message: MessageId) -> bool {
    marks.iter().any(|mark| mark.message == message && mark.is_not_recalled())
}

/// The rating of a message.
pub fn rating_of(marks: &[Mark], message: MessageId) -> Option<Rating> {
    marks.iter().find(|mark| mark.message == message).and_then(|mark| mark.rating)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::sample;

    #[test]
    fn a_row_of_an_earlier_build_says_the_same_and_one_that_needs_no_flag_has_none() {
        for kind in [MarkKind::Muted, MarkKind::Pinned, MarkKind::NotRecalled, MarkKind::Rated] {
            let mark = sample::mark(1, 1, kind);
            let row = serde_json::to_value(mark).unwrap();
            assert!(row.get("not_recalled").is_none());
            assert_eq!(serde_json::from_value::<Mark>(row).unwrap(), mark);
            assert_eq!(mark.is_not_recalled(), kind == MarkKind::NotRecalled);
            assert_eq!(mark.with(MarkState::of(Some(mark))).unwrap_or(mark), mark);
        }
        let pinned = MarkState { standing: Some(MarkKind::Pinned), not_recalled: true, rating: None };
        let both = sample::mark(1, 1, MarkKind::Rated).with(pinned).unwrap();
        assert!(serde_json::to_string(&both).unwrap().contains(r#""not_recalled":true"#));
        assert_eq!((both.standing(), both.is_not_recalled()), (Some(MarkKind::Pinned), true));
        assert_eq!(both.with(MarkState::of(None)), None);
    }
}
