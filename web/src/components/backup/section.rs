//! Section of automatic backups on the storage page.

use super::{super::field::FieldError, form::Form};
use crate::{
    browser,
    chat::{BackupForm, Chat, backups, size, use_chat},
    state::DialogKind,
    texts::{backup::backup as texts, common::common, fill},
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_core::backup::{BackupPlan, BackupTrouble};

/// Ids of elements that get the focus.
const NOW: &str = "backup-now";
const OPTIONS: &str = "backup-options";

/// The section; empty where no backups can be made, also from the moment when the page goes on in memory. `is_read` becomes
/// true once the plan was read, or could not be.
#[component]
pub fn AutomaticBackup(is_read: RwSignal<bool>) -> impl IntoView {
    let chat = use_chat();
    if !untrack(|| chat.can_back_up()) {
        is_read.set(true);
    }
    move || chat.can_back_up().then(|| view! { <Section chat is_read/> })
}

#[component]
fn Section(chat: Chat, is_read: RwSignal<bool>) -> impl IntoView {
    let failed = RwSignal::new(None::<BackupTrouble>);
    spawn_local(async move {
        drop(failed.try_set(chat.read_backups().await.err()));
        let _ = is_read.try_set(true);
    });
    // Only turning it on or off replaces the content, so that a finished backup takes the focus from nobody.
    let is_on = Memo::new(|_| backups().plan.with(|plan| plan.as_ref().map(|plan| plan.is_on)));
    let content =
        move || Some(if is_on.get()? { view! { <IsOn chat/> }.into_any() } else { view! { <IsOff chat/> }.into_any() });
    view! {
        <section class="backups" data-testid="backups">
            <h3>{texts().title}</h3>
            <Show when=move || is_read.get()>
                <p class="quiet">{move || if can_choose() { texts().about_folder } else { texts().about_reminder }}</p>
                <div class="field"><FieldError error=Signal::derive(move || failed.get().map(|why| backups().reason(&why)))/></div>
                {content}
                <button class="button" type="button" data-testid="backup-restore"
                    on:click=move |_| chat.panels.dialogs.open(DialogKind::Restore)>{texts().restore}</button>
            </Show>
        </section>
    }
}

fn can_choose() -> bool {
    backups().can_choose.get()
}

fn plan() -> BackupPlan {
    backups().plan.get().unwrap_or_default()
}

/// The form that turns backups on.
#[component]
fn IsOff(chat: Chat) -> impl IntoView {
    let is_busy = RwSignal::new(false);
    let submit = Signal::derive(|| if can_choose() { texts().turn_on } else { texts().turn_on_reminder });
    view! { <Form plan=untrack(plan) submit is_busy on_submit=set_up(chat, is_busy, true)/> }
}

/// Sets backups up with what the form says.
fn set_up(chat: Chat, is_busy: RwSignal<bool>, picks: bool) -> Callback<BackupForm> {
    Callback::new(move |form| {
        if is_busy.get_untracked() {
            return;
        }
        is_busy.set(true);
        spawn_local(async move {
            if chat.set_up_backups(form, picks).await {
                if !picks {
                    chat.notices.say(texts().saved);
                }
                // The button may be gone.
                browser::focus_next_frame(if picks { NOW } else { OPTIONS });
            }
            let _ = is_busy.try_set(false);
        });
    })
}

/// The facts, what failed last, and what can be done.
#[component]
fn IsOn(chat: Chat) -> impl IntoView {
    let is_busy = RwSignal::new(false);
    let elsewhere = set_up(chat, is_busy, true);
    let now = move |_| {
        if !is_busy.get_untracked() {
            is_busy.set(true);
            spawn_local(async move {
                chat.back_up_now().await;
                let _ = is_busy.try_set(false);
            });
        }
    };
    let change = move |_| {
        let BackupPlan { keep, is_sealed, has_keys, .. } = untrack(plan);
        elsewhere.run(BackupForm { keep, is_sealed, passphrase: None, has_keys });
    };
    let off = move |_| {
        spawn_local(async move {
            chat.stop_backups().await;
            browser::focus_next_frame(super::form::SUBMIT);
        });
    };
    let has_folder = Memo::new(|_| backups().folder.with(Option::is_some));
    let asks_first = Memo::new(|_| plan().trouble == Some(BackupTrouble::NotAllowed) && !backups().is_refused.get());
    let now_name = move || now_name(asks_first.get(), has_folder.get());
    let options = Memo::new(|_| {
        let plan = plan();
        BackupPlan {
            keep: plan.keep,
            is_on: plan.is_on,
            is_sealed: plan.is_sealed,
            has_keys: plan.has_keys,
            ..BackupPlan::default()
        }
    });
    let submit = Signal::derive(|| common().save);
    view! {
        <Facts chat/>
        <div class="line">
            <button class="button" class:primary=asks_first type="button" id=NOW data-testid=NOW
                aria-disabled=move || is_busy.get().to_string() on:click=now>{now_name}</button>
            <Show when=move || has_folder.get()>
                <button class="button" type="button" data-testid="backup-elsewhere" aria-disabled=move || is_busy.get().to_string()
                    on:click=change>{texts().change_folder}</button>
            </Show>
            <button class="button" type="button" data-testid="backup-off" on:click=off>{texts().turn_off}</button>
        </div>
        <details>
            <summary id=OPTIONS data-testid=OPTIONS>{texts().options}</summary>
            {move || view! { <Form plan=options.get() submit is_busy on_submit=set_up(chat, is_busy, false)/> }}
        </details>
    }
}

/// What the button for a backup does now: the browser asks first, or it writes into the folder, or saves a file.
fn now_name(asks_first: bool, has_folder: bool) -> &'static str {
    match (asks_first, has_folder) {
        (true, _) => texts().allow,
        (false, true) => texts().now,
        (false, false) => texts().save,
    }
}

/// Whether backups are sealed, and whether they have the API keys.
fn sealed_facts(plan: &BackupPlan) -> &'static str {
    match (plan.is_sealed, plan.has_keys) {
        (false, _) => texts().not_sealed,
        (true, false) => texts().is_sealed,
        (true, true) => texts().is_sealed_with_keys,
    }
}

/// The folder, the last backup, whether backups are sealed, and why the last attempt failed.
#[component]
fn Facts(chat: Chat) -> impl IntoView {
    let folder = || backups().folder.get();
    let last = move || match plan().last {
        Some(last) => fill(texts().last_facts, &[("at", &chat.date_time(last.at)), ("size", &size(last.size))]),
        None => texts().none_yet.to_owned(),
    };
    let sealed = || sealed_facts(&plan());
    let why = move || plan().trouble.map(|why| backups().reason(&why));
    view! {
        <dl class="storage-facts">
            {move || folder().map(|name| view! { <dt>{texts().folder}</dt><dd dir="auto" data-testid="backup-folder">{name}</dd> })}
            <dt>{texts().last}</dt>
            <dd data-testid="backup-last">{last}</dd>
            <dt>{texts().sealed}</dt>
            <dd data-testid="backup-is-sealed">{sealed}</dd>
        </dl>
        <div class="field"><FieldError error=Signal::derive(why) id="backup-error"/></div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_button_for_a_backup_says_what_the_press_does() {
        assert_eq!(now_name(true, true), texts().allow);
        assert_eq!(now_name(true, false), texts().allow);
        assert_eq!(now_name(false, true), texts().now);
        assert_eq!(now_name(false, false), texts().save);
    }

    #[test]
    fn only_a_sealed_backup_is_shown_to_have_keys() {
        let facts = |is_sealed, has_keys| sealed_facts(&BackupPlan { is_sealed, has_keys, ..BackupPlan::default() });
        assert_eq!(facts(false, true), texts().not_sealed);
        assert_eq!(facts(false, false), texts().not_sealed);
        assert_eq!(facts(true, false), texts().is_sealed);
        assert_eq!(facts(true, true), texts().is_sealed_with_keys);
    }
}
