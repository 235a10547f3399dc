//! Keeps what is known of other conversations in the summaries of all of them: see [`crate::summary::elsewhere`].

use super::Session;
use crate::{
    change::Change,
    error::{Error, StoreError},
    host::Host,
    id::ConversationId,
    record::{Kind, Record, RecordKey},
    snapshot::Snapshot,
    store::Store,
    summary::{
        Summary,
        elsewhere::{noted, noted_after, sight_after},
    },
    undo::UndoneCommand,
};

impl<S: Store, H: Host> Session<S, H> {
    /// Stores changes to what the model may see of a conversation, with what takes them back, and notes them where other
    /// conversations read it. The notes stand behind the undo entry: undo makes its own.
    pub(super) async fn apply_noted(
        &self,
        snapshot: &Snapshot,
        command: UndoneCommand,
        mut changes: Vec<Change>,
    ) -> Result<(), Error> {
        if changes.is_empty() {
            return Ok(());
        }
        let notes = noted_after(snapshot, &changes);
        changes.push(Change::AddUndo(self.undo_entry(snapshot.conversation.id, command)));
        changes.extend(notes);
        self.apply_command(changes).await?;
        Ok(())
    }

    /// What is applied instead of changes that take a command back: summaries of all conversations come back with what has
    /// happened since in each of them.
    pub(super) async fn noted_undone(&self, snapshot: &Snapshot, changes: Vec<Change>) -> Result<Vec<Change>, Error> {
        let notes = noted_after(snapshot, &changes);
        let (forgets, marks) = sight_after(snapshot, &changes);
        let mut undone = Vec::with_capacity(changes.len() + notes.len());
        for change in changes {
            undone.push(match change {
                Change::Put(Record::Summary(summary)) if summary.conversation.is_none() => {
                    let summary = self.noted_everywhere(summary).await?;
                    let of = snapshot.conversation.id;
                    Change::Put(Record::Summary(noted(&summary, of, &snapshot.branches, &forgets, &marks)))
                }
                other => other,
            });
        }
        undone.extend(notes);
        Ok(undone)
    }

    /// A summary with what is to be known of each conversation that it covers.
    async fn noted_everywhere(&self, mut summary: Summary) -> Result<Summary, StoreError> {
        for coverage in summary.coverage.clone() {
            if let Some(of) = self.store.snapshot(coverage.conversation, 0).await? {
                summary = noted(&summary, of.conversation.id, &of.branches, &of.forgets, &of.marks);
            }
        }
        Ok(summary)
    }

    /// Notes in all summaries of all conversations what is to be known: what came out of a file may say nothing of it.
    pub(super) async fn note_everywhere(&self) -> Result<(), StoreError> {
        let mut changes = Vec::new();
        for record in self.owned(Kind::Summary, None).await? {
            let Record::Summary(before) = record else { continue };
            let after = self.noted_everywhere(before.clone()).await?;
            if after != before {
                changes.push(Change::Put(Record::Summary(after)));
            }
        }
        self.store.apply(changes).await?;
        Ok(())
    }

    /// What a conversation has of a kind that is sorted by conversation first; `None`: what belongs to all of them.
    pub(super) async fn owned(&self, kind: Kind, of: Option<ConversationId>) -> Result<Vec<Record>, StoreError> {
        match RecordKey::owned(kind, of) {
            Some((first, last)) => self.store.records_between(first, last, u32::MAX).await,
            None => Ok(Vec::new()),
        }
    }
}
