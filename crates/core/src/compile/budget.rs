//! Shares the budget between the layers: floors first, then by priority up to the ceilings. Uses integers only, so that
//! the same input gives the same bytes on every machine.

use super::LayerKind;
use crate::settings::LayerLimits;

/// What one layer asks for, in tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Demand {
    pub(super) kind: LayerKind,
    pub(super) tokens: u32,
}

/// The tokens granted to each layer, and its ceiling.
pub(super) struct Grants(Vec<(LayerKind, u32, u32)>);

impl Grants {
    /// Shares `room`: see [`share`].
    pub(super) fn share(demands: &[Demand], limits: &[LayerLimits], budget: u32, room: u32) -> Self {
        let kinds = demands.iter().map(|demand| demand.kind).zip(share(demands, limits, budget, room));
        Self(kinds.map(|(kind, tokens)| (kind, tokens, ceiling(kind, limits, budget))).collect())
    }

    /// The tokens granted to a layer; 0 for one that asked for nothing.
    pub(super) fn of(&self, kind: LayerKind) -> u32 {
        self.0.iter().find(|(granted, ..)| *granted == kind).map_or(0, |(_, tokens, _)| *tokens)
    }

    /// The tokens granted to a layer, with what others have `left`, up to its ceiling.
    pub(super) fn with_what_is_left(&self, kind: LayerKind, left: u32) -> u32 {
        let ceiling = self.0.iter().find(|(granted, ..)| *granted == kind).map_or(0, |(.., ceiling)| *ceiling);
        self.of(kind).max(left.min(ceiling))
    }
}

/// The tokens granted to each layer, in the order of `demands`. Their sum is at most `room`.
///
/// First every layer gets its floor, as far as it asks for it; the rest goes to the layers by priority, each up to its
/// ceiling. A layer that `limits` does not list gets nothing.
fn share(demands: &[Demand], limits: &[LayerLimits], budget: u32, room: u32) -> Vec<u32> {
    let mut order: Vec<usize> = (0..demands.len()).collect();
    let limits_of = |index: usize| limits.iter().find(|limits| limits.kind == demands[index].kind);
    ricordo_text::small_sort::by_key(&mut order, |&index| {
        (limits_of(index).map_or(u32::MAX, |limits| limits.priority), index)
    });
    let mut granted = vec![0; demands.len()];
    let mut left = room;
    for part in [Part::Floor, Part::Ceiling] {
        for &index in &order {
            let Some(limits) = limits_of(index) else { continue };
            let ceiling = limits.ceiling_tokens(budget);
            let most = match part {
                Part::Floor => limits.floor_tokens(budget).min(ceiling),
                Part::Ceiling => ceiling,
            };
            let more = demands[index].tokens.min(most).saturating_sub(granted[index]).min(left);
            granted[index] += more;
            left -= more;
        }
    }
    granted
}

/// The ceiling of a layer, in tokens; 0 for one that is not listed.
pub(super) fn ceiling(kind: LayerKind, limits: &[LayerLimits], budget: u32) -> u32 {
    limits.iter().find(|limits| limits.kind == kind).map_or(0, |limits| limits.ceiling_tokens(budget))
}

#[derive(Clone, Copy)]
enum Part {
    Floor,
    Ceiling,
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const KINDS: [LayerKind; 4] = [LayerKind::Memories, LayerKind::Summaries, LayerKind::Window, LayerKind::Recall];

    fn limits(numbers: &[(u32, u32, u32)]) -> Vec<LayerLimits> {
        let layer = |(kind, &(floor, ceiling, priority)): (LayerKind, &(u32, u32, u32))| LayerLimits {
            kind,
            floor,
            ceiling,
            priority,
        };
        KINDS.into_iter().zip(numbers).map(layer).collect()
    }

    fn demands(tokens: &[u32]) -> Vec<Demand> {
        KINDS.into_iter().zip(tokens).map(|(kind, &tokens)| Demand { kind, tokens }).collect()
    }

    #[test]
    fn floors_come_first_then_priorities() {
        let limits = limits(&[(10, 20, 2), (0, 50, 1), (30, 100, 3)]);
        // Summaries have the highest priority, but do not take from the other floors.
        assert_eq!(share(&demands(&[500, 900, 900]), &limits, 1_000, 1_000), [200, 500, 300]);
        assert_eq!(share(&demands(&[50, 100, 900]), &limits, 1_000, 1_000), [50, 100, 850]);
        assert_eq!(share(&demands(&[500, 900, 900]), &limits, 1_000, 350), [100, 0, 250]);
    }

    #[test]
    fn a_layer_that_is_not_listed_gets_nothing() {
        assert_eq!(share(&demands(&[10, 10, 10, 10]), &limits(&[(0, 100, 1)]), 1_000, 1_000), [10, 0, 0, 0]);
    }

    proptest! {
        #[test]
        fn nobody_gets_more_than_asked_allowed_or_there(
            numbers in proptest::collection::vec((0u32..=25, 25u32..=100, 0u32..5), 4),
            asked in proptest::collection::vec(0u32..3_000, 4),
            budget in 0u32..4_000,
            taken in 0u32..500,
        ) {
            let (limits, demands, room) = (limits(&numbers), demands(&asked), budget.saturating_sub(taken));
            let granted = share(&demands, &limits, budget, room);
            prop_assert!(granted.iter().sum::<u32>() <= room);
            for (index, &granted) in granted.iter().enumerate() {
                prop_assert!(granted <= asked[index] && granted <= limits[index].ceiling_tokens(budget));
                let floor = limits[index].floor_tokens(budget).min(asked[index]);
                prop_assert!(granted >= floor || room < budget, "{granted} < {floor}");
            }
        }
    }
}
