//! Changes: the only way to write, and how to invert them; and the undo entry, which a change can store.

use crate::{
    id::{ConversationId, UndoId},
    record::{Record, RecordKey, undone::UndoneCommand},
    time::Timestamp,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One step of `Store::apply`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// Stores a record that must not exist. If it does, the result is [`crate::error::StoreError::Conflict`], and
    /// nothing of the whole list is stored.
    Add(Record),
    /// Stores a record or replaces the one with its key.
    Put(Record),
    /// Removes a record if it exists.
    Remove(RecordKey),
    /// Stores an undo entry whose `changes` the store fills in: the inverse of all changes before it in the list. So a
    /// command and its undo are one transaction.
    AddUndo(Undo),
}

/// An undo entry. Applying `changes` undoes the command.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Undo {
    /// Unique id; newer ids sort later.
    pub id: UndoId,
    /// The conversation in which the command was given.
    pub conversation: ConversationId,
    /// The command.
    pub command: UndoneCommand,
    /// When the command was given.
    pub at: Timestamp,
    /// The inverse of the command's changes, in the order to apply them.
    pub changes: Vec<Change>,
    /// Records as the command left them, of those that another conversation may change, too: the user data, the settings,
    /// a memory, a task, a project. Compared with `changes` they say which fields the command changed, and only those are
    /// undone. Empty if there are none, or if an earlier build stored the entry.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<Record>,
    /// Number of the entry in its conversation, from 1; deletions by maintenance are numbered separately. 0 if an
    /// earlier build stored it.
    #[serde(default)]
    pub number: u32,
    /// Total size of all entries before it, in bytes, as counted by [`Undo::size`]. The size of any range of entries
    /// thus follows from its first and last one.
    #[serde(default)]
    pub bytes_before: u64,
}

impl Change {
    /// The key of the affected record.
    pub fn key(&self) -> RecordKey {
        match self {
            Self::Add(record) | Self::Put(record) => record.key(),
            Self::Remove(key) => *key,
            Self::AddUndo(undo) => RecordKey::Undo(undo.conversation, undo.id),
        }
    }

    /// Approximate size in an undo entry, in bytes.
    pub fn size(&self) -> u64 {
        match self {
            Self::Add(record) | Self::Put(record) => record.size(),
            Self::Remove(_) | Self::AddUndo(_) => 100,
        }
    }
}

/// The changes that turn some records into others, in key order: new records are added, different ones replaced, equal
/// ones left alone; then missing ones are removed.
pub fn difference(before: impl IntoIterator<Item = Record>, after: impl IntoIterator<Item = Record>) -> Vec<Change> {
    let by_key = |record: Record| (record.key(), record);
    // Inserted one by one, because collecting into a map would sort first; see `ricordo_text::small_sort`.
    let (mut old, mut new) = (BTreeMap::<RecordKey, Record>::new(), BTreeMap::<RecordKey, Record>::new());
    old.extend(before.into_iter().map(by_key));
    new.extend(after.into_iter().map(by_key));
    let mut changes = Vec::new();
    for (key, record) in new {
        match old.remove(&key) {
            None => changes.push(Change::Add(record)),
            Some(old) if old != record => changes.push(Change::Put(record)),
            Some(_) => {}
        }
    }
    changes.extend(old.into_keys().map(Change::Remove));
    changes
}

/// Collects the inverse of a list of changes while they are applied one by one.
#[derive(Debug, Default)]
pub struct Inverse {
    newest_first: Vec<Change>,
}

impl Inverse {
    /// Records that the record under a key is about to change: its old value, and whether there is one afterwards.
    pub fn note(&mut self, key: RecordKey, before: Option<Record>, after: bool) {
        match before {
            Some(before) => self.newest_first.push(Change::Put(before)),
            None if after => self.newest_first.push(Change::Remove(key)),
            None => {}
        }
    }

    /// Fills an undo entry with the inverse of all changes noted so far.
    pub fn fill(&self, undo: Undo) -> Undo {
        Undo { changes: self.newest_first.iter().rev().cloned().collect(), ..undo }
    }

    /// The changes to apply, in order: last change first.
    pub fn into_changes(mut self) -> Vec<Change> {
        self.newest_first.reverse();
        self.newest_first
    }
}
