//! Something that unfolds, and stays unfolded when the request changes under it.

use crate::state::use_chat;
use leptos::{ev::MouseEvent, prelude::*};

/// A head that unfolds what is in it. That is made when it is unfolded.
#[component]
pub fn Fold(
    /// What is remembered as unfolded.
    key: String,
    /// What is always seen.
    head: AnyView,
    /// What is seen when it is unfolded.
    children: ChildrenFn,
) -> impl IntoView {
    let unfolded = use_chat().inspection.unfolded;
    let key = StoredValue::new(key);
    let is_open = Memo::new(move |_| unfolded.with(|unfolded| key.with_value(|key| unfolded.contains(key))));
    let turn = move |event: MouseEvent| {
        // The browser would fold it by itself, and this would not know.
        event.prevent_default();
        unfolded.update(|unfolded| {
            let key = key.get_value();
            if !unfolded.remove(&key) {
                unfolded.insert(key);
            }
        });
    };
    let children = StoredValue::new(children);
    view! {
        <details class="unfolds" open=move || is_open.get()>
            <summary on:click=turn>{head}</summary>
            <Show when=move || is_open.get()>{children.with_value(|children| children())}</Show>
        </details>
    }
}
