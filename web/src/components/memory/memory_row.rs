//! One memory in the list, with its actions.

use super::memory_facts::MemoryFacts;
use crate::{
    browser,
    components::{inline_edit::InlineEdit, scope_select::ScopeOfRow},
    state::{DialogKind, PageSession, use_chat},
    texts::{common::common, memories::memories},
};
use leptos::prelude::*;
use ricordo_core::{
    error::Error,
    id::ConversationId,
    memory::{Memory, MemoryState},
    summary::Summary,
};

/// Row of a fact.
#[component]
pub fn MemoryRow(memory: Memo<Memory>) -> impl IntoView {
    let chat = use_chat();
    let is_editing = RwSignal::new(false);
    let id = memory.with_untracked(|memory| memory.id);
    let close = move || {
        if is_editing.try_set(false).is_none() {
            browser::focus_if_lost([format!("edit-{id}")]);
        }
    };
    let keep = move |typed: String| {
        chat.keep_one(
            async move |session, open| session.update_memory(open, id, &typed).await,
            |_| memories().changed.to_owned(),
            close,
        );
    };
    let mark = move || {
        memory.with(|memory| match memory.state {
            MemoryState::Proposed => Some(memories().waiting),
            MemoryState::Archived => Some(memories().archive),
            MemoryState::Kept => memory.pinned.then_some(memories().pinned),
        })
    };
    view! {
        <li data-testid="memory-item" data-state=move || memory.with(|memory| state_key(memory.state))>
            <Show
                when=move || is_editing.get()
                fallback=move || view! {
                    <p dir="auto">
                        {move || mark().map(|mark| view! { <span class="kind">{mark}</span> })}
                        {move || memory.with(|memory| memory.about.as_ref().map(|about| about.name.clone())).map(|name| {
                            view! { <span class="kind" data-testid="memory-about" dir="auto">{name}</span> }
                        })}
                        <span data-testid="memory-text">{move || memory.with(Memory::words)}</span>
                        <MemoryFacts memory/>
                    </p>
                    <Actions memory is_editing/>
                }
            >
                <InlineEdit
                    label=memories().label
                    test_id="memory-input"
                    text=memory.with_untracked(|memory| memory.text.clone())
                    keep
                    drop_it=close
                />
            </Show>
        </li>
    }
}

/// Row of a summary that is kept as a memory. Its actions are on the summaries page.
#[component]
pub fn SummaryRow(summary: Summary) -> impl IntoView {
    let chat = use_chat();
    let id = summary.id;
    let go = move |_| {
        chat.panels.dialogs.close(DialogKind::Memories);
        chat.panels.show_summaries(Some(id));
    };
    view! {
        <li data-testid="memory-item" data-state="summary">
            <details class="fold">
                <summary><span class="kind">{memories().summary}</span>{ricordo_core::text::excerpt::around(&summary.text, 0, 80)}</summary>
                <p class="whole" dir="auto">{summary.text}</p>
            </details>
            <span class="actions">
                <button class="link-button" data-testid="memory-to-summary" on:click=go>{memories().to_summary}</button>
            </span>
        </li>
    }
}

#[component]
fn Actions(memory: Memo<Memory>, is_editing: RwSignal<bool>) -> impl IntoView {
    let state = Memo::new(move |_| memory.with(|memory| memory.state));
    let id = memory.with_untracked(|memory| memory.id);
    let texts = memories();
    let edit = move || {
        let begin = move |_| is_editing.set(true);
        view! { <button class="link-button" id=format!("edit-{id}") data-testid="memory-edit" on:click=begin>{common().edit}</button> }
    };
    let delete = move || {
        act("memory-delete", common().delete, async move |session, open| {
            session.delete_memory(open, id).await.map(|()| texts.deleted.to_owned())
        })
    };
    let archive = move |name: &'static str, notice: &'static str| {
        act("memory-archive", name, async move |session, open| {
            session.archive_memory(open, id).await.map(|()| notice.to_owned())
        })
    };
    let chat = use_chat();
    let keep = move |name: &'static str, notice: &'static str| {
        let press = move |_| {
            let step = async move |session: PageSession, open| session.keep_memory(open, id).await;
            chat.keep_one(step, move |_| notice.to_owned(), || browser::focus_next_frame("memory-list"));
        };
        view! { <button class="link-button" data-testid="memory-keep" on:click=press>{name}</button> }
    };
    let scope = Memo::new(move |_| memory.with(|memory| memory.scope));
    let choose = Callback::new(move |scope| chat.scope_memory(id, scope));
    view! {
        <span class="actions">
            <ScopeOfRow scope choose test_id="memory-scope" list="memory-list"/>
            <Source memory/>
            {move || match state.get() {
                MemoryState::Kept => {
                    (pin(memory), edit(), archive(texts.to_archive, texts.archived), delete()).into_any()
                }
                MemoryState::Proposed => {
                    (keep(texts.keep, texts.kept), edit(), archive(texts.drop, texts.dropped)).into_any()
                }
                MemoryState::Archived => (keep(texts.restore, texts.restored), delete()).into_any(),
            }}
        </span>
    }
}

fn pin(memory: Memo<Memory>) -> impl IntoView {
    let chat = use_chat();
    let id = memory.with_untracked(|memory| memory.id);
    let is_pinned = Memo::new(move |_| memory.with(|memory| memory.pinned));
    let press = move |_| chat.pin_memory(id, !is_pinned.get_untracked());
    let name = move || if is_pinned.get() { memories().unpin } else { common().pin };
    view! { <button class="link-button" data-testid="memory-pin" on:click=press>{name}</button> }
}

/// Link to the message that a memory came from.
#[component]
fn Source(memory: Memo<Memory>) -> impl IntoView {
    let chat = use_chat();
    memory.with_untracked(|memory| memory.source).map(|source| {
        let go = move |_| {
            chat.panels.dialogs.close(DialogKind::Memories);
            chat.show_source(source);
        };
        view! { <button class="link-button" data-testid="memory-source" on:click=go>{memories().source}</button> }
    })
}

/// Button that changes stored data and offers Undo. If its row disappears, the focus stays in the list.
fn act<F>(id: &'static str, name: &'static str, step: F) -> impl IntoView
where
    F: AsyncFn(PageSession, ConversationId) -> Result<String, Error> + Copy + 'static,
{
    let chat = use_chat();
    let press = move |_| {
        chat.change_then(
            async move |session, open| step(session, open).await,
            true,
            || browser::focus_next_frame("memory-list"),
        );
    };
    view! { <button class="link-button" data-testid=id on:click=press>{name}</button> }
}

fn state_key(state: MemoryState) -> &'static str {
    match state {
        MemoryState::Kept => "kept",
        MemoryState::Proposed => "proposed",
        MemoryState::Archived => "archived",
    }
}
