//! The one write: a list of changes in one transaction, and the changes that take them back.

use super::{
    errors::from_error,
    reads,
    records::{Key, Row, Stored, attach, bytes_of_changes},
    transaction::{commit, store, write},
};
use indexed_db_futures::{BuildPrimitive, database::Database, transaction::Transaction};
use ricordo_core::{
    change::{Change, Inverse},
    error::StoreError,
    record::{Kind, Record, RecordKey},
    undo::Undo,
};
use std::collections::{BTreeMap, BTreeSet};
use web_sys::Blob;

/// A change that is ready to be sent: everything that takes time is done before the transaction begins.
struct Step {
    /// The change; the bytes of its record are in `blobs`.
    change: Change,
    blobs: Vec<Blob>,
    /// The row of a record that is added or put. That of an undo entry is made in the transaction: it holds what the
    /// steps before it found.
    row: Option<Row>,
}

impl Step {
    fn prepare(change: Change) -> Result<Self, StoreError> {
        let (record, wrap): (_, fn(Record) -> Change) = match change {
            Change::Add(record) => (record, Change::Add),
            Change::Put(record) => (record, Change::Put),
            Change::Remove(_) | Change::AddUndo(_) => return Ok(Self { change, blobs: Vec::new(), row: None }),
        };
        let stored = Stored::detach(record)?;
        let row = Some(stored.to_row()?);
        Ok(Self { change: wrap(stored.record), blobs: stored.blobs, row })
    }
}

/// What was under the keys that the changes touch; a key that is not in it was not looked up.
type Before = BTreeMap<RecordKey, Option<Stored>>;

/// The inverse of the steps so far, with the bytes that belong to it.
#[derive(Default)]
struct Undone {
    inverse: Inverse,
    blobs_newest_first: Vec<Vec<Blob>>,
}

impl Undone {
    fn note(&mut self, change: &Change, before: Option<Stored>) {
        let (record, blobs) = before.map(|stored| (stored.record, stored.blobs)).unzip();
        self.inverse.note(change, record);
        self.blobs_newest_first.extend(blobs);
    }

    fn fill(&self, undo: &Undo) -> Stored {
        Stored { record: Record::Undo(self.inverse.fill(undo.clone())), blobs: self.blobs() }
    }

    fn blobs(&self) -> Vec<Blob> {
        self.blobs_newest_first.iter().rev().flatten().cloned().collect()
    }
}

/// Applies all changes or none; returns when the transaction is complete.
pub(super) async fn apply(database: &Database, changes: Vec<Change>) -> Result<Vec<Change>, StoreError> {
    if changes.is_empty() {
        return Ok(Vec::new());
    }
    let steps = changes.into_iter().map(Step::prepare).collect::<Result<Vec<_>, _>>()?;
    let kinds: BTreeSet<Kind> = steps.iter().map(|step| step.change.key().kind()).collect();
    let transaction = write(database, &kinds.into_iter().collect::<Vec<_>>())?;
    let mut before = look_up(&transaction, &steps).await?;
    let mut undone = Undone::default();
    for step in steps {
        send(&transaction, step, &mut before, &mut undone)?;
    }
    commit(transaction).await?;
    let mut inverse = undone.inverse.changes();
    attach(bytes_of_changes(&mut inverse), undone.blobs()).await?;
    Ok(inverse)
}

/// Reads what the first change of each key replaces. An added record replaces nothing, or the whole list fails: it needs
/// no read, and so a list of nothing but additions is sent without waiting.
async fn look_up(transaction: &Transaction<'_>, steps: &[Step]) -> Result<Before, StoreError> {
    let mut touched = BTreeSet::new();
    let mut asked = Vec::new();
    for step in steps {
        let key = step.change.key();
        if touched.insert(key) && matches!(step.change, Change::Put(_) | Change::Remove(_)) {
            asked.push((key, reads::row(transaction, key)?));
        }
    }
    let mut before = Before::new();
    for (key, row) in asked {
        before.insert(key, row.stored().await?);
    }
    Ok(before)
}

/// Sends the request of one step. It is not awaited: a request that fails aborts the transaction, and the commit says so.
fn send(transaction: &Transaction<'_>, step: Step, before: &mut Before, undone: &mut Undone) -> Result<(), StoreError> {
    let Step { change, blobs, row } = step;
    let key = change.key();
    let is_put = matches!(change, Change::Put(_));
    let filled = match &change {
        Change::AddUndo(undo) => Some(undone.fill(undo)),
        _ => None,
    };
    undone.note(&change, before.remove(&key).flatten());
    let (after, row) = match (change, filled) {
        (_, Some(filled)) => {
            let row = filled.to_row()?;
            (Some(filled), Some(row))
        }
        (Change::Add(record) | Change::Put(record), None) => (Some(Stored { record, blobs }), row),
        (Change::Remove(_) | Change::AddUndo(_), None) => (None, None),
    };
    before.insert(key, after);
    let store = store(transaction, key.kind())?;
    let sent = match row {
        Some(row) if is_put => store.put(row).with_key(Key::of(key)).without_key_type().primitive(),
        Some(row) => store.add(row).with_key(Key::of(key)).without_key_type().primitive(),
        None => store.delete(Key::of(key)).primitive(),
    };
    sent.map(drop).map_err(from_error)
}
