//! How near in meaning memories and summaries are to a question.

use super::{
    Sources,
    derived::{place_of, text_of},
    find::{LEAST_NEARNESS, Search},
    pieces::{in_force, kept},
    summaries,
};
use crate::{
    id::{BranchId, MessageId},
    manifest::SourceId,
    recall::RecallIndex,
};
use ricordo_recall::{fused::Nearness, ranked::PartKey};
use ricordo_text::small_sort;

/// How near memories and summaries are, by the branches that stand for them. Sorted.
#[derive(Default)]
pub(super) struct Nearby(Vec<(BranchId, Nearness)>);

impl Nearby {
    /// What was compared, in the order of its places.
    pub(super) fn new(places: &[(PartKey, MessageId)], found: Vec<Option<Nearness>>) -> Self {
        let all = places.iter().zip(found).filter(|((part, _), _)| part.branch.is_derived());
        let mut all: Vec<_> = all.filter_map(|((part, _), nearness)| Some((part.branch, nearness?))).collect();
        small_sort::by_key(&mut all, |(branch, _)| *branch);
        Self(all)
    }

    /// How near the text is that a branch stands for; `None` if it has no vector.
    pub(super) fn of(&self, branch: BranchId) -> Option<Nearness> {
        let at = self.0.binary_search_by(|(other, _)| other.cmp(&branch)).ok()?;
        self.0.get(at).map(|(_, nearness)| *nearness)
    }
}

/// Whether a memory or a summary may be recalled for its meaning alone.
pub(super) fn is_near_text(nearness: Option<Nearness>) -> bool {
    nearness.is_some_and(|nearness| nearness.deviations >= LEAST_NEARNESS)
}

/// The vectors of the memories and summaries that may be found, if they have any, and of the messages that the request
/// holds: often those are all messages, and what is near is near compared with others.
pub(super) fn places(index: &RecallIndex, search: Search<'_>) -> Vec<(PartKey, MessageId)> {
    let Search { asking, held, .. } = search;
    if asking.sources != Sources::Everything {
        return Vec::new();
    }
    let memories = kept(asking, held).map(|memory| place_of(memory.id.branch(), &text_of(memory)));
    let own = in_force(asking, held).map(|summary| place_of(summary.id.branch(), &summary.text));
    let loaded = asking.snapshot.messages.iter().chain(&asking.snapshot.earlier);
    let in_request = loaded.filter(|message| held.contains(&SourceId::Message(message.id)));
    let in_request = in_request.map(|message| (PartKey::of(message.branch, message.sequence), message.id));
    let derived: Vec<_> = memories.chain(own).chain(summaries::places(index, search)).collect();
    // Without anything to judge there is nothing to compare it with.
    if derived.is_empty() { derived } else { derived.into_iter().chain(in_request).collect() }
}
