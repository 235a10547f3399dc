//! Restores a backup: lists those of a folder, opens a sealed one, checks that it is whole, and imports it.

use super::{making::size_of, sealed_keys::keys_in};
use crate::{
    browser,
    chat::Chat,
    state::DialogKind,
    texts::{backup::restore, fill},
};
use leptos::prelude::*;
use ricordo_browser::{
    backups::{Backups, Failure, Permission},
    keys,
};
use ricordo_core::backup::{SEALED, moment_of};
use std::cell::RefCell;
use web_sys::File;

/// A backup that can be restored.
#[derive(Clone, Debug)]
pub struct FoundBackup {
    /// The file.
    pub file: File,
    /// Its size in bytes.
    pub size: u64,
    /// Whether it needs a passphrase.
    pub is_sealed: bool,
    /// Whether it turned out to be damaged.
    pub is_damaged: bool,
}

/// Why a backup was not restored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotRestored {
    /// The file is damaged or incomplete.
    Damaged,
    /// Something else, as a sentence.
    Other(String),
}

thread_local! {
    static OFFERED: RefCell<Vec<File>> = const { RefCell::new(Vec::new()) };
}

/// Takes the sealed files that were chosen for an import.
pub fn offered() -> Vec<File> {
    OFFERED.take()
}

impl FoundBackup {
    async fn new(file: File) -> Self {
        Self { size: size_of(&file), is_sealed: is_sealed(&file).await, is_damaged: false, file }
    }
}

/// Whether a file is sealed. A file that the browser cannot read is not.
async fn is_sealed(file: &File) -> bool {
    let length = i32::try_from(SEALED.len()).unwrap_or_default();
    match file.slice_with_i32_and_i32(0, length) {
        Ok(start) => browser::read_text(&start).await.as_deref() == Some(SEALED),
        Err(_) => false,
    }
}

/// The backups among files, newest first. `is_chosen`: the user chose each of them, whatever its name.
pub async fn found_among(files: Vec<File>, is_chosen: bool) -> Vec<FoundBackup> {
    let mut found = Vec::new();
    for file in files {
        if is_chosen || is_backup(&file.name(), file.size()) {
            found.push(FoundBackup::new(file).await);
        }
    }
    found.sort_by_key(|one| std::cmp::Reverse(age(&one.file.name(), one.file.last_modified())));
    found
}

/// Whether a file in a folder looks like a backup. An empty one was left by a page that was closed while it wrote.
fn is_backup(name: &str, size: f64) -> bool {
    moment_of(name).is_some() && size > 0.0
}

/// How new a backup is: by the moment in its name, which survives copying. Two of the same minute differ in when they were
/// written.
fn age(name: &str, written: f64) -> (Option<String>, u64) {
    (moment_of(name).map(str::to_owned), written.to_bits())
}

/// Why a backup or a folder was not read, and what to do. `name`: of the file or the folder, if it is known.
fn not_read(failure: Failure, name: Option<&str>) -> String {
    let texts = restore();
    match failure {
        Failure::WrongPassphrase => texts.wrong.to_owned(),
        Failure::NoRoom => texts.no_room.to_owned(),
        Failure::Other(why) if !why.is_empty() => fill(texts.failed, &[("why", why.trim_end_matches('.'))]),
        Failure::Missing | Failure::NotAllowed | Failure::Damaged | Failure::Other(_) => {
            fill(texts.gone, &[("name", name.unwrap_or(texts.the_folder))])
        }
    }
}

impl Chat {
    /// Takes sealed files out of the files of an import and opens the dialog that asks for their passphrase.
    pub(in crate::chat) async fn without_sealed(self, files: Vec<File>) -> Vec<File> {
        let mut others = Vec::new();
        let mut sealed = Vec::new();
        for file in files {
            let into = if is_sealed(&file).await { &mut sealed } else { &mut others };
            into.push(file);
        }
        if !sealed.is_empty() {
            OFFERED.set(sealed);
            self.panels.dialogs.open(DialogKind::Restore);
        }
        others
    }

    async fn backup_files(self) -> Option<Backups> {
        let files = Backups::open(&self.storage.name.get_value()).await;
        if files.is_none() {
            self.notices.not_loaded();
        }
        files
    }

    /// The backups in the folder of this browser's own backups, if it has one and may read it; and whether the browser lets
    /// the user choose a folder.
    pub async fn own_backups(self) -> (Vec<FoundBackup>, bool) {
        let Some(files) = self.backup_files().await else { return (Vec::new(), false) };
        let found = match files.folder().await {
            Ok(Some(folder)) if folder.permission(false).await == Permission::Granted => {
                folder.files().await.unwrap_or_default()
            }
            _ => Vec::new(),
        };
        (found_among(found, false).await, files.can_choose())
    }

    /// Lets the user choose a folder and lists its backups; `None` if the user leaves the choice.
    ///
    /// # Errors
    /// A sentence: the folder has no backups, or cannot be read.
    pub async fn backups_of_a_folder(self) -> Result<Option<Vec<FoundBackup>>, String> {
        let Some(files) = self.backup_files().await else { return Ok(None) };
        let Some(folder) = files.choose(false).await.map_err(|failure| not_read(failure, None))? else {
            return Ok(None);
        };
        let name = folder.name();
        let there = folder.files().await.map_err(|failure| not_read(failure, Some(&name)))?;
        let found = found_among(there, false).await;
        if found.is_empty() { Err(fill(restore().none, &[("folder", &name)])) } else { Ok(Some(found)) }
    }

    /// Restores a backup: adds what is missing here. The report is that of an import.
    ///
    /// # Errors
    /// Nothing was restored.
    pub async fn restore_backup(self, backup: &FoundBackup, passphrase: &str) -> Result<(), NotRestored> {
        let Some(files) = self.backup_files().await else { return Err(NotRestored::Other(String::new())) };
        let name = backup.file.name();
        let failed = |failure: Failure| match failure {
            Failure::Damaged => NotRestored::Damaged,
            other => NotRestored::Other(not_read(other, Some(&name))),
        };
        let (line, file) = match backup.is_sealed {
            true => files.unseal(&backup.file, passphrase).await.map_err(failed)?,
            false => (String::new(), backup.file.clone()),
        };
        if !files.is_whole(&file).await.map_err(failed)? {
            return Err(NotRestored::Damaged);
        }
        self.take_in(vec![file]).await;
        self.take_keys(&line).await;
        Ok(())
    }

    /// Stores the keys of a sealed backup for the connections that have none and are at the same address.
    async fn take_keys(self, line: &str) {
        let database = self.storage.name.get_value();
        for (provider, key) in self.connection.providers.with_untracked(|all| keys_in(line, all)) {
            let is_free = matches!(keys::load(&database, provider).await, Ok(None));
            if is_free && let Err(error) = keys::save(&database, provider, &key).await {
                return self.storage.report(&error.into());
            }
        }
        self.connection.look_for_keys().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{UiLanguage, backup::backup, speak};

    #[test]
    fn the_newest_backup_is_the_one_whose_name_says_so_however_it_was_copied() {
        let names = ["ricordo-backup-2026-11-21-2359.json.gz", "ricordo-backup-2026-11-22-0900.json.gz"];
        assert!(names.iter().all(|name| moment_of(name).is_some()));
        assert!(age(names[1], 1.0) > age(names[0], 9.0));
        assert!(age(names[0], 2.0) > age(names[0], 1.0), "of the same minute");
        assert!(age(names[0], 1.0) > age("photo.json", 9.0), "a file with another name");
    }

    #[test]
    fn what_was_not_read_is_said_of_the_file_or_the_folder_and_never_that_no_backup_was_made() {
        let failures = || {
            let other = |why: &str| Failure::Other(why.to_owned());
            [Failure::WrongPassphrase, Failure::NoRoom, Failure::Missing, other("The disk failed."), other("")]
        };
        for language in UiLanguage::all() {
            speak(language);
            let mut sentences: Vec<String> = failures().map(|failure| not_read(failure, Some("a.sealed"))).into();
            assert!(sentences[2].contains("a.sealed") && sentences[3].contains("The disk failed. "), "{sentences:?}");
            assert_eq!(sentences[4], sentences[2], "no reason is known");
            sentences.extend(failures().map(|failure| not_read(failure, None)));
            sentences.extend([Failure::NotAllowed, Failure::Damaged].map(|failure| not_read(failure, None)));
            let not_made = backup().no_room.split_once(':').unwrap().0;
            for sentence in sentences {
                assert!(!sentence.contains(['{', '}']) && !sentence.contains("  "), "{sentence}");
                assert!(!sentence.starts_with(not_made), "it is about restoring: {sentence}");
                assert!(!sentence.contains(" .") && !sentence.contains(".."), "something is missing: {sentence}");
            }
        }
    }

    #[test]
    fn in_a_folder_only_whole_files_with_the_name_of_a_backup_are_offered() {
        let name = "ricordo-backup-2026-11-22-0900.json.gz";
        for (file, size, is_offered) in [
            (name, 1.0, true),
            (name, 0.0, false),
            ("ricordo-backup-2026-11-22-0900-2.sealed", 5e9, true),
            ("ricordo-backup-2026-11-22-0900.json.gz.crswap", 9.0, false),
            ("photo.jpeg", 9.0, false),
        ] {
            assert_eq!(is_backup(file, size), is_offered, "{file} of {size} bytes");
        }
    }
}
