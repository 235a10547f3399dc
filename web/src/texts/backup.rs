//! Texts of automatic backups and of restoring them.

use super::fill;
use ricordo_core::backup::BackupTrouble;

include!(concat!(env!("OUT_DIR"), "/texts/backup.rs"));

/// Why there is no backup, and what to do, as a sentence. `is_refused`: the browser refuses without asking.
pub fn trouble(trouble: &BackupTrouble, folder: &str, is_refused: bool) -> String {
    let texts = backup();
    let sentence = match trouble {
        BackupTrouble::NotAllowed if is_refused => texts.refused,
        BackupTrouble::NotAllowed => texts.not_allowed,
        BackupTrouble::FolderMissing => texts.folder_missing,
        BackupTrouble::NoRoom => texts.no_room,
        BackupTrouble::NoPassphrase => texts.no_passphrase,
        BackupTrouble::Failed(why) => return fill(texts.failed, &[("why", why.trim_end_matches('.'))]),
    };
    fill(sentence, &[("folder", folder)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{UiLanguage, speak};

    #[test]
    fn a_backup_that_was_not_made_says_why_and_names_the_folder_where_that_is_the_reason() {
        for language in UiLanguage::all() {
            speak(language);
            let shown = |why: &BackupTrouble| trouble(why, "My {why} folder", false);
            let failed = |why: &str| BackupTrouble::Failed(why.to_owned());
            let all = [
                (BackupTrouble::NotAllowed, true),
                (BackupTrouble::FolderMissing, true),
                (BackupTrouble::NoRoom, false),
                (BackupTrouble::NoPassphrase, false),
                (failed("InvalidStateError"), false),
            ];
            let sentences = all.each_ref().map(|(why, _)| shown(why));
            for ((why, names_folder), sentence) in all.iter().zip(&sentences) {
                assert_eq!(sentence.contains("My {why} folder"), *names_folder, "{why:?}: {sentence}");
                assert_eq!(sentences.iter().filter(|other| *other == sentence).count(), 1, "{sentence}");
                assert!(sentence.ends_with('.') && !sentence.replace("{why}", "").contains('{'), "{sentence}");
            }
            assert_eq!(
                shown(&failed("The disk is gone.")),
                shown(&failed("The disk is gone")),
                "one full stop is enough"
            );
            for (why, sentence) in all.iter().zip(&sentences) {
                let refused = trouble(&why.0, "My {why} folder", true);
                assert_eq!(refused != *sentence, why.0 == BackupTrouble::NotAllowed, "{refused}");
                assert!(refused.ends_with('.') && !refused.replace("{why}", "").contains('{'), "{refused}");
            }
            assert!(shown(&failed("{folder}")).contains("{folder}"), "what the browser says is not read again");
        }
    }
}
