//! Where the vectors are kept: in this browser, or in a vector store that the user names, tries and moves them to.
//!
//! `form` names a store and tries it, `in_use` says what is there and brings it back, `key_field` is a field of both.

mod form;
mod in_use;
mod key_field;

use crate::{chat::use_chat, texts::vectors_elsewhere::vectors_elsewhere};
use form::Form;
use in_use::InUse;
use leptos::prelude::*;
use ricordo_core::settings::{EmbeddedBy, VectorPlace};

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
