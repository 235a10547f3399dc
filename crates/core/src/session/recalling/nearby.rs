//! How near in meaning what was found is to a question, and what is near enough to be recalled for it alone.

use crate::id::{BranchId, MessageId};
use ricordo_recall::{fused::Nearness, ranked::PartKey};
use ricordo_text::small_sort;

/// How near in meaning a message must be to be found without words, in standard deviations above the mean. Of eight messages
/// none can be further above it than 2.5; with the model in the page, answers there were at 1.8 to 2.1 and others below 1.7.
const LEAST_NEARNESS: f32 = 1.75;

/// Whether something may be recalled for its meaning alone. `nearness`: in standard deviations; `None` if the meaning was not
/// compared.
pub(super) fn is_near(nearness: Option<f32>) -> bool {
    nearness.is_some_and(|nearness| nearness >= LEAST_NEARNESS)
}

/// Whether a memory or a summary may be recalled for its meaning alone.
pub(super) fn is_near_text(nearness: Option<Nearness>) -> bool {
    is_near(nearness.map(|nearness| nearness.deviations))
}

/// Where the vector of a text is, if there is one.
pub(super) fn place_of(branch: BranchId, text: &str) -> (PartKey, MessageId) {
    (PartKey::of(branch, 0), branch.text_id(text))
}

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
