//! Undo history of a conversation: the user's commands and, apart from them, the deletions by maintenance. Both are
//! limited when an entry is added, which reads only the newest entry and those that are dropped.

use super::{Session, merging::is_merged};
use crate::{
    change::Change,
    error::{Error, StoreError},
    host::Host,
    id::{ConversationId, UndoId},
    mark::MarkKind,
    record::{Record, RecordKey},
    store::Store,
    undo::{Undo, UndoneCommand},
};
use uuid::Uuid;

/// Bytes per megabyte, as in the settings.
pub(super) const MEGABYTE: u64 = 1_000_000;

fn is_muting(change: &Change) -> bool {
    matches!(change, Change::Put(Record::Mark(mark)) if mark.kind == MarkKind::Muted)
}

/// What the changes of a command leave of records that several conversations may change.
fn left_by(command: UndoneCommand, changes: &[Change]) -> Vec<Record> {
    // These restore named fields, and may concern thousands of records.
    if matches!(command, UndoneCommand::MoveConversation | UndoneCommand::DeleteProject) {
        return Vec::new();
    }
    let left = changes.iter().filter_map(|change| match change {
        Change::Put(record) if is_merged(record) => Some(record.clone()),
        _ => None,
    });
    left.collect()
}

/// Limits on the entries kept when one is added.
pub(super) struct Room {
    /// The most entries, including the new one.
    pub(super) entries: u32,
    /// The most bytes of the entries before it. The new one is kept whatever its size, so the last command can always
    /// be undone.
    pub(super) bytes: u64,
}

impl<S: Store, H: Host> Session<S, H> {
    /// Stores a command with its undo entry, and drops the oldest entries that exceed the limits in the same
    /// transaction. Changes without an undo entry are stored unchanged.
    pub(super) async fn apply_command(&self, mut changes: Vec<Change>) -> Result<Vec<Change>, StoreError> {
        let mut gone = Vec::new();
        for at in 0..changes.len() {
            let (before, rest) = changes.split_at_mut(at);
            let [Change::AddUndo(undo), ..] = rest else { continue };
            undo.after = left_by(undo.command, before);
            gone.extend(self.make_room_for_command(undo).await?);
        }
        changes.extend(gone.iter().map(|undo| Change::Remove(RecordKey::Undo(undo.conversation, undo.id))));
        self.store.apply(changes).await
    }

    /// As [`Session::make_room`], for the entry of a command.
    pub(super) async fn make_room_for_command(&self, undo: &mut Undo) -> Result<Vec<Undo>, StoreError> {
        let settings = match self.store.record(RecordKey::Settings).await? {
            Some(Record::Settings(settings)) => settings.up_to_date(),
            _ => crate::settings::Settings::default(),
        };
        let room = Room { entries: settings.undo_steps, bytes: u64::from(settings.undo_megabytes) * MEGABYTE };
        self.make_room(undo, RecordKey::commands_of(undo.conversation), &room).await
    }

    /// Numbers an entry that is about to be added between two keys, and returns the oldest ones that exceed the limits.
    pub(super) async fn make_room(
        &self,
        undo: &mut Undo,
        (first, last): (RecordKey, RecordKey),
        room: &Room,
    ) -> Result<Vec<Undo>, StoreError> {
        let mut newest = self.store.last_between(first, last).await?.and_then(Undo::of);
        if newest.as_ref().is_some_and(|newest| newest.number == 0) {
            self.renew_history(undo.conversation).await?;
            newest = self.store.last_between(first, last).await?.and_then(Undo::of);
        }
        undo.number = newest.as_ref().map_or(1, |newest| newest.number.saturating_add(1));
        undo.bytes_before = newest.map_or(0, |newest| newest.bytes_before.saturating_add(newest.size()));
        let (mut gone, mut from) = (Vec::new(), first);
        loop {
            let oldest = self.store.records_between(from, last, 1).await?.pop().and_then(Undo::of);
            let Some(oldest) = oldest else { return Ok(gone) };
            let is_over = undo.number.saturating_sub(oldest.number) >= room.entries
                || undo.bytes_before.saturating_sub(oldest.bytes_before) > room.bytes;
            if !is_over {
                return Ok(gone);
            }
            from = RecordKey::Undo(undo.conversation, UndoId(Uuid::from_u128(oldest.id.0.as_u128().saturating_add(1))));
            gone.push(oldest);
        }
    }

    /// Numbers the entries of earlier builds, and moves deletions by maintenance out of the user's commands.
    pub(super) async fn renew_history(&self, of: ConversationId) -> Result<(), StoreError> {
        let keys = [RecordKey::commands_of(of), RecordKey::deletions_of(of)];
        let mut changes = Vec::new();
        let [mut commands, mut deletions] = [(0, 0); 2];
        let mut entries = Vec::new();
        for (first, last) in keys {
            entries.extend(self.store.records_between(first, last, u32::MAX).await?.into_iter().filter_map(Undo::of));
        }
        ricordo_text::small_sort::by_key(&mut entries, |undo| undo.id.at());
        for mut undo in entries {
            let tally = if undo.is_deletion() { &mut deletions } else { &mut commands };
            let old = RecordKey::Undo(of, undo.id);
            if undo.is_deletion() && !old.is_deletion() {
                changes.push(Change::Remove(old));
                // Without the mark of a muted message a summary made from it would hold again.
                changes.extend(undo.changes.iter().filter(|change| is_muting(change)).cloned());
                undo.id = UndoId::of_deletion(undo.at, self.host.random());
            }
            tally.0 += 1;
            (undo.number, undo.bytes_before) = *tally;
            tally.1 += undo.size();
            changes.push(Change::Put(Record::Undo(undo)));
        }
        self.store.apply(changes).await?;
        Ok(())
    }

    /// The newest command of a conversation that can be undone.
    pub(super) async fn last_command(&self, id: ConversationId) -> Result<Option<Undo>, Error> {
        match self.store.last_undo(id).await? {
            // Earlier builds stored deletions among the commands.
            Some(undo) if undo.is_deletion() => {
                self.renew_history(id).await?;
                Ok(self.store.last_undo(id).await?)
            }
            last => Ok(last),
        }
    }
}
