//! Keeps the notes about other conversations in the shared summaries up to date: see [`crate::summary::elsewhere`].

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
        elsewhere::{noted_after, noted_moves, noted_of, sight_after},
    },
    undo::UndoneCommand,
};

impl<S: Store, H: Host> Session<S, H> {
    /// Applies changes to what the model may see of a conversation, and to marks in others, with an undo entry, and notes them in
    /// the shared summaries. The notes come after the undo entry, because undo writes its own.
    pub(super) async fn apply_noted(
        &self,
        snapshot: &Snapshot,
        command: UndoneCommand,
        mut changes: Vec<Change>,
    ) -> Result<(), Error> {
        if changes.is_empty() {
            return Ok(());
        }
        let notes = noted_after(&snapshot.summaries, &self.sights_after(snapshot, &changes).await?, &changes);
        changes.push(Change::AddUndo(self.undo_entry(snapshot.conversation.id, command)));
        changes.extend(notes);
        self.apply_command(changes).await?;
        Ok(())
    }

    /// Replaces the changes that undo a command: shared summaries return with the notes on what happened since in each
    /// conversation.
    pub(super) async fn noted_undone(&self, snapshot: &Snapshot, changes: Vec<Change>) -> Result<Vec<Change>, Error> {
        let after = self.sights_after(snapshot, &changes).await?;
        let notes = noted_after(&snapshot.summaries, &after, &changes);
        let mut undone = Vec::with_capacity(changes.len() + notes.len());
        for change in changes {
            undone.push(match change {
                Change::Put(Record::Summary(summary)) if summary.conversation.is_none() => {
                    let summary = self.noted_everywhere(summary).await?;
                    Change::Put(Record::Summary(after.iter().fold(summary, |noted, after| noted_of(&noted, after))))
                }
                other => other,
            });
        }
        undone.extend(notes);
        Ok(undone)
    }

    /// What the model may see after some changes: of the conversation of `snapshot`, and of each other one in which they mark a
    /// message.
    async fn sights_after(&self, snapshot: &Snapshot, changes: &[Change]) -> Result<Vec<Snapshot>, StoreError> {
        let own = snapshot.conversation.id;
        let marked = changes.iter().filter_map(|change| match change.key() {
            RecordKey::Mark(of, _) if of != own => Some(of),
            _ => None,
        });
        let mut after = vec![sight_after(snapshot, changes)];
        for of in ricordo_text::small_sort::set(marked) {
            // The marks of documents and of shared summaries belong to no conversation.
            after.extend(self.store.snapshot(of, 0).await?.map(|other| sight_after(&other, changes)));
        }
        Ok(after)
    }

    /// A summary with up-to-date notes about each conversation that it covers.
    async fn noted_everywhere(&self, mut summary: Summary) -> Result<Summary, StoreError> {
        for coverage in summary.coverage.clone() {
            if let Some(of) = self.store.snapshot(coverage.conversation, 0).await? {
                summary = noted_of(&summary, &of);
                summary = noted_moves(summary, &of.conversation);
            }
        }
        Ok(summary)
    }

    /// Updates the notes in all shared summaries, because imported records may lack them.
    pub(super) async fn note_everywhere(&self) -> Result<(), StoreError> {
        let mut changes = Vec::new();
        let Some(shared) = RecordKey::owned(Kind::Summary, None) else { return Ok(()) };
        for record in self.page(shared, u32::MAX).await?.records {
            let Record::Summary(before) = record else { continue };
            let after = match self.noted_everywhere(before.clone()).await {
                // A conversation that it covers cannot be read.
                Err(StoreError::Damaged { .. }) => continue,
                after => after?,
            };
            if after != before {
                changes.push(Change::Put(Record::Summary(after)));
            }
        }
        self.store.apply(changes).await?;
        Ok(())
    }

    /// The records of a kind that is sorted by conversation first; `None`: those that belong to all conversations.
    pub(super) async fn owned(&self, kind: Kind, of: Option<ConversationId>) -> Result<Vec<Record>, StoreError> {
        match RecordKey::owned(kind, of) {
            Some((first, last)) => self.store.records_between(first, last, u32::MAX).await,
            None => Ok(Vec::new()),
        }
    }
}
