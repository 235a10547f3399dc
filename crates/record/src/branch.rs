//! Branches of a conversation. Editing and regenerating start a new branch, and the old one is kept.

use crate::{
    id::{BranchId, ConversationId},
    time::Timestamp,
};
use serde::{Deserialize, Serialize};

/// Position of a message on its branch, counted from 0 at the start of the conversation and continued by child
/// branches.
pub type Sequence = u32;

/// A branch of a conversation. It shares the messages before [`Branch::first`] with its parent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Branch {
    /// Unique id.
    pub id: BranchId,
    /// The conversation it belongs to.
    pub conversation: ConversationId,
    /// The parent branch; `None` for the first branch.
    pub parent: Option<BranchId>,
    /// The sequence of its own first message: earlier ones are the parent's.
    pub first: Sequence,
    /// When the user switched to another branch; `None` if that never happened. Returning to a fork selects the branch
    /// that was left last.
    #[serde(default)]
    pub left_at: Option<Timestamp>,
}

/// A segment of a branch's path: messages of `branch` with sequences in `from..to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    /// The branch of the messages.
    pub branch: BranchId,
    /// The first sequence.
    pub from: Sequence,
    /// One past the last sequence; `Sequence::MAX` for the end of the branch.
    pub to: Sequence,
}

/// The path from the end of `branch` back to the start of the conversation, newest segment first.
///
/// The path ends at a parent that is missing or was already visited, so damaged records show less but never loop.
pub fn path(branches: &[Branch], branch: BranchId) -> Vec<Segment> {
    let mut segments: Vec<Segment> = Vec::new();
    let mut to = Sequence::MAX;
    let mut next = Some(branch);
    while let Some(found) = next.and_then(|id| branches.iter().find(|branch| branch.id == id)) {
        if segments.iter().any(|segment| segment.branch == found.id) {
            break;
        }
        segments.push(Segment { branch: found.id, from: found.first.min(to), to });
        to = to.min(found.first);
        next = found.parent;
    }
    segments
}

/// The number of messages from the start that two branches share: the sequence at which their paths part.
pub fn shared_until(branches: &[Branch], one: BranchId, other: BranchId) -> Sequence {
    let (one, other) = (path(branches, one), path(branches, other));
    let common = one.iter().flat_map(|a| other.iter().map(move |b| (a, b))).filter(|(a, b)| a.branch == b.branch);
    common.map(|(a, b)| a.to.min(b.to)).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(n: u8) -> BranchId {
        BranchId::new(Timestamp(0), [n; 10])
    }

    fn branch(n: u8, parent: Option<u8>, first: Sequence) -> Branch {
        let conversation = ConversationId::new(Timestamp(0), [0; 10]);
        Branch { id: id(n), conversation, parent: parent.map(id), first, left_at: None }
    }

    #[test]
    fn a_path_follows_parents_below_the_fork() {
        let branches = [branch(1, None, 0), branch(2, Some(1), 4), branch(3, Some(2), 6)];
        let segments = path(&branches, id(3));
        let expected = [(3, 6, Sequence::MAX), (2, 4, 6), (1, 0, 4)];
        assert_eq!(segments, expected.map(|(n, from, to)| Segment { branch: id(n), from, to }));
    }

    #[test]
    fn a_fork_before_the_fork_of_the_parent_skips_the_parent() {
        let branches = [branch(1, None, 0), branch(2, Some(1), 4), branch(3, Some(2), 2)];
        let total: Sequence = path(&branches, id(3))[1..].iter().map(|s| s.to - s.from).sum();
        assert_eq!(total, 2);
    }

    #[test]
    fn a_damaged_loop_ends() {
        let branches = [branch(1, Some(2), 0), branch(2, Some(1), 3)];
        assert_eq!(path(&branches, id(2)).len(), 2);
    }

    #[test]
    fn branches_share_what_lies_before_the_fork() {
        let branches = [branch(1, None, 0), branch(2, Some(1), 4), branch(3, Some(1), 2)];
        assert_eq!(shared_until(&branches, id(2), id(3)), 2);
        assert_eq!(shared_until(&branches, id(1), id(2)), 4);
        assert_eq!(shared_until(&branches, id(1), id(1)), Sequence::MAX);
    }
}
