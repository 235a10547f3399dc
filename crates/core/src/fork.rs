//! Forks: the points where a conversation branches, and which sibling is shown.

use crate::{
    branch::{Branch, Segment, Sequence, path},
    id::BranchId,
};
use ricordo_text::small_sort;

/// A point on the active path where the conversation has sibling branches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fork {
    /// The sequence of the first message that differs.
    pub sequence: Sequence,
    /// The branches that hold the sibling messages, oldest first.
    pub siblings: Vec<BranchId>,
    /// Index of the sibling that is shown.
    pub shown: usize,
}

/// The forks on the path of `active`, from start to end. The cost depends on the number of branches, not on the number
/// of messages.
pub fn forks(branches: &[Branch], active: BranchId) -> Vec<Fork> {
    let mut by_id: Vec<&Branch> = branches.iter().collect();
    small_sort::by_key(&mut by_id, |branch| branch.id);
    let segments = path(branches, active);
    let Some(root) = segments.last().map(|segment| segment.branch) else {
        return Vec::new();
    };
    let leaving = by_id.iter().filter_map(|branch| {
        let stem = stem(&by_id, branch)?;
        let is_on_path = match branch.first.checked_sub(1) {
            Some(before) => holder(&segments, before) == Some(stem),
            None => stem == root,
        };
        is_on_path.then_some((branch.first, branch.id, stem))
    });
    let mut leaving: Vec<(Sequence, BranchId, BranchId)> = leaving.collect();
    small_sort::ascending(&mut leaving);
    let found = leaving.chunk_by(|one, other| one.0 == other.0).filter_map(|there| {
        let &(sequence, _, stem) = there.first()?;
        // All of them leave the path from the same branch.
        let siblings: Vec<BranchId> = std::iter::once(stem).chain(there.iter().map(|(_, id, _)| *id)).collect();
        let here = holder(&segments, sequence)?;
        let shown = siblings.iter().position(|sibling| *sibling == here)?;
        Some(Fork { sequence, siblings, shown })
    });
    found.collect()
}

/// The branch that holds the message at `sequence` on the path of `branch`.
pub fn held_by(branches: &[Branch], branch: BranchId, sequence: Sequence) -> Option<BranchId> {
    holder(&path(branches, branch), sequence)
}

/// The branch from which a branch that begins at `first` leaves the path of `active`: the one that holds the message
/// before it.
pub fn stem_at(branches: &[Branch], active: BranchId, first: Sequence) -> Option<BranchId> {
    let segments = path(branches, active);
    match first.checked_sub(1) {
        Some(before) => holder(&segments, before),
        None => segments.last().map(|segment| segment.branch),
    }
}

/// The branch to show when the user chooses `sibling` at `sequence`: of all branches through it, the most recently left
/// one.
pub fn end_of(branches: &[Branch], sibling: BranchId, sequence: Sequence) -> Option<BranchId> {
    let through = branches.iter().filter(|branch| held_by(branches, branch.id, sequence) == Some(sibling));
    through.max_by_key(|branch| (branch.left_at, branch.id)).map(|branch| branch.id)
}

fn holder(segments: &[Segment], sequence: Sequence) -> Option<BranchId> {
    let found = segments.iter().find(|segment| (segment.from..segment.to).contains(&sequence));
    found.map(|segment| segment.branch)
}

/// The branch that holds the message before the first one of `branch`, or the root if `branch` begins at the first
/// message. `None`: it has no parent. `by_id`: all branches, sorted.
fn stem(by_id: &[&Branch], branch: &Branch) -> Option<BranchId> {
    let find = |id: BranchId| by_id.binary_search_by_key(&id, |branch| branch.id).ok().map(|place| by_id[place]);
    let mut at = find(branch.parent?)?;
    // The parents in a damaged record may form a cycle.
    for _ in 0..by_id.len() {
        if at.first < branch.first {
            return Some(at.id);
        }
        match at.parent.and_then(find) {
            Some(parent) => at = parent,
            None => return (branch.first == 0).then_some(at.id),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{id::ConversationId, time::Timestamp};
    use proptest::prelude::*;

    fn id(n: u8) -> BranchId {
        BranchId::new(Timestamp(0), [n; 10])
    }

    fn branch(n: u8, parent: Option<u8>, first: Sequence) -> Branch {
        let conversation = ConversationId::new(Timestamp(0), [0; 10]);
        Branch { id: id(n), conversation, parent: parent.map(id), first, left_at: None }
    }

    fn fork(sequence: Sequence, siblings: &[u8], shown: usize) -> Fork {
        Fork { sequence, siblings: siblings.iter().copied().map(id).collect(), shown }
    }

    #[test]
    fn one_way_has_no_forks() {
        assert_eq!(forks(&[branch(1, None, 0)], id(1)), []);
        assert_eq!(forks(&[], id(1)), []);
    }

    #[test]
    fn the_ways_at_a_place_are_numbered_by_age_whichever_is_shown() {
        let branches = [branch(1, None, 0), branch(3, Some(1), 4), branch(2, Some(1), 4)];
        assert_eq!(forks(&branches, id(1)), [fork(4, &[1, 2, 3], 0)]);
        assert_eq!(forks(&branches, id(2)), [fork(4, &[1, 2, 3], 1)]);
        assert_eq!(forks(&branches, id(3)), [fork(4, &[1, 2, 3], 2)]);
    }

    #[test]
    fn a_way_that_began_on_another_way_at_the_same_place_is_one_of_them() {
        let branches = [branch(1, None, 0), branch(2, Some(1), 4), branch(3, Some(2), 4), branch(4, Some(3), 2)];
        assert_eq!(forks(&branches, id(3)), [fork(2, &[1, 4], 0), fork(4, &[1, 2, 3], 2)]);
        assert_eq!(forks(&branches, id(4)), [fork(2, &[1, 4], 1)], "what parts further on is not on this path");
    }

    #[test]
    fn the_first_message_can_be_edited_and_a_cleared_conversation_is_no_way() {
        let branches = [branch(1, None, 0), branch(2, Some(1), 0), branch(3, Some(2), 0), branch(4, None, 0)];
        assert_eq!(forks(&branches, id(3)), [fork(0, &[1, 2, 3], 2)]);
        assert_eq!(forks(&branches, id(4)), []);
    }

    #[test]
    fn the_way_back_leads_to_the_branch_that_was_left_last() {
        let mut branches = [branch(1, None, 0), branch(2, Some(1), 6), branch(3, Some(1), 2)];
        assert_eq!(end_of(&branches, id(1), 2), Some(id(2)), "where none was left, the youngest");
        branches[0].left_at = Some(Timestamp(5));
        assert_eq!(end_of(&branches, id(1), 2), Some(id(1)));
        assert_eq!(end_of(&branches, id(3), 2), Some(id(3)));
        assert_eq!(end_of(&branches, id(9), 2), None);
    }

    #[test]
    fn a_damaged_circle_ends() {
        let branches = [branch(1, Some(2), 3), branch(2, Some(1), 3)];
        assert_eq!(forks(&branches, id(2)), []);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        /// Whichever sibling is chosen at a fork, the same siblings are found there.
        #[test]
        fn a_fork_looks_the_same_from_each_of_its_ways(
            grown in proptest::collection::vec((0u8..12, 0u32..12), 0..12), active in 0u8..12,
        ) {
            let mut branches = vec![branch(0, None, 0)];
            for (n, (from, first)) in (1..).zip(grown) {
                let from = id(from % n);
                let parent = stem_at(&branches, from, first);
                branches.push(Branch { parent, ..branch(n, None, first) });
            }
            let active = id(active % u8::try_from(branches.len()).unwrap());
            for fork in forks(&branches, active) {
                prop_assert!(fork.siblings.len() > 1);
                for (number, sibling) in fork.siblings.iter().enumerate() {
                    let end = end_of(&branches, *sibling, fork.sequence).unwrap();
                    let again = forks(&branches, end).into_iter().find(|other| other.sequence == fork.sequence);
                    prop_assert_eq!(again, Some(Fork { shown: number, ..fork.clone() }));
                }
            }
        }
    }
}
