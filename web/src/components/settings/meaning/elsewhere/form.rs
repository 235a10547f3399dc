//! Names a vector store: its address, its key, how much stays here, and a check.

use super::{
    super::super::super::field::{FieldError, NumberField},
    key_field::{KeyField, no_submit},
};
use crate::{
    address::{host_of, trouble_with},
    browser,
    chat::{StoreForm, use_chat},
    texts::{connect::explain_trouble, fill, vectors_elsewhere::vectors_elsewhere},
    words,
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_core::{
    provider::is_address_here,
    settings::{KEPT_VECTORS, VectorPlace, whole_number},
};
use std::future::Future;

/// Most vectors that the user may let stay here.
const MOST_KEPT: u32 = 1_000_000;

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

/// The fields for a store of one program, and its buttons.
#[component]
pub fn Form(place: VectorPlace) -> impl IntoView {
    let chat = use_chat();
    let texts = vectors_elsewhere();
    let (usual, permits) = match place {
        VectorPlace::Chroma => ("http://localhost:8000", texts.chroma_permits),
        VectorPlace::Qdrant | VectorPlace::Browser => ("http://localhost:6333", texts.qdrant_permits),
    };
    let typed = Typed::new(place);
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
    fn new(place: VectorPlace) -> Self {
        Self {
            place,
            address: RwSignal::new(String::new()),
            key: RwSignal::new(String::new()),
            keep: RwSignal::new(KEPT_VECTORS.to_string()),
            outcome: RwSignal::new(None),
            is_busy: RwSignal::new(false),
            wrong_number: RwSignal::new(None),
        }
    }

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
        if self.is_busy.get_untracked() {
            return;
        }
        let Some(form) = self.read() else { return };
        self.is_busy.set(true);
        self.outcome.set(None);
        let asked = [form.base_url.clone(), form.key.clone()];
        let work = work(form);
        spawn_local(async move {
            let outcome = work.await;
            if self.holds(&asked) {
                self.outcome.set(Some(outcome));
            }
            let _ = self.is_busy.try_set(false);
        });
    }

    /// Whether the fields still hold this address and key: otherwise what was found is about another store.
    fn holds(self, [address, key]: &[String; 2]) -> bool {
        let is = |field: RwSignal<String>, asked: &String| {
            field.try_with_untracked(|typed| typed.trim() == asked) == Some(true)
        };
        is(self.address, address) && is(self.key, key)
    }
}

/// The number that was typed, if it is in its range.
fn kept(typed: &str) -> Option<u32> {
    u32::try_from(whole_number(typed)?).ok().filter(|kept| *kept <= MOST_KEPT)
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
        assert_eq!(["", "-1", "1.5", "2,5", "many", "1000001", "99999999999"].map(kept), [None; 7]);
    }

    #[test]
    fn what_was_typed_is_read_without_the_spaces_around_it() {
        let typed = Typed::new(VectorPlace::Qdrant);
        typed.address.set(" http://localhost:6333 ".to_owned());
        typed.key.set("\tsecret\n".to_owned());
        let form = typed.read().unwrap();
        assert_eq!(
            (form.base_url.as_str(), form.key.as_str(), form.keep),
            ("http://localhost:6333", "secret", KEPT_VECTORS)
        );
        typed.keep.set(" 4,096 ".to_owned());
        assert_eq!(typed.read().map(|form| form.keep), Some(4_096));
        assert_eq!((typed.outcome.get_untracked(), typed.wrong_number.get_untracked()), (None, None));
    }

    #[test]
    fn what_a_late_check_found_is_not_said_of_another_store() {
        let typed = Typed::new(VectorPlace::Chroma);
        typed.address.set("http://localhost:8000 ".to_owned());
        typed.key.set("secret".to_owned());
        let asked = ["http://localhost:8000".to_owned(), "secret".to_owned()];
        assert!(typed.holds(&asked));
        typed.key.set("another".to_owned());
        assert!(!typed.holds(&asked));
        typed.key.set(" secret".to_owned());
        typed.address.set("http://localhost:8001".to_owned());
        assert!(!typed.holds(&asked));
    }
}
