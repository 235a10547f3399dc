//! Marks about a database that all tabs see at once, in local storage.

use super::{database, may_keep};
use leptos::prelude::window;

/// A mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BrowserMark {
    /// Backups are turned on.
    HasBackups,
    /// Something changed since the last backup was begun.
    ChangedSinceBackup,
    /// A backup was begun and did not end well, or the page was closed meanwhile.
    UnfinishedBackup,
}

impl BrowserMark {
    /// Key in local storage. Deleting everything deletes what begins with the app's name.
    fn key(self) -> String {
        let name = match self {
            Self::HasBackups => "has-backups",
            Self::ChangedSinceBackup => "changed-since-backup",
            Self::UnfinishedBackup => "unfinished-backup",
        };
        format!("ricordo.{name}.{}", database())
    }
}

/// Sets a mark, or removes it.
pub fn set_mark(which: BrowserMark, on: bool) {
    let Some(storage) = window().local_storage().ok().flatten().filter(|_| may_keep()) else { return };
    let key = which.key();
    // Reading costs less than writing, which other tabs are told about.
    if storage.get_item(&key).ok().flatten().is_some() == on {
        return;
    }
    let _ = if on { storage.set_item(&key, "1") } else { storage.remove_item(&key) };
}

/// Whether a mark is set.
pub fn is_marked(which: BrowserMark) -> bool {
    let storage = window().local_storage().ok().flatten();
    storage.and_then(|storage| storage.get_item(&which.key()).ok().flatten()).is_some()
}
