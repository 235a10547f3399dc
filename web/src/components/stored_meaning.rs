//! Recall by meaning on the storage page: how far it is, and buttons that delete what was prepared and its model.

use super::settings::{MeaningGone, MeaningState};
use crate::{
    address::host_of,
    chat::{Chat, size, use_chat},
    texts::{fill, meaning::stored_meaning as texts},
    words,
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_browser::HeldWeights;
use ricordo_core::settings::EmbeddedBy;

/// The section; empty if it was never turned on. `is_read` becomes true once that is known.
#[component]
pub fn StoredMeaning(is_read: RwSignal<bool>) -> impl IntoView {
    let chat = use_chat();
    let by = Memo::new(move |_| chat.connection.settings.with(|settings| settings.embeddings.by));
    let is_on = move || by.get() != EmbeddedBy::Nothing;
    let held = RwSignal::new(None::<HeldWeights>);
    let has_vectors = RwSignal::new(false);
    let waiting = RwSignal::new(None::<String>);
    let look = move || {
        spawn_local(async move {
            let _ = has_vectors.try_set(chat.has_vectors().await);
            let _ = held.try_set(chat.storage.embedding.held().await);
            // A vector store may take minutes to answer: nothing below waits for it.
            let _ = is_read.try_set(true);
            let _ = waiting.try_set(removals(chat).await);
        });
    };
    let is_moving = Memo::new(move |_| chat.storage.embedding.elsewhere.moving.with(Option::is_some));
    Effect::new(move |_| {
        by.track();
        is_moving.track();
        look();
        spawn_local(chat.read_vector_progress());
    });
    let has_more = Memo::new(move |_| chat.storage.embedding.progress.with(|now| now.is_some_and(|now| now.done > 0)));
    let delete = move |_| {
        spawn_local(async move {
            chat.delete_vectors().await;
            look();
        });
    };
    let delete_model = move |_| {
        spawn_local(async move {
            chat.delete_embedding_model().await;
            look();
        });
    };
    let off = move || if has_vectors.get() { texts().is_left } else { texts().is_off };
    let is_there = move || is_on() || has_vectors.get() || held.with(Option::is_some) || waiting.with(Option::is_some);
    view! {
        <Show when=is_there>
            <section data-testid="stored-meaning">
                <h3>{texts().title}</h3>
                <Show when=is_on fallback=move || view! { <p>{off}</p> }><MeaningGone/><MeaningState/></Show>
                {move || waiting.get().map(|waiting| view! { <p data-testid="vectors-waiting">{waiting}</p> })}
                <Show when=move || has_vectors.get() || has_more.get()>
                    <button class="button" type="button" data-testid="vectors-delete" on:click=delete>
                        {move || if is_on() { texts().delete_in_use } else { texts().delete }}
                    </button>
                    <p class="quiet">{texts().delete_hint}</p>
                </Show>
                {move || held.get().map(|held| view! {
                    <p>{model_line(&held)}</p>
                    <button class="button" type="button" data-testid="embedding-model-delete" on:click=delete_model>
                        {move || if by.get() == EmbeddedBy::InPage { texts().delete_model_in_use } else { texts().delete_model }}
                    </button>
                })}
            </section>
        </Show>
    }
}

/// What is still to be removed from a vector store; `None`: nothing.
async fn removals(chat: Chat) -> Option<String> {
    let waiting = chat.removals_waiting().await?;
    chat.connection.settings.with_untracked(|now| removals_line(host_of(&now.vector_store.base_url), waiting))
}

fn removals_line(host: &str, waiting: Result<usize, String>) -> Option<String> {
    match waiting {
        Ok(0) => None,
        Ok(vectors) => Some(fill(&texts().waiting.say(vectors as u64), &[("host", host)])),
        Err(why) => Some(fill(texts().waiting_unknown, &[("host", host), ("why", &why)])),
    }
}

/// How much of the model is stored.
fn model_line(held: &HeldWeights) -> String {
    let total = size(held.total);
    if held.whole {
        return fill(texts().model, &[("size", &size(held.loaded))]);
    }
    fill(texts().model_part, &[("share", &words::percent(held.loaded, held.total)), ("size", &total)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{UiLanguage, speak};

    #[test]
    fn what_is_still_to_be_removed_from_a_store_is_counted_and_what_is_not_known_is_said() {
        for language in UiLanguage::all() {
            speak(language);
            let line = |waiting| removals_line("vectors.example:6333", waiting);
            assert_eq!(line(Ok(0)), None);
            let some = line(Ok(1_234)).unwrap();
            assert!(some.contains(&words::number(1_234)) && some.contains("vectors.example:6333"), "{some}");
            let unknown = line(Err("It does not answer.".to_owned())).unwrap();
            assert!(unknown.contains("It does not answer.") && unknown.contains("vectors.example:6333"), "{unknown}");
            assert!(!some.contains('{') && !unknown.contains('{') && some != unknown);
        }
    }

    #[test]
    fn a_model_that_is_not_whole_says_how_much_of_it_is_there() {
        let held = |loaded, total, whole| HeldWeights { loaded, total, whole, sha256: String::new() };
        for language in UiLanguage::all() {
            speak(language);
            let whole = model_line(&held(90_000_000, 90_000_000, true));
            assert!(whole.contains(&size(90_000_000)) && !whole.contains('%'), "{whole}");
            let part = model_line(&held(30_000_000, 120_000_000, false));
            assert!(part.contains(&words::percent(30_000_000, 120_000_000)), "{part}");
            assert!(part.contains(&size(120_000_000)) && !part.contains('{'), "{part}");
            let unknown = model_line(&held(30_000_000, 0, false));
            assert!(!unknown.contains("NaN") && !unknown.contains("inf"), "its size is not known yet: {unknown}");
        }
    }
}
