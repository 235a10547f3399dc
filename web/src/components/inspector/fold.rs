//! Disclosure that stays expanded when the request changes.

use crate::chat::use_chat;
use leptos::{ev::MouseEvent, prelude::*};

/// Header that expands its content. The content is created when it is expanded.
#[component]
pub fn Fold(
    /// Key under which the expanded state is remembered.
    key: String,
    /// Header, always visible.
    head: AnyView,
    /// Content, visible when expanded.
    children: ChildrenFn,
) -> impl IntoView {
    let unfolded = use_chat().inspection.unfolded;
    let key = StoredValue::new(key);
    let is_open = Memo::new(move |_| unfolded.with(|unfolded| key.with_value(|key| unfolded.contains(key))));
    let turn = move |event: MouseEvent| {
        // Otherwise the browser toggles the element itself, and the stored state goes out of sync.
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
