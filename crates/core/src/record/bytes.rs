//! The bytes of images and files in a record: stores and files keep them apart from its other fields.

use super::Record;
use crate::change::Change;

impl Record {
    /// The places of all bytes in it, in one order: its own, or those in the steps of an undo entry.
    pub fn bytes_mut(&mut self) -> Vec<&mut Vec<u8>> {
        match self {
            Self::Blob(blob) => vec![&mut blob.bytes],
            Self::Undo(undo) => bytes_of_changes(&mut undo.changes),
            _ => Vec::new(),
        }
    }
}

/// The places of all bytes in a list of changes, in one order.
pub fn bytes_of_changes(changes: &mut [Change]) -> Vec<&mut Vec<u8>> {
    let records = changes.iter_mut().filter_map(|change| match change {
        Change::Add(record) | Change::Put(record) => Some(record),
        Change::Remove(_) | Change::AddUndo(_) => None,
    });
    records.flat_map(Record::bytes_mut).collect()
}
