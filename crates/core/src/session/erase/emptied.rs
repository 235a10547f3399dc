//! Branches and erasing: what an answer shares with others, and what happens to a branch when its last message is erased.

use super::{Session, erased::ErasedRecords};
use crate::{
    branch::{Branch, Segment, Sequence, path, shared_until},
    change::Change,
    error::Error,
    forget::Forget,
    fork::{end_of, forks},
    host::Host,
    id::BranchId,
    message::Message,
    record::{Record, RecordKey},
    snapshot::Snapshot,
    store::Store,
};

impl<S: Store, H: Host> Session<S, H> {
    /// Where the active branch loses its last message, switches to the sibling, and goes on as long as nothing is left of
    /// that one either. A branch that nothing is left of is removed.
    pub(super) async fn leave_empty_branches(
        &self,
        snapshot: &Snapshot,
        gone: &[Message],
        erased: &mut ErasedRecords,
    ) -> Result<(), Error> {
        let (id, active) = (snapshot.conversation.id, snapshot.conversation.active_branch);
        let first = gone.iter().map(|message| message.sequence).min().unwrap_or_default();
        let last = self.store.messages(id, Sequence::MAX, 1).await?.pop();
        if last.is_none_or(|last| gone.iter().all(|message| message.id != last.id)) {
            return Ok(());
        }
        let left = self.store.messages(id, first, 1).await?.pop();
        let mut branches = snapshot.branches.clone();
        let mut forgets = snapshot.forgets.clone();
        let mut shown = active;
        while let Some(fork) = forks(&branches, shown).pop() {
            if left.as_ref().is_some_and(|left| left.sequence >= fork.sequence) {
                break;
            }
            let beside = fork.siblings[if fork.shown > 0 { fork.shown - 1 } else { 1 }];
            // The first sibling is the branch that the others fork from.
            let goes = fork.shown > 0 && fork.siblings[fork.shown] == shown;
            let rest = if goes { without(&branches, shown) } else { branches.clone() };
            let Some(to) = end_of(&rest, beside, fork.sequence) else { break };
            if goes {
                erased.keys.insert(RecordKey::Branch(id, shown));
                inherit(&mut forgets, &branches, shown);
            }
            (branches, shown) = (rest, to);
            if !goes || self.is_anything_left(&branches, shown, first, gone).await? {
                break;
            }
        }
        erased.puts.extend(self.switch_changes(snapshot, &branches, shown));
        if shown != active {
            erased.puts.extend(self.reading_moved_change(&snapshot.branches, &snapshot.conversation, shown).await?);
        }
        let is_changed = |now: &&Branch| !snapshot.branches.contains(now);
        erased
            .puts
            .extend(branches.iter().filter(is_changed).map(|branch| Change::Put(Record::Branch(branch.clone()))));
        let moved = forgets.into_iter().zip(&snapshot.forgets).filter(|(now, before)| now != *before);
        erased.puts.extend(moved.map(|(now, _)| Change::Put(Record::Forget(now))));
        Ok(())
    }

    /// Whether a branch has a message from this place on that is not among those that go.
    async fn is_anything_left(
        &self,
        branches: &[Branch],
        branch: BranchId,
        first: Sequence,
        gone: &[Message],
    ) -> Result<bool, Error> {
        let after = |segment: &Segment| segment.from.max(first) < segment.to;
        for segment in path(branches, branch).into_iter().filter(after) {
            let from = RecordKey::Message(segment.branch, segment.from.max(first));
            let to = RecordKey::Message(segment.branch, segment.to - 1);
            let limit = u32::try_from(gone.len()).unwrap_or(u32::MAX).saturating_add(1);
            let found = self.store.records_between(from, to, limit).await?;
            let stays =
                |record| matches!(record, Record::Message(found) if gone.iter().all(|message| message.id != found.id));
            if found.into_iter().any(stays) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The messages before this place belong to another answer, too, which stands on another branch from there.
    pub(super) async fn shared_with_another(&self, reply: &Message, branches: &[Branch]) -> Result<Sequence, Error> {
        let mut shared = 0;
        for branch in branches.iter().filter(|branch| branch.id != reply.branch) {
            let fork = shared_until(branches, branch.id, reply.branch);
            // One that forks later holds the answer itself.
            if fork > shared && fork <= reply.sequence {
                let (_, last) = RecordKey::messages_of(branch.id);
                let first = RecordKey::Message(branch.id, fork);
                shared = if self.store.records_between(first, last, 1).await?.is_empty() { shared } else { fork };
            }
        }
        Ok(shared)
    }
}

/// The branches without one. Those that an earlier build made from it are made from its parent.
fn without(branches: &[Branch], gone: BranchId) -> Vec<Branch> {
    let parent = branches.iter().find(|branch| branch.id == gone).and_then(|branch| branch.parent);
    let rest = branches.iter().filter(|branch| branch.id != gone).cloned();
    rest.map(|branch| if branch.parent == Some(gone) { Branch { parent, ..branch } } else { branch }).collect()
}

/// Makes the forgets of a branch that is removed those of its parent. They still cover the messages that the two share:
/// without them these would be sent again.
fn inherit(forgets: &mut [Forget], branches: &[Branch], gone: BranchId) {
    let Some(branch) = branches.iter().find(|branch| branch.id == gone) else { return };
    let Some(parent) = branch.parent else { return };
    for forget in forgets.iter_mut().filter(|forget| forget.branch == gone) {
        (forget.branch, forget.before) = (parent, forget.before.min(branch.first));
    }
}
