//! Undo entries: the changes that undo a command, stored in the same transaction as the command. The structure is in
//! `change`, because a change can store an undo entry, which holds changes itself.

use crate::record::{Record, change::Change};
pub use crate::record::{change::Undo, undone::UndoneCommand};

impl Undo {
    /// The undo entry in a record, if it is one.
    pub fn of(record: Record) -> Option<Self> {
        if let Record::Undo(undo) = record { Some(undo) } else { None }
    }

    /// Approximate size in bytes.
    pub fn size(&self) -> u64 {
        let sizes = self.changes.iter().map(Change::size).chain(self.after.iter().map(Record::size));
        sizes.fold(ENTRY, u64::saturating_add)
    }

    /// Whether it reverts a deletion by maintenance instead of a user command.
    pub fn is_deletion(&self) -> bool {
        self.command == UndoneCommand::Storage
    }
}

/// Approximate size of an entry without its changes, in bytes.
const ENTRY: u64 = 200;
