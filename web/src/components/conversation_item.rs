//! One conversation of the list: open, rename, delete.

use super::{
    icon::{Icon, Picture},
    inline_edit::InlineEdit,
};
use crate::{browser, state::use_chat};
use leptos::prelude::*;
use ricordo_core::id::ConversationId;

/// The row.
#[component]
pub fn ConversationItem(id: ConversationId) -> impl IntoView {
    let chat = use_chat();
    let title = Memo::new(move |_| {
        let listed = chat.storage.conversations;
        listed.with(|all| all.iter().find(|other| other.id == id).map(|found| found.title.clone()).unwrap_or_default())
    });
    let is_active = Memo::new(move |_| chat.conversation.with(|open| open.as_ref().is_some_and(|open| open.id == id)));
    let is_editing = RwSignal::new(false);
    let close = move || {
        is_editing.set(false);
        browser::focus_soon(element(id));
    };
    let keep = move |typed: String| {
        if typed != title.get_untracked() {
            chat.rename(id, typed);
        }
        close();
    };
    view! {
        <li class="conversation" class:active=is_active>
            <Show
                when=move || is_editing.get()
                fallback=move || view! { <Row id title is_active is_editing/> }
            >
                <InlineEdit
                    label="Title of the conversation"
                    test_id="conversation-title-input"
                    text=title.get_untracked()
                    keep
                    drop_it=close
                />
            </Show>
        </li>
    }
}

fn element(id: ConversationId) -> String {
    format!("conversation-{id}")
}

#[component]
fn Row(id: ConversationId, title: Memo<String>, is_active: Memo<bool>, is_editing: RwSignal<bool>) -> impl IntoView {
    let chat = use_chat();
    let shown =
        move || title.with(|title| if title.is_empty() { "New conversation".to_owned() } else { title.clone() });
    view! {
        <button
            id=element(id)
            class="open"
            class:untitled=move || title.with(String::is_empty)
            data-testid="conversation-item"
            data-active=move || is_active.get().to_string()
            aria-current=move || is_active.get().then_some("page")
            title=shown
            on:click=move |_| chat.open(id)
        >
            {shown}
        </button>
        <span class="acts">
            <button
                class="icon-button"
                data-testid="conversation-rename"
                aria-label=move || format!("Rename “{}”", shown())
                title="Rename"
                on:click=move |_| is_editing.set(true)
            >
                <Icon picture=Picture::Write/>
            </button>
            <button
                class="icon-button"
                data-testid="conversation-delete"
                aria-label=move || format!("Delete “{}”", shown())
                title="Delete"
                on:click=move |_| chat.delete(id)
            >
                <Icon picture=Picture::Bin/>
            </button>
        </span>
    }
}
