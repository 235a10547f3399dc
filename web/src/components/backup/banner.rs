//! Banner about backups: one that failed, with what to do, or the reminder to save one.

use super::super::icon::{Icon, Picture};
use crate::{
    state::{BackupNotice, DialogKind, backups, use_chat},
    texts::{
        backup::{backup, trouble},
        fill,
    },
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_core::backup::BackupTrouble;

/// Banner, shown while there is something to do.
#[component]
pub fn BackupBanner() -> impl IntoView {
    let chat = use_chat();
    let notice = backups().notice;
    let words = move |notice: &BackupNotice| match notice {
        BackupNotice::Failed(why) => trouble(why, &backups().folder.get().unwrap_or_default()),
        BackupNotice::Due => match backups().plan.get().and_then(|plan| plan.last) {
            Some(last) => fill(backup().due, &[("at", &chat.date_time(last.at))]),
            None => backup().due_first.to_owned(),
        },
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
        let do_it = match &notice {
            BackupNotice::Due => view! { <button class="button" data-testid="backup-save" on:click=now>{backup().save}</button> }.into_any(),
            BackupNotice::Failed(BackupTrouble::NotAllowed) => {
                view! { <button class="button" data-testid="backup-allow" on:click=now>{backup().allow}</button> }.into_any()
            }
            BackupNotice::Failed(_) => {
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
    view! { <div role="status">{move || notice.get().map(shown)}</div> }
}
