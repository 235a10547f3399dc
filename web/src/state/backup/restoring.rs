//! Restores a backup: lists those of a folder, opens a sealed one, checks that it is whole, and imports it.

use super::{Chat, making::size_of, trouble_of};
use crate::{
    browser,
    state::DialogKind,
    texts::{
        backup::{self as texts, restore},
        fill,
    },
};
use leptos::prelude::*;
use ricordo_browser::{
    backups::{Backups, Failure, Folder},
    keys,
};
use ricordo_core::{
    backup::{SEALED, moment_of},
    id::ProviderId,
    provider::Provider,
};
use serde_json::Value;
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

/// The backups among files, newest first. Empty files were left by a page that was closed while it wrote.
pub async fn found_among(files: Vec<File>, is_chosen: bool) -> Vec<FoundBackup> {
    let mut found = Vec::new();
    for file in files {
        if is_chosen || moment_of(&file.name()).is_some() && file.size() > 0.0 {
            found.push(FoundBackup::new(file).await);
        }
    }
    found.sort_by_key(|one| std::cmp::Reverse(age(&one.file.name(), one.file.last_modified())));
    found
}

/// How new a backup is: by the moment in its name, which survives copying. Two of the same minute differ in when they were
/// written.
fn age(name: &str, written: f64) -> (Option<String>, u64) {
    (moment_of(name).map(str::to_owned), written.to_bits())
}

/// The keys in the first line of a sealed backup that belong to one of the connections: with the same id, at the same
/// address. A key goes to no other server than the one that it was typed for.
fn keys_in(line: &str, connections: &[Provider]) -> Vec<(ProviderId, String)> {
    let line: Value = serde_json::from_str(line).unwrap_or_default();
    let found = line.get("keys").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let own = found.iter().filter_map(|one| {
        let text = |name: &str| one.get(name).and_then(Value::as_str).unwrap_or_default();
        let is_it = |known: &&Provider| known.id.to_string() == text("connection") && known.base_url == text("address");
        let connection = connections.iter().find(is_it)?;
        Some((connection.id, text("key").to_owned()))
    });
    own.filter(|(_, key)| !key.is_empty()).collect()
}

impl Chat {
    /// Takes sealed files out of the files of an import and opens the dialog that asks for their passphrase.
    pub(in crate::state) async fn without_sealed(self, files: Vec<File>) -> Vec<File> {
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
            Ok(Some(folder)) if folder.is_allowed(false).await => folder.files().await.unwrap_or_default(),
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
        let listed = async |folder: &Folder| Ok::<_, Failure>(found_among(folder.files().await?, false).await);
        let chosen = match files.choose(false).await {
            Ok(Some(folder)) => listed(&folder).await.map(|found| (found, folder.name())),
            Ok(None) => return Ok(None),
            Err(failure) => Err(failure),
        };
        match chosen {
            Ok((found, name)) if found.is_empty() => Err(fill(restore().none, &[("folder", &name)])),
            Ok((found, _)) => Ok(Some(found)),
            Err(failure) => Err(self.sentence(failure, "")),
        }
    }

    fn sentence(self, failure: Failure, name: &str) -> String {
        match failure {
            Failure::WrongPassphrase => restore().wrong.to_owned(),
            Failure::Missing | Failure::NotAllowed => fill(restore().gone, &[("name", name)]),
            other => texts::trouble(&trouble_of(other), ""),
        }
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
            other => NotRestored::Other(self.sentence(other, &name)),
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
    use crate::state::testing::server;
    use serde_json::json;

    #[test]
    fn a_key_is_restored_only_for_the_connection_and_the_address_that_it_was_typed_for() {
        let (one, two) = (server(1, "a"), server(2, "b"));
        let all = [one.clone(), two.clone()];
        let of = |connection: &Provider, address: &str, key: &str| json!({ "connection": connection.id, "address": address, "key": key });
        let keys = |found: Vec<Value>| keys_in(&json!({ "keys": found }).to_string(), &all);
        assert_eq!(keys(vec![of(&two, &two.base_url, "secret")]), [(two.id, "secret".to_owned())]);
        let moved = of(&one, "https://example.org/v1", "secret");
        let other = of(&server(9, ""), &one.base_url, "secret");
        let empty = of(&one, &one.base_url, "");
        assert_eq!(keys(vec![moved, other, empty, json!({}), json!(7)]), []);
    }

    #[test]
    fn a_backup_without_keys_or_with_a_line_that_is_none_restores_none() {
        for line in ["", "{}", "[]", "7", r#"{"keys": 7}"#, r#"{"keys": []}"#, "no JSON"] {
            assert_eq!(keys_in(line, &[server(1, "a")]), [], "{line:?}");
        }
    }

    #[test]
    fn the_newest_backup_is_the_one_whose_name_says_so_however_it_was_copied() {
        let names = ["ricordo-backup-2026-11-21-2359.json.gz", "ricordo-backup-2026-11-22-0900.json.gz"];
        assert!(names.iter().all(|name| moment_of(name).is_some()));
        assert!(age(names[1], 1.0) > age(names[0], 9.0));
        assert!(age(names[0], 2.0) > age(names[0], 1.0), "of the same minute");
        assert!(age(names[0], 1.0) > age("photo.json", 9.0), "a file with another name");
    }
}
