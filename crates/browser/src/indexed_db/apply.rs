//! The one write: a list of changes in one transaction, and the changes that take them back.

use super::{
    errors::from_error,
    keys::Key,
    reads::{self, OneRow},
    rows::{Row, Stored, attach},
    transaction::{commit, store, write},
};
use futures_util::future::join;
use indexed_db_futures::{BuildPrimitive, database::Database, transaction::Transaction};
use ricordo_core::{
    change::{Change, Inverse},
    error::StoreError,
    order,
    record::{Record, RecordKey, bytes_of_changes},
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
///
/// Every request is sent at once, before the first answer: a page that is going away may never hear one, and what it
/// sent is stored all the same. Only an undo entry has to wait, for it holds what the reads before it find.
pub(super) async fn apply(database: &Database, changes: Vec<Change>) -> Result<Vec<Change>, StoreError> {
    if changes.is_empty() {
        return Ok(Vec::new());
    }
    let mut steps = changes.into_iter().map(Step::prepare).collect::<Result<Vec<_>, _>>()?;
    let kinds = order::set(steps.iter().map(|step| step.change.key().kind()));
    let transaction = write(database, &kinds.into_iter().collect::<Vec<_>>())?;
    let asked = ask(&transaction, &steps)?;
    let mut undone = Undone::default();
    if steps.iter().any(|step| matches!(step.change, Change::AddUndo(_))) {
        let mut before = answers(asked).await?;
        for step in &mut steps {
            note(step, &mut before, &mut undone)?;
            send(&transaction, step)?;
        }
        commit(transaction).await?;
    } else {
        steps.iter().try_for_each(|step| send(&transaction, step))?;
        let (committed, before) = join(commit(transaction), answers(asked)).await;
        committed?;
        let mut before = before?;
        steps.iter_mut().try_for_each(|step| note(step, &mut before, &mut undone))?;
    }
    let mut inverse = undone.inverse.changes();
    attach(bytes_of_changes(&mut inverse), undone.blobs()).await?;
    Ok(inverse)
}

/// Asks for what the first change of each key replaces. An added record replaces nothing, or the whole list fails: it
/// needs no read.
fn ask(transaction: &Transaction<'_>, steps: &[Step]) -> Result<Vec<(RecordKey, OneRow)>, StoreError> {
    let mut touched = BTreeSet::new();
    let mut asked = Vec::new();
    for step in steps {
        let key = step.change.key();
        if touched.insert(key) && matches!(step.change, Change::Put(_) | Change::Remove(_)) {
            asked.push((key, reads::row(transaction, key)?));
        }
    }
    Ok(asked)
}

async fn answers(asked: Vec<(RecordKey, OneRow)>) -> Result<Before, StoreError> {
    let mut before = Before::new();
    for (key, row) in asked {
        before.insert(key, row.stored().await?);
    }
    Ok(before)
}

/// Notes what a step replaces. An undo entry gets its row here.
fn note(step: &mut Step, before: &mut Before, undone: &mut Undone) -> Result<(), StoreError> {
    let key = step.change.key();
    let after = match &step.change {
        Change::Add(record) | Change::Put(record) => Some(Stored { record: record.clone(), blobs: step.blobs.clone() }),
        Change::Remove(_) => None,
        Change::AddUndo(undo) => {
            let filled = undone.fill(undo);
            step.row = Some(filled.to_row()?);
            Some(filled)
        }
    };
    undone.note(&step.change, before.insert(key, after).flatten());
    Ok(())
}

/// Sends the request of one step. It is not awaited: a request that fails aborts the transaction, and the commit says so.
fn send(transaction: &Transaction<'_>, step: &Step) -> Result<(), StoreError> {
    let key = step.change.key();
    let store = store(transaction, key.kind())?;
    let sent = match (&step.change, step.row.clone()) {
        (Change::Put(_), Some(row)) => store.put(row).with_key(Key::of(key)).without_key_type().primitive(),
        (_, Some(row)) => store.add(row).with_key(Key::of(key)).without_key_type().primitive(),
        (_, None) => store.delete(Key::of(key)).primitive(),
    };
    sent.map(drop).map_err(from_error)
}
