//! Dialog that restores a backup: lists those of a folder, or of the chosen files, newest first.

use super::super::{
    dialog::Dialog,
    exchange::{Came, Underway, dragged_over, dropped},
    field::FieldError,
};
use crate::{
    browser,
    chat::{Chat, FoundBackup, NotRestored, found_among, offered, size, use_chat},
    dates,
    state::{DialogKind, transfer},
    texts::{backup::restore as texts, fill},
};
use leptos::{
    ev::{Event, SubmitEvent},
    prelude::*,
    task::spawn_local,
};
use ricordo_core::{backup::moment_of, time::Timestamp};
use web_sys::{File, HtmlInputElement};

/// Dialog that restores a backup.
#[component]
pub fn RestoreDialog() -> impl IntoView {
    let open = use_chat().panels.dialogs.of(DialogKind::Restore);
    view! {
        <Dialog open title=texts().title id="restore-dialog" has_form=true>
            <Content/>
        </Dialog>
    }
}

/// State of the dialog.
#[derive(Clone, Copy)]
struct Restoring {
    found: RwSignal<Vec<FoundBackup>, LocalStorage>,
    /// Position of the sealed backup whose passphrase is asked for.
    asked: RwSignal<Option<usize>>,
    is_busy: RwSignal<bool>,
    trouble: RwSignal<Option<String>>,
}

#[component]
fn Content() -> impl IntoView {
    let chat = use_chat();
    let restoring = Restoring {
        found: RwSignal::new_local(Vec::new()),
        asked: RwSignal::new(None),
        is_busy: RwSignal::new(false),
        trouble: RwSignal::new(None),
    };
    let (can_choose, is_over) = (RwSignal::new(false), RwSignal::new(false));
    let files = offered();
    spawn_local(async move {
        let (own, can) = chat.own_backups().await;
        let chosen = found_among(files, true).await;
        // Files may have been chosen in the dialog meanwhile.
        if restoring.found.try_with_untracked(Vec::is_empty) == Some(true) {
            restoring.show(if chosen.is_empty() { own } else { chosen });
        }
        let _ = can_choose.try_set(can);
    });
    // Closing the dialog dismisses the report, because the user has read it.
    on_cleanup(|| {
        if transfer().progress.with_untracked(Option::is_none) {
            transfer().outcome.set(None);
        }
    });
    let choose = move |files| {
        if !restoring.is_busy.get_untracked() {
            restoring.choose(files);
        }
    };
    let rows = move || {
        let found = restoring.found.get();
        let best = best(&found);
        let row = |(at, one)| view! { <Row chat restoring at one is_best=best == Some(at)/> };
        found.into_iter().enumerate().map(row).collect::<Vec<_>>()
    };
    view! {
        <div class="content restore" on:dragover=dragged_over(is_over) on:drop=dropped(is_over, choose)>
            <p class="quiet">{texts().about}</p>
            <Sources chat restoring can_choose/>
            <div class="field"><FieldError error=restoring.trouble id="restore-error"/></div>
            <ul class="backup-list" aria-label=texts().list>{rows}</ul>
            <Underway/>
            <div role="status">{move || transfer().outcome.get().map(|outcome| view! { <Came outcome/> })}</div>
        </div>
    }
}

/// Buttons that choose a folder, where the browser lets the user choose one, or files.
#[component]
fn Sources(chat: Chat, restoring: Restoring, can_choose: RwSignal<bool>) -> impl IntoView {
    let choose = move |_| {
        spawn_local(async move {
            match chat.backups_of_a_folder().await {
                Ok(Some(found)) => restoring.show(found),
                Ok(None) => {}
                Err(sentence) => drop(restoring.trouble.try_set(Some(sentence))),
            }
        });
    };
    let picked = move |event: Event| {
        let input: HtmlInputElement = event_target(&event);
        let list = input.files();
        let files: Vec<File> =
            list.map(|list| (0..list.length()).filter_map(|at| list.get(at)).collect()).unwrap_or_default();
        // Without this, choosing the same file again would fire no change event.
        input.set_value("");
        restoring.choose(files);
    };
    view! {
        <div class="line">
            <label class="file">
                <input type="file" multiple accept=".json,.gz,.sealed" data-testid="restore-file"
                    disabled=move || restoring.is_busy.get() on:change=picked/>
                <span class="button" aria-hidden="true">{texts().choose_file}</span>
                <span class="visually-hidden">{texts().choose_file}</span>
            </label>
            // Last, because it comes when the dialog is shown already.
            <Show when=move || can_choose.get()>
                <button class="button" class:primary=move || restoring.found.with(Vec::is_empty) type="button" data-testid="restore-folder"
                    on:click=choose>{texts().choose_folder}</button>
            </Show>
        </div>
    }
}

impl Restoring {
    /// Lists the backups among chosen files.
    fn choose(self, files: Vec<File>) {
        spawn_local(async move { self.show(found_among(files, true).await) });
    }

    fn show(self, found: Vec<FoundBackup>) {
        let _ = self.asked.try_set(None);
        let _ = self.trouble.try_set(None);
        let _ = self.found.try_set(found);
    }

    /// Restores the backup at a position. A damaged one is marked, and the next one offered.
    async fn restore(self, chat: Chat, at: usize, passphrase: String) {
        let one = self.found.with_untracked(|found| found.get(at).cloned());
        let Some(one) = one.filter(|_| !self.is_busy.get_untracked()) else { return };
        self.is_busy.set(true);
        self.trouble.set(None);
        let name = one.file.name();
        let restored = chat.restore_backup(&one, &passphrase).await;
        let sentence = match restored {
            Ok(()) => {
                let _ = self.asked.try_set(None);
                None
            }
            Err(NotRestored::Damaged) => {
                let next = self.mark_damaged(at);
                let words = if next.is_some() { texts().damaged } else { texts().damaged_last };
                // The rows are made anew.
                next.into_iter().for_each(|next| browser::focus_next_frame(button(next)));
                Some(fill(words, &[("name", &name)]))
            }
            Err(NotRestored::Other(sentence)) => Some(sentence).filter(|sentence| !sentence.is_empty()),
        };
        let _ = self.trouble.try_set(sentence);
        let _ = self.is_busy.try_set(false);
    }

    /// Returns the position of the newest one that is not known to be damaged.
    fn mark_damaged(self, at: usize) -> Option<usize> {
        let _ = self.asked.try_set(None);
        let marked = self.found.try_update(|found| {
            if let Some(one) = found.get_mut(at) {
                one.is_damaged = true;
            }
            best(found)
        });
        marked.flatten()
    }
}

/// Position of the newest backup that is not known to be damaged.
fn best(found: &[FoundBackup]) -> Option<usize> {
    found.iter().position(|one| !one.is_damaged)
}

/// Date and time of a moment in the name of a backup, such as `2026-11-26` and `23:12`. Older names have no time.
fn date_and_time(moment: &str) -> (&str, Option<String>) {
    let time = moment.get(11..15).map(|time| format!("{}:{}", &time[..2], &time[2..]));
    (moment.get(..10).unwrap_or(moment), time)
}

fn passphrase_id(at: usize) -> String {
    format!("restore-passphrase-{at}")
}

/// Id of the button of a backup.
fn button(at: usize) -> String {
    format!("restore-{at}")
}

/// One backup, with its button, and the field for its passphrase once the button was pressed.
#[component]
fn Row(chat: Chat, restoring: Restoring, at: usize, one: FoundBackup, is_best: bool) -> impl IntoView {
    let is_sealed = one.is_sealed;
    let press = move |_| {
        if is_sealed {
            restoring.trouble.set(None);
            restoring.asked.set(Some(at));
            browser::focus_next_frame(passphrase_id(at));
        } else {
            spawn_local(restoring.restore(chat, at, String::new()));
        }
    };
    let typed = RwSignal::new(String::new());
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        spawn_local(restoring.restore(chat, at, typed.get_untracked()));
    };
    let passphrase =
        move || {
            let id = passphrase_id(at);
            (restoring.asked.get() == Some(at)).then(|| view! {
            <form class="field" on:submit=submit novalidate>
                <label for=id.clone()>{texts().passphrase}</label>
                <div class="line">
                    <input class="input" id=id data-testid="restore-passphrase" type="password" autocomplete="off"
                        prop:value=move || typed.get() on:input=move |event| typed.set(event_target_value(&event))/>
                    <button class="button primary" type="submit" data-testid="restore-unseal"
                        aria-disabled=move || restoring.is_busy.get().to_string()>
                        {texts().restore}
                    </button>
                </div>
            </form>
        })
        };
    let when = moment(chat, &one);
    let name = format!("{}: {when}", texts().restore);
    view! {
        <li class="backup" data-testid="restore-item" data-damaged=one.is_damaged.to_string()>
            <div class="line">
                <span class="what">
                    <strong>{when}</strong>
                    <span class="quiet">
                        {size(one.size)}
                        {is_sealed.then(|| format!(", {}", texts().sealed))}
                        {one.is_damaged.then(|| format!(", {}", texts().is_damaged))}
                    </span>
                </span>
                <Show when=move || restoring.asked.get() != Some(at)>
                    <button class="button" class:primary=is_best type="button" id=button(at) data-testid="restore"
                        aria-label=name.clone() aria-disabled=move || restoring.is_busy.get().to_string() on:click=press>
                        {texts().restore}
                    </button>
                </Show>
            </div>
            {passphrase}
        </li>
    }
}

/// When a backup was made: by its name, which survives copying, or else when the file was changed.
fn moment(chat: Chat, one: &FoundBackup) -> String {
    let name = one.file.name();
    match moment_of(&name).map(date_and_time) {
        Some((date, Some(time))) => format!("{}, {time}", dates::date_of(date)),
        Some((date, None)) => dates::date_of(date),
        None => {
            #[allow(clippy::cast_possible_truncation, reason = "milliseconds are whole")]
            let at = Timestamp(one.file.last_modified() as i64);
            format!("{name}, {}", chat.date_time(at))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_backup_is_listed_with_the_moment_in_its_name() {
        let moment = |name: &str| {
            moment_of(name).map(date_and_time).map(|(date, time)| (date.to_owned(), time.unwrap_or_default()))
        };
        let at = |date: &str, time: &str| Some((date.to_owned(), time.to_owned()));
        assert_eq!(moment("ricordo-backup-2026-11-26-2312.json.gz"), at("2026-11-26", "23:12"));
        assert_eq!(moment("ricordo-backup-2026-11-26-0007-2.sealed"), at("2026-11-26", "00:07"));
        assert_eq!(moment("ricordo-backup-2026-11-26.json"), at("2026-11-26", ""));
        assert_eq!(moment("notes.json"), None);
    }
}
