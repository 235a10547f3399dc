//! How near in meaning the matches are to a question, and which are near enough to be recalled for their meaning alone.

use crate::id::{BranchId, MessageId};
use ricordo_recall::{fused::Nearness, ranked::PartKey};
use ricordo_text::small_sort;

/// How near in meaning a message must be to be found without words, in standard deviations above the mean. Of eight messages
/// none can be further above it than 2.5; with the model in the page, answers there were at 1.8 to 2.1 and others below 1.7.
const LEAST_NEARNESS: f32 = 1.75;

/// Whether a match may be recalled for its meaning alone. `nearness`: in standard deviations; `None` if the meaning was not
/// compared.
pub(super) fn is_near(nearness: Option<f32>) -> bool {
    nearness.is_some_and(|nearness| nearness >= LEAST_NEARNESS)
}

/// Whether a memory or a summary may be recalled for its meaning alone.
pub(super) fn is_near_text(nearness: Option<Nearness>) -> bool {
    is_near(nearness.map(|nearness| nearness.deviations))
}

/// Where the vector of a text is stored, if it has one.
pub(super) fn place_of(branch: BranchId, text: &str) -> (PartKey, MessageId) {
    (PartKey::of(branch, 0), branch.text_id(text))
}

/// Nearness of memories and summaries, by the branches under which they are indexed. Sorted.
#[derive(Default)]
pub(super) struct Nearby(Vec<(BranchId, Nearness)>);

impl Nearby {
    /// Takes the nearness of each of `places`, in the same order.
    pub(super) fn new(places: &[(PartKey, MessageId)], found: Vec<Option<Nearness>>) -> Self {
        let all = places.iter().zip(found).filter(|((part, _), _)| part.branch.is_derived());
        let mut all: Vec<_> = all.filter_map(|((part, _), nearness)| Some((part.branch, nearness?))).collect();
        small_sort::by_key(&mut all, |(branch, _)| *branch);
        Self(all)
    }

    /// Nearness of the text that is indexed under a branch; `None` if it has no vector.
    pub(super) fn of(&self, branch: BranchId) -> Option<Nearness> {
        let at = self.0.binary_search_by(|(other, _)| other.cmp(&branch)).ok()?;
        self.0.get(at).map(|(_, nearness)| *nearness)
    }
}
