//! What undo could bring back: a memory, task, summary or document that was deleted is only in an undo entry, which may be in
//! any conversation.

use super::super::Session;
use crate::{
    change::Change,
    error::{Error, StoreError},
    host::Host,
    record::{Record, RecordKey},
    store::Store,
    undo::{Undo, UndoneCommand},
};

/// Conversations whose entries are read at once.
const AT_ONCE: usize = 64;

impl<S: Store, H: Host> Session<S, H> {
    /// The records that the undo entries of commands hold, in all conversations, of the kinds that are derived from messages or
    /// belong to a conversation. Deletions by maintenance hold none of them.
    pub(in crate::session) async fn restorable(&self) -> Result<Vec<Record>, Error> {
        let conversations = self.all_readable().await?;
        let ranges: Vec<_> = conversations.iter().map(|of| RecordKey::commands_of(of.id)).collect();
        let mut found = Vec::new();
        for some in ranges.chunks(AT_ONCE) {
            let entries = match self.store.several_between(some.to_vec()).await {
                Err(StoreError::Damaged { .. }) => self.readable_entries(some).await?,
                entries => entries?.into_iter().flatten().collect(),
            };
            found.extend(entries.into_iter().filter_map(Undo::of).flat_map(restored_by));
        }
        Ok(found)
    }

    /// The entries that can be read. Others bring nothing back.
    async fn readable_entries(&self, ranges: &[(RecordKey, RecordKey)]) -> Result<Vec<Record>, StoreError> {
        let mut found = Vec::new();
        for range in ranges {
            found.extend(self.page(*range, u32::MAX).await?.records);
        }
        Ok(found)
    }
}

fn restored_by(undo: Undo) -> impl Iterator<Item = Record> {
    // Undoing a move restores no document that was removed since, and one that is there is no longer where it was.
    let is_move = undo.command == UndoneCommand::MoveDocument;
    let before = undo.changes.into_iter().filter_map(|change| match change {
        Change::Add(record) | Change::Put(record) => Some(record),
        _ => None,
    });
    // What a command left is not brought back, but it is stored in the entry, too.
    before.chain(undo.after).filter(move |record| match record {
        Record::Summary(_) | Record::ReplacedSummary(_) | Record::Memory(_) | Record::Task(_) => true,
        Record::Document(_) => !is_move,
        _ => false,
    })
}
