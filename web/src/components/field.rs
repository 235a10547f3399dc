//! A field with its label, hint and error.

use super::icon::{Icon, Picture};
use leptos::prelude::*;

/// A number that is typed, with its range. What is out of range is refused at the field.
#[component]
pub fn NumberField(
    /// What it is.
    label: &'static str,
    /// The id of the field, and for tests.
    id: &'static str,
    /// What is typed.
    value: RwSignal<String>,
    /// What it counts.
    unit: &'static str,
    /// Its range, in words.
    hint: String,
    /// What is wrong with it.
    #[prop(into)]
    error: Signal<Option<String>>,
) -> impl IntoView {
    view! {
        <div class="field">
            <label for=id>{label}</label>
            <div class="with-unit">
                <input
                    class="input"
                    id=id
                    data-testid=id
                    inputmode="numeric"
                    autocomplete="off"
                    aria-describedby=format!("{id}-hint")
                    aria-invalid=move || error.with(Option::is_some).to_string()
                    prop:value=move || value.get()
                    on:input=move |event| value.set(event_target_value(&event))
                />
                <span class="unit">{unit}</span>
            </div>
            <p class="hint" id=format!("{id}-hint")>{hint}</p>
            <FieldError error/>
        </div>
    }
}

/// What is wrong with a field.
#[component]
pub fn FieldError(
    /// The sentence.
    #[prop(into)]
    error: Signal<Option<String>>,
    /// Its id for tests.
    #[prop(default = "field-error")]
    id: &'static str,
) -> impl IntoView {
    move || error.get().map(|sentence| view! { <p class="error" role="alert" data-testid=id>{sentence}</p> })
}

/// What is wrong with a form as a whole.
#[component]
pub fn FormError(
    /// The sentence.
    #[prop(into)]
    error: Signal<Option<String>>,
    /// Its id for tests.
    id: &'static str,
) -> impl IntoView {
    move || {
        error.get().map(|sentence| {
            view! {
                <div class="form-error" role="alert">
                    <Icon picture=Picture::Warning/>
                    <p data-testid=id>{sentence}</p>
                </div>
            }
        })
    }
}
