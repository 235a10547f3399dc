//! Inline editor for one line of text. Enter saves it; Escape or a click elsewhere cancels.

use crate::browser;
use leptos::{ev::KeyboardEvent, html::Input, prelude::*};

/// Text field that takes the focus when it is mounted.
#[component]
pub fn InlineEdit<K, D>(
    /// Accessible name.
    label: &'static str,
    /// Value of both `id` and `data-testid`.
    test_id: &'static str,
    /// Initial text.
    text: String,
    /// Called with the trimmed text on Enter.
    keep: K,
    /// Called when the user cancels.
    drop_it: D,
) -> impl IntoView
where
    K: Fn(String) + 'static,
    D: Fn() + Copy + 'static,
{
    let field = NodeRef::<Input>::new();
    // Whether Escape ended the edit. The field is then removed, which fires a blur event like a click elsewhere.
    let is_over = StoredValue::new(false);
    field.on_load(move |_| browser::focus_next_frame(test_id));
    let key = move |event: KeyboardEvent| {
        match event.key().as_str() {
            // During IME composition, Enter ends the composition.
            _ if event.is_composing() => {}
            "Enter" => {
                event.prevent_default();
                let typed = field.get_untracked().map(|field| field.value()).unwrap_or_default();
                keep(typed.trim().to_owned());
            }
            "Escape" => {
                // Keep Escape from closing the dialog or drawer around the field.
                event.prevent_default();
                event.stop_propagation();
                is_over.set_value(true);
                drop_it();
            }
            _ => {}
        }
    };
    let left = move |_| {
        if !is_over.try_get_value().unwrap_or(true) {
            drop_it();
        }
    };
    view! {
        <input
            class="input inline"
            id=test_id
            data-testid=test_id
            aria-label=label
            autocomplete="off"
            dir="auto"
            value=text
            node_ref=field
            on:keydown=key
            on:blur=left
            on:focus=move |_| if let Some(field) = field.get_untracked() { field.select() }
        />
    }
}
