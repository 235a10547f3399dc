//! One line that is edited where it stands. Enter keeps it, Escape drops it, and so does a click elsewhere.

use crate::browser;
use leptos::{ev::KeyboardEvent, html::Input, prelude::*};

/// The field. It has the focus as soon as it is there.
#[component]
pub fn InlineEdit<K, D>(
    /// What is edited.
    label: &'static str,
    /// Its id for tests.
    test_id: &'static str,
    /// What it says before.
    text: String,
    /// Is given what was typed, on Enter.
    keep: K,
    /// The user does not want to change it.
    drop_it: D,
) -> impl IntoView
where
    K: Fn(String) + 'static,
    D: Fn() + Copy + 'static,
{
    let field = NodeRef::<Input>::new();
    // Whether Enter or Escape ended it: the field goes away then, which looks like a click elsewhere.
    let is_over = StoredValue::new(false);
    field.on_load(move |_| browser::focus_next_frame(test_id));
    let key = move |event: KeyboardEvent| {
        match event.key().as_str() {
            // Enter ends the composition of a word then.
            _ if event.is_composing() => {}
            "Enter" => {
                event.prevent_default();
                let typed = field.get_untracked().map(|field| field.value()).unwrap_or_default();
                keep(typed.trim().to_owned());
            }
            "Escape" => {
                // Not the dialog or the drawer around it.
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
