//! Makes one backup: exports everything, seals it if wished, writes it, and deletes the files that it replaces.

use super::{backups, is_stored, sealed_keys::line_of_keys, trouble_of};
use crate::{
    browser::{self, BrowserMark},
    chat::Chat,
    state::{Shape, transfer},
    texts::{errors::Localized, exchange::exchange},
};
use leptos::prelude::*;
use ricordo_browser::{
    backups::{Backups, Folder},
    keys,
};
use ricordo_core::{
    backup::{BackupPlan, BackupTrouble},
    cancel::Cancel,
    error::StoreError,
    session::Scope,
    time::Now,
};
use web_sys::Blob;

/// A backup that was made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Made {
    /// Its size in bytes.
    pub(super) size: u64,
    /// Number of records that could not be read and are not in it.
    pub(super) lost: u64,
}

/// How making a backup ended.
#[derive(Clone, Copy, Debug)]
pub(super) enum Ended {
    /// It was made.
    Made(Made),
    /// The user stopped it.
    Stopped,
    /// Another transfer is running.
    Busy,
}

impl Chat {
    /// Makes a backup. Without a folder the browser saves the file. The caller holds the lock.
    pub(super) async fn make_backup(self, files: &Backups, folder: Option<&Folder>) -> Result<Ended, BackupTrouble> {
        let Some(cancel) = transfer().begin(exchange().gathering.to_owned()) else { return Ok(Ended::Busy) };
        // What changes from here on may not be in it. The other mark holds what changed before, also if the page is closed
        // meanwhile.
        let now = self.storage.now();
        browser::set_mark(BrowserMark::UnfinishedBackup, true);
        browser::set_mark(BrowserMark::ChangedSinceBackup, false);
        let made = self.write_backup(files, folder, now, &cancel).await;
        transfer().progress.set(None);
        if matches!(made, Ok(Ended::Made(_))) {
            browser::set_mark(BrowserMark::UnfinishedBackup, false);
        }
        made
    }

    async fn write_backup(
        self,
        files: &Backups,
        folder: Option<&Folder>,
        now: Now,
        cancel: &Cancel,
    ) -> Result<Ended, BackupTrouble> {
        let plan = backups().plan.get_untracked().unwrap_or_default();
        // Nothing is awaited between the check and the export, which keeps the session that it begins with: data in memory
        // would count as all there is, and replace older backups.
        if !is_stored(self) {
            return Err(BackupTrouble::Failed(StoreError::Closed.localized()));
        }
        let exported = self.storage.write(Scope::Everything, Shape::Backup, cancel).await;
        let (blob, lost) = exported.map_err(|error| BackupTrouble::Failed(error.localized()))?;
        let mut blob = blob.ok_or(BackupTrouble::NoRoom)?;
        if cancel.is_cancelled() {
            return Ok(Ended::Stopped);
        }
        if plan.is_sealed {
            blob = self.sealed(files, &plan, &blob).await?;
        }
        let size = size_of(&blob);
        match folder {
            Some(folder) => self.write_into(folder, files, now, (&blob, lost == 0)).await?,
            None => {
                let name = now.wall_clock().map(|wall| plan.name(&wall, &[])).unwrap_or_default();
                if !browser::save_blob(&name, &blob) {
                    return Err(BackupTrouble::NoRoom);
                }
            }
        }
        self.change_plan(files, |plan| plan.succeeded(now.at, size)).await?;
        Ok(Ended::Made(Made { size, lost }))
    }

    async fn sealed(self, files: &Backups, plan: &BackupPlan, blob: &Blob) -> Result<Blob, BackupTrouble> {
        let mut found = Vec::new();
        if plan.has_keys {
            let database = self.storage.name.get_value();
            for provider in self.connection.providers.get_untracked() {
                if let Ok(Some(key)) = keys::load(&database, provider.id).await {
                    found.push((provider, key));
                }
            }
        }
        files.seal(&line_of_keys(&found), blob).await.map_err(|failure| match trouble_of(failure) {
            BackupTrouble::FolderMissing => BackupTrouble::NoPassphrase,
            other => other,
        })
    }

    /// Older files are deleted only after the new one is there whole, and not if it lacks something: they may have it.
    async fn write_into(
        self,
        folder: &Folder,
        files: &Backups,
        now: Now,
        (blob, has_all): (&Blob, bool),
    ) -> Result<(), BackupTrouble> {
        let there = sizes(folder).await?;
        let mut name = String::new();
        let add = |plan: &mut BackupPlan| {
            name = now.wall_clock().map(|wall| plan.name(&wall, &there)).unwrap_or_default();
            plan.written.push(name.clone());
        };
        // Noted before it is written, so that an empty file of a page that was closed meanwhile is known.
        self.change_plan(files, add).await?;
        folder.write(&name, blob).await.map_err(trouble_of)?;
        if !has_all {
            return Ok(());
        }
        let there = sizes(folder).await?;
        let mut replaced = Vec::new();
        self.change_plan(files, |plan| replaced = plan.superseded(&there)).await?;
        for name in replaced {
            if folder.remove(&name).await.is_err() {
                self.change_plan(files, |plan| plan.written.insert(0, name)).await?;
            }
        }
        Ok(())
    }
}

/// Names and sizes of the files in a folder.
async fn sizes(folder: &Folder) -> Result<Vec<(String, u64)>, BackupTrouble> {
    let files = folder.files().await.map_err(trouble_of)?;
    Ok(files.iter().map(|file| (file.name(), size_of(file))).collect())
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "sizes of files are whole")]
pub(super) fn size_of(blob: &Blob) -> u64 {
    blob.size() as u64
}
