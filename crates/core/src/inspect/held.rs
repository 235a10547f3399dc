//! What the next request holds of each message of a conversation, for its outline. Taken from the request itself, so it
//! cannot differ from what is sent.

use crate::{
    branch::Sequence,
    compile::Compiled,
    id::{MessageId, SummaryId},
    manifest::SourceId,
    snapshot::Snapshot,
    summary::{Summary, coverage::compressed},
};
use ricordo_text::small_sort;

/// What the next request holds of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// The message itself.
    Message,
    /// A part of the message, because it was recalled.
    Recalled,
    /// A summary that covers the message.
    Summary,
    /// Nothing.
    Nothing,
    /// Nothing, because the message is forgotten.
    Forgotten,
}

/// A compressed summary in force: what stands for a range of messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compressed {
    /// The summary.
    pub id: SummaryId,
    /// The sequence of the first message it covers.
    pub from: Sequence,
    /// One past the sequence of the last message it covers.
    pub to: Sequence,
    /// Number of messages it was made from.
    pub messages: u32,
    /// Whether the request holds it.
    pub is_sent: bool,
}

/// What the next request holds of a conversation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Held {
    /// The messages that are sent, sorted.
    sent: Vec<MessageId>,
    /// The messages of which a part is recalled, sorted.
    recalled: Vec<MessageId>,
    /// The ranges of the active branch that a sent summary covers.
    covered: Vec<(Sequence, Sequence)>,
    /// The sequence of the first message that is not forgotten.
    pub boundary: Option<Sequence>,
    /// The compressed summaries in force, oldest first.
    pub compressed: Vec<Compressed>,
}

impl Held {
    /// Of a request that was compiled from the conversation of `snapshot`. The snapshot needs no messages.
    pub fn of(compiled: &Compiled, snapshot: &Snapshot) -> Self {
        let sources = compiled.layers.iter().flat_map(|layer| &layer.sources);
        let summaries = small_sort::set(sources.filter_map(|source| match source {
            SourceId::Summary(id) => Some(*id),
            _ => None,
        }));
        let is_sent = |summary: &Summary| summaries.binary_search(&summary.id).is_ok();
        let here = snapshot.conversation.id;
        let covered = snapshot.summaries.iter().filter(|summary| is_sent(summary)).flat_map(|summary| {
            let own = summary.coverage.iter().filter(move |coverage| coverage.conversation == here);
            own.map(|coverage| (coverage.from, coverage.to))
        });
        let of_message = |source: &SourceId| match source {
            SourceId::Message(id) => Some(*id),
            _ => None,
        };
        let recalled = compiled.recalled.iter().flat_map(|piece| piece.sources.iter().filter_map(of_message));
        let compressed = compressed(snapshot).into_iter().map(|(summary, coverage)| Compressed {
            id: summary.id,
            from: coverage.from,
            to: coverage.to,
            messages: u32::try_from(summary.sources.len()).unwrap_or(u32::MAX),
            is_sent: is_sent(summary),
        });
        Self {
            sent: small_sort::set(compiled.origins.iter().filter_map(|origin| origin.stored)),
            recalled: small_sort::set(recalled),
            covered: covered.collect(),
            boundary: snapshot.boundary(),
            compressed: compressed.collect(),
        }
    }

    /// What the request holds of a message of the active branch.
    pub fn of_message(&self, id: MessageId, sequence: Sequence) -> Holds {
        match () {
            // A message that was pinned after the forget is sent all the same.
            () if self.sent.binary_search(&id).is_ok() => Holds::Message,
            () if self.recalled.binary_search(&id).is_ok() => Holds::Recalled,
            () if self.boundary.is_some_and(|boundary| sequence < boundary) => Holds::Forgotten,
            () if self.covered.iter().any(|(from, to)| (*from..*to).contains(&sequence)) => Holds::Summary,
            () => Holds::Nothing,
        }
    }
}
