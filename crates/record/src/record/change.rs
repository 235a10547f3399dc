//! Changes: the only way anything is written, and how each is taken back.

use crate::record::{Record, RecordKey, undo::Undo};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One step of [`crate::store::Store::apply`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// Stores a record that must not be there yet. It is there: [`crate::error::StoreError::Conflict`], and nothing of
    /// the whole list is stored.
    Add(Record),
    /// Stores a record, in place of the one with its key if there is one.
    Put(Record),
    /// Removes a record. It is not there: nothing happens.
    Remove(RecordKey),
    /// Stores an undo entry whose `changes` are filled in by the store: the inverse of all changes of the same list that
    /// stand before it. So a command and its undo are one transaction.
    AddUndo(Undo),
}

impl Change {
    /// The key of the record that it touches.
    pub fn key(&self) -> RecordKey {
        match self {
            Self::Add(record) | Self::Put(record) => record.key(),
            Self::Remove(key) => *key,
            Self::AddUndo(undo) => RecordKey::Undo(undo.conversation, undo.id),
        }
    }

    /// About how many bytes it takes where it is stored in an undo entry.
    pub fn size(&self) -> u64 {
        match self {
            Self::Add(record) | Self::Put(record) => record.size(),
            Self::Remove(_) | Self::AddUndo(_) => 100,
        }
    }
}

/// The changes that lead from some records to others, in the order of their keys: what is new is added, what differs
/// is replaced, what is equal is not touched; then what is gone is removed.
pub fn difference(before: impl IntoIterator<Item = Record>, after: impl IntoIterator<Item = Record>) -> Vec<Change> {
    let by_key = |record: Record| (record.key(), record);
    // Put in one by one: collecting into a map would sort first, see `order`.
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
    /// Notes that the record under a key is about to change: what was there before, and whether one is there after it.
    pub fn note(&mut self, key: RecordKey, before: Option<Record>, after: bool) {
        match before {
            Some(before) => self.newest_first.push(Change::Put(before)),
            None if after => self.newest_first.push(Change::Remove(key)),
            None => {}
        }
    }

    /// The undo entry with what takes back all changes noted so far.
    pub fn fill(&self, undo: Undo) -> Undo {
        Undo { changes: self.newest_first.iter().rev().cloned().collect(), ..undo }
    }

    /// The changes to apply, in order: last change first.
    pub fn into_changes(mut self) -> Vec<Change> {
        self.newest_first.reverse();
        self.newest_first
    }
}
