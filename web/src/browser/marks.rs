//! Marks about a database that all tabs see at once, in local storage.

use super::{database, may_keep};
use leptos::prelude::window;
use ricordo_core::time::Timestamp;

/// Begins the key of the time when the user was last in a tab.
const PRESENT: &str = "ricordo.present.";

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
    const ALL: [Self; 3] = [Self::HasBackups, Self::ChangedSinceBackup, Self::UnfinishedBackup];

    /// Key in local storage. Deleting everything deletes what begins with the app's name, except the marks of other databases.
    fn key(self) -> String {
        self.key_of(&database())
    }

    fn key_of(self, database: &str) -> String {
        let name = match self {
            Self::HasBackups => "has-backups",
            Self::ChangedSinceBackup => "changed-since-backup",
            Self::UnfinishedBackup => "unfinished-backup",
        };
        format!("ricordo.{name}.{database}")
    }
}

/// Whether a key in local storage is about another database: a mark, or the name of an element's database is its end.
pub fn is_of_another_database(key: &str, database: &str) -> bool {
    key.rsplit_once('@').is_some_and(|(_, of)| of != database)
        || key.strip_prefix(PRESENT).is_some_and(|of| of != database)
        || BrowserMark::ALL.iter().any(|mark| key.starts_with(&mark.key_of("")) && key != mark.key_of(database))
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

/// Notes for the other tabs when the user was last in one.
pub fn note_presence(at: Timestamp) {
    if let Some(storage) = window().local_storage().ok().flatten().filter(|_| may_keep()) {
        let _ = storage.set_item(&format!("{PRESENT}{}", database()), &at.0.to_string());
    }
}

/// When the user was last in a tab, as far as one has noted it.
pub fn last_presence() -> Option<Timestamp> {
    let storage = window().local_storage().ok()??;
    storage.get_item(&format!("{PRESENT}{}", database())).ok()??.parse().ok().map(Timestamp)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_marks_of_another_database_are_known_from_all_else_that_the_page_keeps() {
        for (key, is_other) in [
            ("ricordo.has-backups.ricordo", false),
            ("ricordo.has-backups.second", true),
            ("ricordo.changed-since-backup.ricordo-2", true),
            ("ricordo.unfinished-backup.", true),
            ("ricordo.present.ricordo", false),
            ("ricordo.present.second", true),
            ("ricordo.has-talked", false),
            ("ricordo.theme", false),
            ("ricordo.given@ricordo", false),
            ("ricordo.given@second", true),
        ] {
            assert_eq!(is_of_another_database(key, "ricordo"), is_other, "{key}");
        }
    }
}
