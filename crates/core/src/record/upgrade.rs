//! Brings records that an earlier build stored up to this one's form: rows of a database, lines of an export, and the
//! records inside undo entries.

use super::Record;
use crate::{change::Change, undo::Undo, upkeep::Progress};

/// A record that a build of version `from` of the records wrote, as this build writes it. What is of this version already
/// is given back as it is.
#[must_use]
pub fn upgraded(record: Record, from: u32) -> Record {
    if from < 5 { to_5(record) } else { record }
}

/// Version 5 stores what versions up to 4 left to be guessed: how far each kind of background work has come.
fn to_5(record: Record) -> Record {
    match record {
        Record::Upkeep(mut upkeep) => {
            if upkeep.progress == Progress::None {
                upkeep.progress = Progress::of_version_4(upkeep.job, upkeep.position);
            }
            upkeep.position = 0;
            Record::Upkeep(upkeep)
        }
        Record::Undo(undo) => Record::Undo(undo_to_5(undo)),
        other => other,
    }
}

fn undo_to_5(undo: Undo) -> Undo {
    let changes = undo.changes.into_iter().map(|change| match change {
        Change::Add(record) => Change::Add(to_5(record)),
        Change::Put(record) => Change::Put(to_5(record)),
        Change::AddUndo(undo) => Change::AddUndo(undo_to_5(undo)),
        remove @ Change::Remove(_) => remove,
    });
    Undo { changes: changes.collect(), ..undo }
}
