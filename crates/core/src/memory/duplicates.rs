//! Finds memories that are nearly the same, so that the user can merge them. Nothing is merged automatically here:
//! texts this similar may still contradict each other (`likes tea`, `likes no tea`), so both are shown side by side.

use super::{Memory, MemoryState};
use ricordo_text::similar::Fingerprint;

/// Least similarity, per mille, at which two memories are shown as a pair. They then share about two thirds of their
/// trigrams.
pub const LEAST_ALIKE: u32 = 650;
/// Most pairs shown at a time.
pub const MOST_PAIRS: usize = 20;

/// A pair of nearly identical memories.
#[derive(Clone, Debug, PartialEq)]
pub struct Alike {
    /// The older memory.
    pub first: Memory,
    /// The newer memory.
    pub second: Memory,
    /// Similarity, from [`LEAST_ALIKE`] to 1000.
    pub per_mille: u32,
}

/// Similar pairs among kept and proposed memories, the most similar first, at most [`MOST_PAIRS`]. No memory is in two
/// pairs, because what the user does with the first pair decides the next.
pub fn alike(memories: &[Memory]) -> Vec<Alike> {
    let known: Vec<(&Memory, Fingerprint)> = memories
        .iter()
        .filter(|memory| memory.state != MemoryState::Archived && memory.field.is_none())
        .map(|memory| (memory, Fingerprint::of(&memory.text)))
        .collect();
    let mut pairs: Vec<(u32, usize, usize)> = Vec::new();
    for (at, (_, first)) in known.iter().enumerate() {
        for (other, (_, second)) in known.iter().enumerate().skip(at + 1) {
            let (one, two) = (known[at].0, known[other].0);
            if !one.is_about(two.about.as_ref()) || one.scope != two.scope {
                continue;
            }
            let same = first.is_near_duplicate(second);
            let per_mille = if same { 1_000 } else { first.similarity_per_mille(second) };
            if per_mille >= LEAST_ALIKE {
                pairs.push((per_mille, at, other));
            }
        }
    }
    pairs.sort_by_key(|(per_mille, at, other)| (std::cmp::Reverse(*per_mille), *at, *other));
    let mut taken = vec![false; known.len()];
    let mut found = Vec::new();
    for (per_mille, at, other) in pairs {
        if !taken[at] && !taken[other] && found.len() < MOST_PAIRS {
            (taken[at], taken[other]) = (true, true);
            let (mut first, mut second) = (known[at].0.clone(), known[other].0.clone());
            if (second.created_at, second.id) < (first.created_at, first.id) {
                std::mem::swap(&mut first, &mut second);
            }
            found.push(Alike { first, second, per_mille });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::sample;
    use proptest::prelude::*;

    fn memories(texts: &[&str]) -> Vec<Memory> {
        (1..)
            .zip(texts)
            .map(|(n, text)| Memory { text: (*text).to_owned(), state: MemoryState::Kept, ..sample::memory(n) })
            .collect()
    }

    fn texts(found: &[Alike]) -> Vec<(&str, &str)> {
        found.iter().map(|pair| (pair.first.text.as_str(), pair.second.text.as_str())).collect()
    }

    #[test]
    fn what_says_nearly_the_same_is_found_the_most_alike_first() {
        let memories = memories(&[
            "Has a cat called Mia",
            "Works as a nurse in Lviv",
            "Has a cat named Mia",
            "User works as a nurse in Lviv.",
            "Is allergic to peanuts",
        ]);
        let found = alike(&memories);
        assert_eq!(
            texts(&found),
            [
                ("Works as a nurse in Lviv", "User works as a nurse in Lviv."),
                ("Has a cat called Mia", "Has a cat named Mia"),
            ]
        );
        assert_eq!(found[0].per_mille, 1_000);
    }

    #[test]
    fn the_archive_is_not_looked_at() {
        let mut memories = memories(&["Likes green tea", "Likes green tea a lot"]);
        assert_eq!(alike(&memories).len(), 1);
        memories[0].state = MemoryState::Archived;
        assert_eq!(alike(&memories), []);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn no_memory_is_in_two_pairs(given in proptest::collection::vec("[ab]{1,4} [ab]{1,4}", 0..12)) {
            let given: Vec<&str> = given.iter().map(String::as_str).collect();
            let found = alike(&memories(&given));
            let mut ids: Vec<_> = found.iter().flat_map(|pair| [pair.first.id, pair.second.id]).collect();
            let all = ids.len();
            ids.sort();
            ids.dedup();
            prop_assert_eq!(ids.len(), all);
            prop_assert!(found.iter().all(|pair| pair.first.id < pair.second.id && pair.per_mille >= LEAST_ALIKE));
        }
    }
}
