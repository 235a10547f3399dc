//! The key of a vector store.

use crate::texts::vectors_elsewhere::vectors_elsewhere;
use leptos::{ev::KeyboardEvent, prelude::*};

/// Enter would save the form around a field.
pub fn no_submit(event: KeyboardEvent) {
    if event.key() == "Enter" {
        event.prevent_default();
    }
}

/// The field, with what happens to the key.
#[component]
pub fn KeyField(label: &'static str, id: &'static str, key: RwSignal<String>) -> impl IntoView {
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
