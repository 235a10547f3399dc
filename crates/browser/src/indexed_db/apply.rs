//! The one write: applies a list of changes in one transaction and returns their inverse.

use super::{
    errors::from_error,
    keys::Key,
    requests::{self, OneRow},
    rows::{Row, Stored, attach},
    transaction::{commit, store, write},
};
use futures_util::future::join;
use indexed_db_futures::{BuildPrimitive, database::Database, transaction::Transaction};
use ricordo_core::{
    change::{Change, Inverse},
    error::StoreError,
    record::{Record, RecordKey, bytes_of_changes},
    text::small_sort,
    undo::Undo,
};
use web_sys::Blob;

/// A change that is ready to be sent: all slow work is done before the transaction begins.
struct Step {
    key: RecordKey,
    what: What,
    /// The record to add or put. An undo entry's record is built in the transaction, because it holds what the earlier
    /// steps replaced.
    record: Option<Stored>,
    /// The row of the record.
    row: Option<Row>,
}

/// Operation on the key.
enum What {
    Add,
    Put,
    Remove,
    AddUndo(Undo),
}

impl Step {
    fn prepare(change: Change) -> Result<Self, StoreError> {
        let key = change.key();
        let (what, record) = match change {
            Change::Add(record) => (What::Add, Some(Stored::detach(record)?)),
            Change::Put(record) => (What::Put, Some(Stored::detach(record)?)),
            Change::Remove(_) => (What::Remove, None),
            Change::AddUndo(undo) => (What::AddUndo(undo), None),
        };
        let row = record.as_ref().map(Stored::to_row).transpose()?;
        Ok(Self { key, what, record, row })
    }
}

/// The previous records under the keys that the changes touch, sorted by key; `None` for a key that was not read. A
/// list, because the code of a tree map of these would be larger than this whole file.
struct Before(Vec<(RecordKey, Option<Stored>)>);

impl Before {
    fn of(steps: &[Step]) -> Self {
        Self(small_sort::set(steps.iter().map(|step| step.key)).into_iter().map(|key| (key, None)).collect())
    }

    /// Replaces the record under a key and returns the previous one.
    fn replace(&mut self, key: RecordKey, now: Option<Stored>) -> Option<Stored> {
        let place = self.0.binary_search_by_key(&key, |(key, _)| *key).ok()?;
        std::mem::replace(&mut self.0[place].1, now)
    }
}

/// The inverse of the steps so far, with the bytes that belong to it.
#[derive(Default)]
struct Undone {
    inverse: Inverse,
    blobs_newest_first: Vec<Vec<Blob>>,
}

impl Undone {
    fn note(&mut self, key: RecordKey, before: Option<Stored>, after: bool) {
        let (record, blobs) = before.and_then(Stored::whole).map(|stored| (stored.record, stored.blobs)).unzip();
        self.inverse.note(key, record, after);
        self.blobs_newest_first.extend(blobs);
    }

    fn fill(&self, undo: &Undo) -> Stored {
        Stored { record: Record::Undo(self.inverse.fill(undo.clone())), blobs: self.blobs() }
    }

    fn blobs(&self) -> Vec<Blob> {
        self.blobs_newest_first.iter().rev().flatten().cloned().collect()
    }

    /// The changes to apply, with their bytes. The write is done, so where bytes cannot be read, what has any is left out.
    async fn into_changes(self) -> Vec<Change> {
        let blobs = self.blobs();
        let mut changes = self.inverse.into_changes();
        if attach(bytes_of_changes(&mut changes), blobs).await.is_err() {
            changes.retain_mut(|change| match change {
                Change::Put(record) => record.bytes_mut().is_empty(),
                _ => true,
            });
        }
        changes
    }
}

/// Applies all changes or none; returns when the transaction is complete.
///
/// Sends every request before it awaits the first answer: a page that is being closed may never get an answer, but its
/// requests are stored all the same. Only an undo entry has to wait, because it holds what the reads before it find.
pub(super) async fn apply(database: &Database, changes: Vec<Change>) -> Result<Vec<Change>, StoreError> {
    if changes.is_empty() {
        return Ok(Vec::new());
    }
    let mut steps = changes.into_iter().map(Step::prepare).collect::<Result<Vec<_>, _>>()?;
    let kinds = small_sort::set(steps.iter().map(|step| step.key.kind()));
    let mut before = Before::of(&steps);
    let transaction = write(database, &kinds)?;
    let asked = ask(&transaction, &steps, &before)?;
    let mut undone = Undone::default();
    if steps.iter().any(|step| matches!(step.what, What::AddUndo(_))) {
        answers(asked, &mut before).await?;
        for step in &mut steps {
            note(step, &mut before, &mut undone)?;
            send(&transaction, step)?;
        }
        commit(transaction).await?;
    } else {
        steps.iter().try_for_each(|step| send(&transaction, step))?;
        let (committed, _) = join(commit(transaction), answers(asked, &mut before)).await;
        // The write is done: what could not be read cannot be put back.
        committed?;
        steps.iter_mut().try_for_each(|step| note(step, &mut before, &mut undone))?;
    }
    Ok(undone.into_changes().await)
}

/// Requests the record that the first change of each key replaces. An add needs no read: it replaces nothing, or the
/// whole list fails.
fn ask(transaction: &Transaction<'_>, steps: &[Step], before: &Before) -> Result<Vec<(RecordKey, OneRow)>, StoreError> {
    let mut touched = vec![false; before.0.len()];
    let mut asked = Vec::new();
    for step in steps {
        let Ok(place) = before.0.binary_search_by_key(&step.key, |(key, _)| *key) else { continue };
        let is_first = !std::mem::replace(&mut touched[place], true);
        if is_first && matches!(step.what, What::Put | What::Remove) {
            asked.push((step.key, requests::row(transaction, step.key)?));
        }
    }
    Ok(asked)
}

/// Reads all that can be read. Returns the last error.
async fn answers(asked: Vec<(RecordKey, OneRow)>, before: &mut Before) -> Result<(), StoreError> {
    let mut outcome = Ok(());
    for (key, row) in asked {
        match row.stored().await {
            Ok(stored) => drop(before.replace(key, stored)),
            Err(error) => outcome = Err(error),
        }
    }
    outcome
}

/// Records what a step replaces. An undo entry gets its row here.
fn note(step: &mut Step, before: &mut Before, undone: &mut Undone) -> Result<(), StoreError> {
    if let What::AddUndo(undo) = &step.what {
        let filled = undone.fill(undo);
        step.row = Some(filled.to_row()?);
        step.record = Some(filled);
    }
    let after = step.record.is_some();
    undone.note(step.key, before.replace(step.key, step.record.take()), after);
    Ok(())
}

/// Sends the request of one step without awaiting it: a failed request aborts the transaction, and the commit reports
/// it.
fn send(transaction: &Transaction<'_>, step: &Step) -> Result<(), StoreError> {
    let key = Key::of(step.key);
    let store = store(transaction, step.key.kind())?;
    let sent = match (&step.what, step.row.clone()) {
        (What::Put, Some(row)) => store.put(row).with_key(key).without_key_type().primitive(),
        (_, Some(row)) => store.add(row).with_key(key).without_key_type().primitive(),
        (_, None) => store.delete(key).primitive(),
    };
    sent.map(drop).map_err(from_error)
}
