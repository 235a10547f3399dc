//! One memory in the list, and what can be done with it.

use super::inline_edit::InlineEdit;
use crate::state::{PageSession, use_chat};
use leptos::prelude::*;
use ricordo_core::{
    error::Error,
    id::ConversationId,
    memory::{Memory, MemoryState},
    summary::Summary,
};

/// A fact.
#[component]
pub fn MemoryRow(memory: Memo<Memory>) -> impl IntoView {
    let chat = use_chat();
    let is_editing = RwSignal::new(false);
    let close = move || {
        let _ = is_editing.try_set(false);
    };
    let keep = move |typed: String| {
        let id = memory.with_untracked(|memory| memory.id);
        chat.change_then(
            async move |session, open| session.update_memory(open, id, &typed).await.map(|_| "Changed.".to_owned()),
            true,
            close,
        );
    };
    let mark = move || {
        memory.with(|memory| match memory.state {
            MemoryState::Proposed => Some("Waiting for you"),
            MemoryState::Archived => Some("Archive"),
            MemoryState::Kept => memory.pinned.then_some("Pinned"),
        })
    };
    view! {
        <li data-testid="memory-item" data-state=move || memory.with(|memory| state_key(memory.state))>
            <Show
                when=move || is_editing.get()
                fallback=move || view! {
                    <p dir="auto">
                        {move || mark().map(|mark| view! { <span class="kind">{mark}</span> })}
                        <span data-testid="memory-text">{move || memory.with(|memory| memory.text.clone())}</span>
                    </p>
                    <Actions memory is_editing/>
                }
            >
                <InlineEdit
                    label="The memory"
                    test_id="memory-input"
                    text=memory.with_untracked(|memory| memory.text.clone())
                    keep
                    drop_it=close
                />
            </Show>
        </li>
    }
}

/// A summary that is kept as a memory.
#[component]
pub fn SummaryRow(summary: Summary) -> impl IntoView {
    view! {
        <li data-testid="memory-item" data-state="summary">
            <details class="fold">
                <summary><span class="kind">"Summary"</span>{ricordo_core::excerpt::around(&summary.text, 0, 80)}</summary>
                <p class="whole" dir="auto">{summary.text}</p>
            </details>
        </li>
    }
}

#[component]
fn Actions(memory: Memo<Memory>, is_editing: RwSignal<bool>) -> impl IntoView {
    let state = Memo::new(move |_| memory.with(|memory| memory.state));
    let id = memory.with_untracked(|memory| memory.id);
    let is_pinned = Memo::new(move |_| memory.with(|memory| memory.pinned));
    let edit = move || {
        view! { <button class="link-button" data-testid="memory-edit" on:click=move |_| is_editing.set(true)>"Edit"</button> }
    };
    let delete = move || {
        act("memory-delete", "Delete", async move |session, open| {
            session.delete_memory(open, id).await.map(|()| "Deleted.".to_owned())
        })
    };
    let archive = move |name: &'static str, said: &'static str| {
        act("memory-archive", name, async move |session, open| {
            session.archive_memory(open, id).await.map(|()| said.to_owned())
        })
    };
    let keep = move |name: &'static str, said: &'static str| {
        act("memory-keep", name, async move |session, open| {
            session.keep_memory(open, id).await.map(|()| said.to_owned())
        })
    };
    let chat = use_chat();
    let pin = move |_| {
        let pinned = !is_pinned.get_untracked();
        let said = if pinned { "Pinned: it is never archived by itself." } else { "No longer pinned." };
        chat.change(
            async move |session, open| session.pin_memory(open, id, pinned).await.map(|()| said.to_owned()),
            true,
        );
    };
    let pin = move || {
        let name = move || if is_pinned.get() { "Unpin" } else { "Pin" };
        view! { <button class="link-button" data-testid="memory-pin" on:click=pin>{name}</button> }
    };
    let source = memory.with_untracked(|memory| memory.source);
    let source = source.map(|source| {
        let go = move |_| {
            chat.panels.memories.set(false);
            chat.show_source(source);
        };
        view! { <button class="link-button" data-testid="memory-source" on:click=go>"Source"</button> }
    });
    view! {
        <span class="acts">
            {source}
            {move || match state.get() {
                MemoryState::Kept => {
                    (pin(), edit(), archive("Archive", "Moved to the archive."), delete()).into_any()
                }
                MemoryState::Proposed => {
                    (keep("Keep", "Kept in memory."), edit(), archive("Drop", "Not kept.")).into_any()
                }
                MemoryState::Archived => (keep("Restore", "Back from the archive."), delete()).into_any(),
            }}
        </span>
    }
}

/// A button that changes what is stored, with Undo.
fn act<F>(id: &'static str, name: &'static str, step: F) -> impl IntoView
where
    F: AsyncFn(PageSession, ConversationId) -> Result<String, Error> + Copy + 'static,
{
    let chat = use_chat();
    let press = move |_| chat.change(async move |session, open| step(session, open).await, true);
    view! { <button class="link-button" data-testid=id on:click=press>{name}</button> }
}

fn state_key(state: MemoryState) -> &'static str {
    match state {
        MemoryState::Kept => "kept",
        MemoryState::Proposed => "proposed",
        MemoryState::Archived => "archived",
    }
}
