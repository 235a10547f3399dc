//! Storage dialog. First what people come for: backups, export and import. Then how much room is taken and what takes it.
//! Deletion of everything is last.

use super::{
    backup::AutomaticBackup,
    deleted::Deleted,
    dialog::Dialog,
    exchange::{Exchange, dragged_over, dropped},
    field::FieldError,
    stored_meaning::StoredMeaning,
};
use crate::{
    chat::{Numbers, Persisted, size, use_chat},
    state::DialogKind,
    texts::{fill, storage::storage as texts},
    words,
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use ricordo_browser::storage::persist;

/// Storage dialog.
#[component]
pub fn StorageDialog() -> impl IntoView {
    let open = use_chat().panels.dialogs.of(DialogKind::Storage);
    view! {
        <Dialog open title=texts().title id="storage-dialog" has_form=true>
            <Content/>
        </Dialog>
    }
}

#[component]
fn Content() -> impl IntoView {
    let chat = use_chat();
    let numbers = RwSignal::new(None::<Numbers>);
    spawn_local(async move { drop(numbers.try_set(Some(chat.storage_numbers().await))) });
    let is_over = RwSignal::new(false);
    // Each section reads what it shows. It is drawn after those above it, which would push it away from under the pointer.
    let (has_backups, has_deleted, has_meaning) = (RwSignal::new(false), RwSignal::new(false), RwSignal::new(false));
    let has_numbers = move || has_deleted.get() && numbers.with(Option::is_some);
    view! {
        <div class="content storage" on:dragover=dragged_over(is_over) on:dragleave=move |_| is_over.set(false)
            on:drop=dropped(is_over, move |files| chat.import(files))>
            <p class="quiet">{texts().about}</p>
            <AutomaticBackup is_read=has_backups/>
            <Show when=move || has_backups.get()><Exchange is_over/><Deleted is_read=has_deleted/></Show>
            <Show when=has_numbers>
                {move || numbers.get().map(|now| view! { <Room now numbers/> })}
                <StoredMeaning is_read=has_meaning/>
            </Show>
            <Show when=move || has_meaning.get()>
                {move || numbers.get().map(|now| view! { <Counts now/> })}
                <DeleteAll/>
            </Show>
        </div>
    }
}

/// Used space, whether the browser may evict it, and how to free some.
#[component]
fn Room(now: Numbers, numbers: RwSignal<Option<Numbers>>) -> impl IntoView {
    let chat = use_chat();
    let used = now.room.map_or_else(
        || texts().unknown.to_owned(),
        |(used, quota)| fill(texts().used_of, &[("used", &size(used)), ("quota", &size(quota))]),
    );
    let share = now.room.map(|(used, quota)| {
        #[allow(clippy::cast_precision_loss, reason = "a share for the eye")]
        let share = used as f64 / quota.max(1) as f64;
        view! { <meter aria-label=texts().used min="0" max="1" value=share.to_string()></meter> }
    });
    let safety = match now.persisted {
        Persisted::Yes => texts().yes,
        Persisted::No => texts().no,
        Persisted::Unknown => texts().unknown,
        Persisted::InMemory => texts().in_memory,
    };
    let ask = move |_| {
        spawn_local(async move {
            if !persist().await {
                chat.notices.trouble(texts().refused);
            }
            drop(numbers.try_set(Some(chat.storage_numbers().await)));
        });
    };
    view! {
        <section>
            <h3>{texts().space}</h3>
            <dl class="storage-facts">
                <dt>{texts().used}</dt>
                <dd data-testid="storage-used">{used}{share}</dd>
                <dt>{texts().kept}</dt>
                <dd data-testid="storage-kept">
                    {safety}
                    {(now.persisted == Persisted::No).then(|| view! {
                        <button class="button" type="button" data-testid="storage-persist" on:click=ask>{texts().ask}</button>
                    })}
                </dd>
            </dl>
            <p class="quiet">{texts().space_help}</p>
        </section>
    }
}

/// How many records of each kind are stored.
#[component]
fn Counts(now: Numbers) -> impl IntoView {
    let rows = now.counts.into_iter().map(|(name, count)| {
        view! { <div><dt>{name}</dt><dd>{words::number(count)}</dd></div> }
    });
    view! {
        <section>
            <h3>{texts().what}</h3>
            <dl class="counts" data-testid="storage-counts">{rows.collect::<Vec<_>>()}</dl>
        </section>
    }
}

/// Deletes everything after the user types a confirmation word.
#[component]
fn DeleteAll() -> impl IntoView {
    let chat = use_chat();
    let typed = RwSignal::new(String::new());
    let error = RwSignal::new(None::<String>);
    let is_busy = RwSignal::new(false);
    let word = texts().word;
    let delete = move |event: SubmitEvent| {
        event.prevent_default();
        if !typed.with_untracked(|typed| is_confirmed(typed, word)) {
            return error.set(Some(fill(texts().wrong_word, &[("word", word)])));
        }
        error.set(None);
        is_busy.set(true);
        spawn_local(async move {
            if let Err(why) = chat.delete_everything().await {
                drop(error.try_set(Some(why)));
                let _ = is_busy.try_set(false);
            }
        });
    };
    view! {
        <section class="danger-zone">
            <h3>{texts().delete}</h3>
            <p>{texts().delete_help}</p>
            <form class="field" on:submit=delete novalidate>
                <label for="delete-word">{fill(texts().type_word, &[("word", word)])}</label>
                <div class="line">
                    <input class="input" id="delete-word" data-testid="delete-word" autocomplete="off" autocapitalize="none"
                        prop:value=move || typed.get() on:input=move |event| typed.set(event_target_value(&event))/>
                    <button class="button danger" type="submit" data-testid="delete-all" disabled=move || is_busy.get()>
                        {texts().delete}
                    </button>
                </div>
                <FieldError error/>
            </form>
        </section>
    }
}

/// Whether the confirmation word was typed, in whatever case: keyboards of phones begin with a capital letter.
fn is_confirmed(typed: &str, word: &str) -> bool {
    typed.trim().to_lowercase() == word.to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{UiLanguage, speak};

    #[test]
    fn everything_is_deleted_only_after_the_whole_word_of_the_language() {
        for language in UiLanguage::all() {
            speak(language);
            let word = texts().word;
            for typed in [word.to_owned(), word.to_uppercase(), format!(" {word}\n")] {
                assert!(is_confirmed(&typed, word), "{typed:?}");
            }
            let but_one: String = word.chars().skip(1).collect();
            for typed in ["", " ", &but_one, &format!("{word}{word}"), &format!("not {word}")] {
                assert!(!is_confirmed(typed, word), "{typed:?}");
            }
        }
    }
}
