//! Where recall by meaning is turned on: off, the model in this browser, or a model of a connection. It applies at once,
//! not when the form is saved, and nothing is downloaded or sent before the user presses a button that says so.

mod connection;
mod elsewhere;
mod in_page;

use crate::{
    chat::{Chat, size, use_chat},
    state::{Embedding, EmbeddingTrouble, SettingsForm},
    texts::{fill, meaning::meaning},
    words,
};
use connection::ConnectionPanel;
use elsewhere::VectorsElsewhere;
use in_page::InPagePanel;
use leptos::{prelude::*, task::spawn_local};
use ricordo_core::{
    provider::Provider,
    session::VectorProgress,
    settings::{EmbeddedBy, Embeddings, FIELDS, Place},
};

/// The choice, with what belongs to the chosen one.
#[component]
pub fn Meaning(form: SettingsForm) -> impl IntoView {
    let chat = use_chat();
    let texts = meaning();
    let in_force = Memo::new(move |_| chat.connection.settings.with(|settings| settings.embeddings.by));
    let picked = RwSignal::new(in_force.get_untracked());
    // Undo, and what is deleted, turn it on and off, too.
    Effect::watch(move || in_force.get(), move |by, _, _| picked.set(*by), false);
    spawn_local(chat.read_vector_progress());
    let is_found = move || FIELDS.iter().any(|field| field.control.is_at(Place::Meaning) && form.matches(field));
    let pick = move |by| {
        picked.set(by);
        if by == EmbeddedBy::Nothing {
            chat.embed_no_more();
        }
    };
    let choice = move |by, id: &'static str, name: &'static str, what: String| {
        view! {
            <label class="choice">
                <input type="radio" name="meaning" data-testid=id prop:checked=move || picked.get() == by
                    on:change=move |_| pick(by)/>
                <span class="name">{name}</span>
                <span class="what">{what}</span>
            </label>
        }
    };
    let in_page_hint = fill(texts.in_page_hint, &[("size", &size(Embedding::download_bytes()))]);
    view! {
        <div class="setting meaning" id="setting-embeddings" data-testid="meaning" hidden=move || !is_found()>
            <h4 class="label" id="meaning-title">{texts.title}</h4>
            <p class="hint">{texts.pitch}</p>
            <div class="choices" role="radiogroup" aria-labelledby="meaning-title">
                {choice(EmbeddedBy::Nothing, "meaning-off", texts.off, texts.off_hint.to_owned())}
                {choice(EmbeddedBy::InPage, "meaning-in-page", texts.in_page, in_page_hint)}
                {choice(EmbeddedBy::Connection, "meaning-connection", texts.connection, texts.connection_hint.to_owned())}
            </div>
            {move || match picked.get() {
                EmbeddedBy::Nothing => ().into_any(),
                EmbeddedBy::InPage => view! { <InPagePanel/> }.into_any(),
                EmbeddedBy::Connection => view! { <ConnectionPanel/> }.into_any(),
            }}
            <VectorsElsewhere/>
        </div>
    }
}

/// Says that the chosen connection was deleted or has another address now, if so.
#[component]
pub fn MeaningGone() -> impl IntoView {
    let chat = use_chat();
    let why = move || {
        chat.connection.settings.with(|now| chat.connection.providers.with(|all| why_unused(&now.embeddings, all)))
    };
    move || why().map(|why| view! { <p class="error" data-testid="meaning-gone">{why}</p> })
}

/// Why the chosen connection receives nothing; `None` if it does, or if none is chosen.
fn why_unused(by: &Embeddings, all: &[Provider]) -> Option<&'static str> {
    let id = by.server()?;
    match all.iter().find(|one| one.id == id) {
        Some(found) => (!found.embeds(by)).then_some(meaning().moved),
        None => Some(meaning().gone),
    }
}

/// How far it is, and why it waits.
#[component]
pub fn MeaningState() -> impl IntoView {
    let chat = use_chat();
    view! {
        <div class="meaning-state" role="status" data-testid="meaning-state">
            <p>{move || how_far(chat)}</p>
            {move || why_it_waits(chat).map(|why| view! { <p class="error" data-testid="meaning-trouble">{why}</p> })}
        </div>
        <TryNow trouble=chat.storage.embedding.trouble id="meaning-try-now"/>
    }
}

/// A button that tries now what failed, while something did.
#[component]
fn TryNow(
    /// What failed.
    trouble: RwSignal<Option<EmbeddingTrouble>>,
    /// Test id of the button.
    id: &'static str,
) -> impl IntoView {
    let chat = use_chat();
    let is_waiting = Memo::new(move |_| trouble.with(Option::is_some));
    view! {
        <Show when=move || is_waiting.get()>
            <div class="actions">
                <button class="button" type="button" data-testid=id on:click=move |_| chat.try_vectors_now()>
                    {meaning().try_now}
                </button>
            </div>
        </Show>
    }
}

/// How many messages are ready, and what happens to the others.
fn how_far(chat: Chat) -> Option<String> {
    let progress = chat.storage.embedding.progress.get()?;
    Some(how_far_is(progress, chat.storage.embedding.trouble.with(Option::is_some)))
}

fn how_far_is(progress: VectorProgress, is_waiting: bool) -> String {
    let texts = meaning();
    let [done, total] = [progress.done, progress.total].map(|count| words::number(count as u64));
    let ready = fill(texts.ready, &[("done", &done), ("total", &total), ("size", &size(progress.bytes as u64))]);
    let goes_on = (progress.done < progress.total && !is_waiting).then(|| texts.goes_on.to_owned());
    let refused =
        (progress.refused > 0).then(|| fill(texts.refused, &[("count", &words::number(progress.refused as u64))]));
    [Some(format!("{ready}.")), refused, goes_on].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

fn why_it_waits(chat: Chat) -> Option<String> {
    let trouble = chat.storage.embedding.trouble.get()?;
    Some(fill(meaning().waits, &[("why", &trouble.why), ("when", &chat.date_time(trouble.again_at))]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        state::testing::server,
        texts::{UiLanguage, speak},
    };

    #[test]
    fn a_connection_that_receives_nothing_any_more_is_said_to_be_deleted_or_moved() {
        let far = Provider { base_url: "https://far.example/v1".to_owned(), ..server(1, "m") };
        let by = far.with_address(&Embeddings {
            by: EmbeddedBy::Connection,
            provider: Some(far.id),
            ..Embeddings::default()
        });
        let by = by.unwrap();
        assert_eq!(why_unused(&by, &[server(2, "m"), far.clone()]), None);
        assert_eq!(why_unused(&by, &[server(2, "m")]), Some(meaning().gone));
        let moved = Provider { base_url: "https://other.example/v1".to_owned(), ..far };
        assert_eq!(why_unused(&by, std::slice::from_ref(&moved)), Some(meaning().moved));
        assert_eq!(why_unused(&Embeddings::default(), &[moved]), None);
    }

    #[test]
    fn what_is_prepared_is_counted_and_goes_on_only_while_something_is_left_and_nothing_is_wrong() {
        for language in UiLanguage::all() {
            speak(language);
            let of = |done, total, is_waiting| {
                how_far_is(VectorProgress { done, total, bytes: 3 << 20, ..VectorProgress::default() }, is_waiting)
            };
            let refused = VectorProgress { done: 5, total: 5, refused: 1_234, ..VectorProgress::default() };
            let refused = how_far_is(refused, false);
            assert!(refused.contains(&words::number(1_234)) && !refused.contains('{'), "{refused}");
            let goes_on = meaning().goes_on;
            for (done, total, is_waiting, is_going_on) in [
                (1_234, 5_678, false, true),
                (1_234, 5_678, true, false),
                (5_678, 5_678, false, false),
                (0, 0, false, false),
            ] {
                let words = of(done, total, is_waiting);
                assert_eq!(words.contains(goes_on), is_going_on, "{words}");
                for part in [words::number(done as u64), words::number(total as u64), size(3 << 20)] {
                    assert!(words.contains(&part) && !words.contains('{'), "{part}: {words}");
                }
            }
        }
    }
}
