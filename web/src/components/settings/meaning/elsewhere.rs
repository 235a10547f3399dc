//! Where the vectors are kept: in this browser, or in a vector store that the user names, tries and moves them to.

use super::super::super::field::{FieldError, NumberField};
use crate::{
    address::{host_of, trouble_with},
    browser,
    floats::decimals,
    state::{Chat, StoreForm, use_chat},
    texts::{
        connect::explain_trouble, errors::Localized, fill, meaning::meaning, vectors_elsewhere::vectors_elsewhere,
    },
    words,
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_core::{
    provider::is_address_here,
    settings::{EmbeddedBy, KEPT_VECTORS, VectorPlace, VectorStoreSettings},
};
use std::future::Future;

/// Most vectors that the user may let stay here.
const MOST_KEPT: u32 = 1_000_000;

/// The choice; empty where recall by meaning is off and nothing is elsewhere.
#[component]
pub fn VectorsElsewhere() -> impl IntoView {
    let settings = use_chat().connection.settings;
    let is_elsewhere = Memo::new(move |_| settings.with(|now| now.vector_store.is_elsewhere()));
    let is_shown =
        Memo::new(move |_| is_elsewhere.get() || settings.with(|now| now.embeddings.by != EmbeddedBy::Nothing));
    let texts = vectors_elsewhere();
    view! {
        <Show when=move || is_shown.get()>
            <div class="elsewhere" data-testid="vectors-elsewhere">
                <h4 class="label" id="elsewhere-title">{texts.title}</h4>
                <p class="hint">{texts.pitch}</p>
                <Show when=move || is_elsewhere.get() fallback=|| view! { <Choice/> }><InUse/></Show>
            </div>
        </Show>
    }
}

#[component]
fn Choice() -> impl IntoView {
    let texts = vectors_elsewhere();
    let picked = RwSignal::new(VectorPlace::Browser);
    let choice = move |place, id: &'static str, name: &'static str, what: &'static str| {
        view! {
            <label class="choice">
                <input type="radio" name="vector-place" data-testid=id prop:checked=move || picked.get() == place
                    on:change=move |_| picked.set(place)/>
                <span class="name">{name}</span>
                <span class="what">{what}</span>
            </label>
        }
    };
    view! {
        <div class="choices" role="radiogroup" aria-labelledby="elsewhere-title">
            {choice(VectorPlace::Browser, "vectors-here", texts.browser, texts.browser_hint)}
            {choice(VectorPlace::Qdrant, "vectors-qdrant", "Qdrant", texts.qdrant_hint)}
            {choice(VectorPlace::Chroma, "vectors-chroma", "Chroma", texts.chroma_hint)}
        </div>
        {move || (picked.get() != VectorPlace::Browser).then(|| view! { <Form place=picked.get()/> })}
    }
}

/// What was typed, and what came of it.
#[derive(Clone, Copy)]
struct Typed {
    place: VectorPlace,
    address: RwSignal<String>,
    key: RwSignal<String>,
    keep: RwSignal<String>,
    /// What a check found, or why it failed.
    outcome: RwSignal<Option<Result<String, String>>>,
    is_busy: RwSignal<bool>,
    wrong_number: RwSignal<Option<String>>,
}

#[component]
fn Form(place: VectorPlace) -> impl IntoView {
    let chat = use_chat();
    let texts = vectors_elsewhere();
    let (usual, permits) = match place {
        VectorPlace::Chroma => ("http://localhost:8000", texts.chroma_permits),
        VectorPlace::Qdrant | VectorPlace::Browser => ("http://localhost:6333", texts.qdrant_permits),
    };
    let typed = Typed {
        place,
        address: RwSignal::new(String::new()),
        key: RwSignal::new(String::new()),
        keep: RwSignal::new(KEPT_VECTORS.to_string()),
        outcome: RwSignal::new(None),
        is_busy: RwSignal::new(false),
        wrong_number: RwSignal::new(None),
    };
    // What was found is about another store.
    Effect::watch(move || (typed.address.get(), typed.key.get()), move |_, _, _| typed.outcome.set(None), false);
    let is_far = move || {
        let address = typed.address.with(|address| address.trim().to_owned());
        let is_far = trouble_with(&address).is_none() && !is_address_here(&address);
        is_far.then(|| fill(texts.far, &[("host", host_of(&address))]))
    };
    let most = words::number(MOST_KEPT.into());
    view! {
        <div class="status" data-testid="vector-store-form">
            <div class="field">
                <label for="vector-store-url">{texts.address}</label>
                <input class="input" id="vector-store-url" data-testid="vector-store-url" inputmode="url" autocomplete="off"
                    autocapitalize="none" spellcheck="false" dir="ltr" placeholder=usual
                    aria-describedby="vector-store-url-hint" prop:value=move || typed.address.get()
                    on:keydown=no_submit on:input=move |event| typed.address.set(event_target_value(&event))/>
                <p class="hint" id="vector-store-url-hint">{fill(permits, &[("origin", &browser::origin())])}</p>
            </div>
            <KeyField label=texts.key id="vector-store-key" key=typed.key/>
            <NumberField label=texts.keep id="vector-store-keep" value=typed.keep unit=""
                hint=fill(texts.keep_hint, &[("most", &most)]) error=typed.wrong_number/>
            <p>{texts.privacy}" "{is_far}</p>
            <Outcome typed/>
            <div class="actions">
                <button class="button" type="button" data-testid="vector-store-check" disabled=move || typed.is_busy.get()
                    on:click=move |_| typed.run(async move |form| {
                        let what = chat.try_store(&form).await?;
                        Ok(fill(vectors_elsewhere().works, &[("what", &what)]))
                    })>{texts.check}</button>
                <button class="button primary" type="button" data-testid="vector-store-start"
                    disabled=move || typed.is_busy.get()
                    on:click=move |_| typed.run(async move |form| chat.keep_vectors_at(form).await.map(|()| String::new()))>
                    {texts.start}
                </button>
            </div>
        </div>
    }
}

/// Enter would save the form around a field.
fn no_submit(event: leptos::ev::KeyboardEvent) {
    if event.key() == "Enter" {
        event.prevent_default();
    }
}

#[component]
fn KeyField(label: &'static str, id: &'static str, key: RwSignal<String>) -> impl IntoView {
    view! {
        <div class="field">
            <label for=id>{label}</label>
            <input class="input" id=id data-testid=id type="password" autocomplete="off"
                aria-describedby=format!("{id}-hint") prop:value=move || key.get()
                on:keydown=no_submit on:input=move |event| key.set(event_target_value(&event))/>
            <p class="hint" id=format!("{id}-hint")>{vectors_elsewhere().key_hint}</p>
        </div>
    }
}

#[component]
fn Outcome(typed: Typed) -> impl IntoView {
    let error = Signal::derive(move || typed.outcome.get().and_then(Result::err));
    let found = move || match typed.is_busy.get() {
        true => Some(vectors_elsewhere().checking.to_owned()),
        false => typed.outcome.get().and_then(Result::ok),
    };
    view! {
        <p class="hint" role="status" data-testid="vector-store-checked">{found}</p>
        <FieldError error id="vector-store-error"/>
    }
}

impl Typed {
    /// What was typed; `None`, and a sentence, if something is wrong with it.
    fn read(self) -> Option<StoreForm> {
        let trimmed = |field: RwSignal<String>| field.with_untracked(|text| text.trim().to_owned());
        let base_url = trimmed(self.address);
        if let Some(trouble) = trouble_with(&base_url) {
            self.outcome.set(Some(Err(explain_trouble(trouble).to_owned())));
            browser::focus_next_frame("vector-store-url");
            return None;
        }
        let keep = kept(&trimmed(self.keep));
        self.wrong_number.set(
            keep.is_none().then(|| fill(vectors_elsewhere().keep_wrong, &[("most", &words::number(MOST_KEPT.into()))])),
        );
        let Some(keep) = keep else {
            browser::focus_next_frame("vector-store-keep");
            return None;
        };
        Some(StoreForm { place: self.place, base_url, key: trimmed(self.key), keep })
    }

    fn run<F: Future<Output = Result<String, String>> + 'static>(self, work: impl FnOnce(StoreForm) -> F) {
        let Some(form) = self.read() else { return };
        self.is_busy.set(true);
        self.outcome.set(None);
        let work = work(form);
        spawn_local(async move {
            let outcome = work.await;
            let _ = self.outcome.try_set(Some(outcome));
            let _ = self.is_busy.try_set(false);
        });
    }
}

/// The number that was typed, with or without spaces and commas between its digits.
fn kept(typed: &str) -> Option<u32> {
    let digits: String = typed.chars().filter(|char| !char.is_whitespace() && *char != ',').collect();
    digits.parse().ok().filter(|kept| *kept <= MOST_KEPT)
}

/// The store in use: how much is where, what moves, and what can be done.
#[component]
fn InUse() -> impl IntoView {
    let chat = use_chat();
    let texts = vectors_elsewhere();
    let settings = chat.connection.settings;
    let store = Memo::new(move |_| settings.with(|now| now.vector_store.clone()));
    let host = move || store.with(|store| host_of(&store.base_url).to_owned());
    let is_used = Memo::new(move |_| settings.with(|now| now.embeddings.by != EmbeddedBy::Nothing));
    let error = RwSignal::new(None::<String>);
    let back = move |returning| {
        spawn_local(async move {
            let failed = chat.bring_vectors_back(returning).await.err();
            let _ = error.try_set(failed.map(|error| error.localized()));
        });
    };
    let leave = move |_| {
        spawn_local(async move {
            let failed = chat.leave_vectors().await.err();
            let _ = error.try_set(failed);
        });
    };
    let delete = move |_| spawn_local(chat.delete_vectors());
    let is_moving = Memo::new(move |_| chat.storage.embedding.elsewhere.moving.with(Option::is_some));
    let is_returning = Memo::new(move |_| store.with(|store| store.returning));
    let names = move || {
        let VectorStoreSettings { collection, .. } = store.get();
        fill(texts.leave_hint, &[("host", &host()), ("collection", &collection)])
    };
    view! {
        <div class="status" data-testid="vector-store-in-use">
            <div class="head">
                <span class="badge">{move || store.with(|store| name_of(store.place))}</span>
            </div>
            <div class="meaning-state" role="status" data-testid="vector-store-state">
                <p>{move || state(chat)}</p>
                <Show when=move || is_moving.get()><Bar/></Show>
                {move || trouble(chat).map(|why| view! { <p class="error" data-testid="vector-store-trouble">{why}</p> })}
            </div>
            <p class="hint">{texts.erased}</p>
            <div class="actions">
                <Show when=move || is_used.get() fallback=move || view! {
                    <p class="hint">{texts.unused}</p>
                    <button class="button" type="button" data-testid="vector-store-delete" on:click=delete>{texts.delete_there}</button>
                }>
                    <button class="button" type="button" data-testid="vector-store-back"
                        on:click=move |_| back(!is_returning.get_untracked())>
                        {move || if is_returning.get() { texts.stay } else { texts.back }}
                    </button>
                </Show>
            </div>
            <Show when=move || has_trouble(chat)>
                <NewKey/>
                <p class="hint">{names}</p>
                <div class="actions">
                    <button class="button" type="button" data-testid="vector-store-leave" on:click=leave>{texts.leave}</button>
                </div>
            </Show>
            <FieldError error id="vector-store-error"/>
        </div>
    }
}

/// How much of a move is done.
#[component]
fn Bar() -> impl IntoView {
    let moving = use_chat().storage.embedding.elsewhere.moving;
    let percent =
        Memo::new(move |_| moving.get().map_or(0, |moving| (moving.done * 100).checked_div(moving.total).unwrap_or(0)));
    view! {
        <div class="progress">
            <div class="track" role="progressbar" aria-label=vectors_elsewhere().progress aria-valuemin="0" aria-valuemax="100"
                aria-valuenow=move || percent.get().to_string()>
                <div class="fill" style:--share=move || share(percent.get())></div>
            </div>
        </div>
    }
}

fn share(percent: usize) -> String {
    decimals(f64::from(u32::try_from(percent).unwrap_or(0)) / 100.0)
}

/// Replaces the key, which may be the reason why the store does not work.
#[component]
fn NewKey() -> impl IntoView {
    let chat = use_chat();
    let texts = vectors_elsewhere();
    let key = RwSignal::new(String::new());
    let error = RwSignal::new(None::<String>);
    let change = move |_| {
        let typed = key.with_untracked(|key| key.trim().to_owned());
        if typed.is_empty() {
            return browser::focus_next_frame("vector-store-new-key");
        }
        spawn_local(async move {
            let failed = chat.change_store_key(&typed).await.err();
            let _ = error.try_set(failed);
        });
    };
    view! {
        <KeyField label=texts.new_key id="vector-store-new-key" key/>
        <FieldError error id="vector-store-key-error"/>
        <div class="actions">
            <button class="button" type="button" data-testid="vector-store-change-key" on:click=change>{texts.change_key}</button>
        </div>
    }
}

fn name_of(place: VectorPlace) -> &'static str {
    match place {
        VectorPlace::Browser => vectors_elsewhere().browser,
        VectorPlace::Qdrant => "Qdrant",
        VectorPlace::Chroma => "Chroma",
    }
}

fn has_trouble(chat: Chat) -> bool {
    chat.storage.embedding.elsewhere.trouble.with(Option::is_some)
}

/// What moves, or how much is where.
fn state(chat: Chat) -> Option<String> {
    let texts = vectors_elsewhere();
    let (returning, host) = chat
        .connection
        .settings
        .with(|now| (now.vector_store.returning, host_of(&now.vector_store.base_url).to_owned()));
    if let Some(moving) = chat.storage.embedding.elsewhere.moving.get() {
        let [done, total] = [moving.done, moving.total].map(|count| words::number(count as u64));
        return Some(match returning {
            true => fill(texts.coming, &[("left", &done)]),
            false => fill(texts.moving, &[("done", &done), ("total", &total)]),
        });
    }
    let progress = chat.storage.embedding.progress.get()?;
    let there = words::number(progress.elsewhere as u64);
    let here = words::number(progress.done.saturating_sub(progress.elsewhere) as u64);
    Some(fill(texts.place, &[("host", &host), ("there", &there), ("here", &here)]))
}

fn trouble(chat: Chat) -> Option<String> {
    let trouble = chat.storage.embedding.elsewhere.trouble.get()?;
    Some(fill(meaning().waits, &[("why", &trouble.why), ("when", &chat.date_time(trouble.again_at))]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_may_be_typed_as_it_is_shown() {
        assert_eq!(
            ["0", "4096", "4,096", "1 000 000", "1\u{a0}000"].map(kept),
            [0, 4_096, 4_096, 1_000_000, 1_000].map(Some)
        );
        assert_eq!(["", "-1", "1.5", "many", "1000001", "99999999999"].map(kept), [None; 6]);
    }
}
