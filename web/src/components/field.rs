//! Form field with its label, hint and error.

use super::icon::{Icon, Picture};
use leptos::prelude::*;

/// Number field with its range as a hint. The caller checks the range and passes the error.
#[component]
pub fn NumberField(
    /// Label of the field.
    label: &'static str,
    /// Value of both `id` and `data-testid`.
    id: &'static str,
    /// Typed text.
    value: RwSignal<String>,
    /// Unit, shown after the field.
    unit: &'static str,
    /// Hint below the field, usually its range.
    hint: String,
    /// Error, as a sentence.
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

/// Error of a field.
#[component]
pub fn FieldError(
    /// Error, as a sentence.
    #[prop(into)]
    error: Signal<Option<String>>,
    /// Value of `data-testid`.
    #[prop(default = "field-error")]
    id: &'static str,
) -> impl IntoView {
    move || error.get().map(|sentence| view! { <p class="error" role="alert" data-testid=id>{sentence}</p> })
}

/// Error of a form as a whole.
#[component]
pub fn FormError(
    /// Error, as a sentence.
    #[prop(into)]
    error: Signal<Option<String>>,
    /// Value of `data-testid`.
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
