//! Texts of automatic backups and of restoring them.

use super::fill;
use ricordo_core::backup::BackupTrouble;

include!(concat!(env!("OUT_DIR"), "/texts/backup.rs"));

/// Why there is no backup, and what to do, as a sentence.
pub fn trouble(trouble: &BackupTrouble, folder: &str) -> String {
    let texts = backup();
    let sentence = match trouble {
        BackupTrouble::NotAllowed => texts.not_allowed,
        BackupTrouble::FolderMissing => texts.folder_missing,
        BackupTrouble::NoRoom => texts.no_room,
        BackupTrouble::NoPassphrase => texts.no_passphrase,
        BackupTrouble::Failed(why) => return fill(texts.failed, &[("why", why.trim_end_matches('.'))]),
    };
    fill(sentence, &[("folder", folder)])
}
