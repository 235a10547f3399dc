//! Branches and erasing: what an answer shares with others, and what happens to a branch when its last message is erased.

use super::{Session, doomed::Doomed};
use crate::{
    branch::{Branch, Sequence, shared_until},
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
    /// Where the active branch loses its last message, switches to the sibling. A branch that nothing is left of is removed.
    pub(super) async fn leave_empty_branch(
        &self,
        snapshot: &Snapshot,
        gone: &[Message],
        doomed: &mut Doomed,
    ) -> Result<(), Error> {
        let (id, active) = (snapshot.conversation.id, snapshot.conversation.active_branch);
        let first = gone.iter().map(|message| message.sequence).min().unwrap_or_default();
        let last = self.store.messages(id, Sequence::MAX, 1).await?.pop();
        if last.is_none_or(|last| gone.iter().all(|message| message.id != last.id)) {
            return Ok(());
        }
        let left = self.store.messages(id, first, 1).await?.pop();
        let fork = forks(&snapshot.branches, active).pop();
        if let Some(fork) = fork.filter(|fork| left.is_none_or(|left| left.sequence < fork.sequence)) {
            let beside = fork.siblings[if fork.shown > 0 { fork.shown - 1 } else { 1 }];
            // The first sibling is the branch that the others fork from.
            let goes = fork.shown > 0 && fork.siblings[fork.shown] == active;
            let rest = snapshot.branches.iter().filter(|branch| !goes || branch.id != active);
            let rest: Vec<Branch> = rest.cloned().collect();
            if let Some(to) = end_of(&rest, beside, fork.sequence) {
                doomed.puts.extend(self.switched(snapshot, &rest, to));
                doomed.puts.extend(self.read_again(&snapshot.branches, &snapshot.conversation, to).await?);
                if goes {
                    doomed.keys.insert(RecordKey::Branch(id, active));
                    doomed.puts.extend(inherited_forgets(snapshot, active));
                }
            }
        }
        Ok(())
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

/// The forgets of a branch that is removed, as forgets of its parent. They still cover the messages that the two share:
/// without them these would be sent again.
fn inherited_forgets(snapshot: &Snapshot, gone: BranchId) -> Vec<Change> {
    let Some(branch) = snapshot.branches.iter().find(|branch| branch.id == gone) else { return Vec::new() };
    let Some(parent) = branch.parent else { return Vec::new() };
    let own = snapshot.forgets.iter().filter(|forget| forget.branch == gone);
    let moved = own.map(|forget| Forget { branch: parent, before: forget.before.min(branch.first), ..forget.clone() });
    moved.map(|forget| Change::Put(Record::Forget(forget))).collect()
}
