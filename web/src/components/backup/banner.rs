//! Banner about backups: one that failed, with what to do, or the reminder to save one.

use super::super::icon::{Icon, Picture};
use crate::{
    chat::{BackupNotice, backups, use_chat},
    state::DialogKind,
    texts::{backup::backup, fill},
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_core::backup::BackupTrouble;

/// Banner, shown while there is something to do.
#[component]
pub fn BackupBanner() -> impl IntoView {
    let chat = use_chat();
    let notice = backups().notice;
    let words = move |notice: &BackupNotice| {
        let last = backups().plan.get().and_then(|plan| plan.last).map(|last| chat.date_time(last.at));
        words(notice, |why| backups().reason(why), last)
    };
    let shown = move |notice: BackupNotice| {
        let now = move |_| spawn_local(chat.back_up_now());
        let storage = move |_| {
            backups().notice.set(None);
            chat.panels.dialogs.open(DialogKind::Storage);
        };
        let put_off = move |_| spawn_local(chat.put_off_backup());
        let never = move |_| spawn_local(chat.stop_backups());
        let is_due = notice == BackupNotice::Due;
        let do_it = match Remedy::of(&notice, backups().is_refused.get()) {
            Remedy::Save => view! { <button class="button" data-testid="backup-save" on:click=now>{backup().save}</button> }.into_any(),
            Remedy::Allow => {
                view! { <button class="button" data-testid="backup-allow" on:click=now>{backup().allow}</button> }.into_any()
            }
            Remedy::Storage => {
                view! { <button class="button" data-testid="backup-storage" on:click=storage>{backup().open_storage}</button> }.into_any()
            }
        };
        view! {
            <div class="banner" class:info=is_due data-testid="backup-banner">
                {(!is_due).then(|| view! { <Icon picture=Picture::Warning/> })}
                <p>{words(&notice)}</p>
                {do_it}
                <button class="button" data-testid="backup-put-off" on:click=put_off>{backup().put_off}</button>
                {is_due.then(|| view! {
                    <button class="button" data-testid="backup-never" on:click=never>{backup().never}</button>
                })}
            </div>
        }
    };
    view! { <div role="status">{move || notice.get().filter(|_| chat.can_back_up()).map(shown)}</div> }
}

/// What the first button does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Remedy {
    /// Saves a backup.
    Save,
    /// Lets the browser ask whether the page may write into the folder.
    Allow,
    /// Opens the storage page, where the rest can be mended.
    Storage,
}

impl Remedy {
    /// `is_refused`: the browser refuses without asking.
    fn of(notice: &BackupNotice, is_refused: bool) -> Self {
        match notice {
            BackupNotice::Due => Self::Save,
            BackupNotice::Failed(BackupTrouble::NotAllowed) if !is_refused => Self::Allow,
            BackupNotice::Failed(_) | BackupNotice::Incomplete(_) => Self::Storage,
        }
    }
}

/// What the banner says. `reason`: why a backup failed. `last`: when the last one was made.
fn words(notice: &BackupNotice, reason: impl Fn(&BackupTrouble) -> String, last: Option<String>) -> String {
    match (notice, last) {
        (BackupNotice::Failed(why), _) => reason(why),
        (BackupNotice::Incomplete(lost), _) => backup().incomplete.say(*lost),
        (BackupNotice::Due, Some(last)) => fill(backup().due, &[("at", &last)]),
        (BackupNotice::Due, None) => backup().due_first.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{UiLanguage, backup::trouble, speak};

    #[test]
    fn the_first_button_mends_what_the_banner_is_about() {
        for (notice, remedy) in [
            (BackupNotice::Due, Remedy::Save),
            (BackupNotice::Failed(BackupTrouble::NotAllowed), Remedy::Allow),
            (BackupNotice::Failed(BackupTrouble::FolderMissing), Remedy::Storage),
            (BackupNotice::Failed(BackupTrouble::NoPassphrase), Remedy::Storage),
            (BackupNotice::Failed(BackupTrouble::Failed(String::new())), Remedy::Storage),
            (BackupNotice::Incomplete(2), Remedy::Storage),
        ] {
            assert_eq!(Remedy::of(&notice, false), remedy);
        }
        let not_allowed = BackupNotice::Failed(BackupTrouble::NotAllowed);
        assert_eq!(Remedy::of(&not_allowed, true), Remedy::Storage, "a press would not make the browser ask");
        assert_eq!(Remedy::of(&BackupNotice::Due, true), Remedy::Save);
    }

    #[test]
    fn a_reminder_says_when_the_last_backup_was_made_and_a_failure_why_there_is_none() {
        for language in UiLanguage::all() {
            speak(language);
            let last = || Some("22 Nov".to_owned());
            let reason = |why: &BackupTrouble| trouble(why, "Files", false);
            assert!(words(&BackupNotice::Due, reason, last()).contains("22 Nov"));
            assert_eq!(words(&BackupNotice::Due, reason, None), backup().due_first);
            let failed = words(&BackupNotice::Failed(BackupTrouble::FolderMissing), reason, last());
            let incomplete = words(&BackupNotice::Incomplete(1_234), reason, last());
            assert!(incomplete.contains("234") && !incomplete.contains('{'), "{incomplete}");
            assert!(failed.contains("Files") && !failed.contains("22 Nov"), "{failed}");
        }
    }
}
