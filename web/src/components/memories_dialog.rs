//! The memories: what is remembered of the user, in pages, to search, add and change.

use super::{
    dialog::Dialog,
    memory_row::{MemoryRow, SummaryRow},
    notice::NoticeView,
    user_data::UserDataForm,
};
use crate::{
    state::{Chat, use_chat},
    words,
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use ricordo_core::memory::find::{MemoryEntry, MemoryKind, MemoryPage, MemoryQuery};
use std::sync::Arc;

/// The kinds to choose from.
const KINDS: [(&str, &str, Option<MemoryKind>); 5] = [
    ("all", "All current", None),
    ("fact", "Facts", Some(MemoryKind::Fact)),
    ("proposed", "Waiting for you", Some(MemoryKind::Proposed)),
    ("summary", "Summaries", Some(MemoryKind::Summary)),
    ("archived", "Archive", Some(MemoryKind::Archived)),
];

/// The dialog.
#[component]
pub fn MemoriesDialog() -> impl IntoView {
    let open = use_chat().panels.memories;
    view! {
        <Dialog open title="Memories" id="memories-dialog">
            <Content/>
        </Dialog>
    }
}

#[component]
fn Content() -> impl IntoView {
    let chat = use_chat();
    let query = RwSignal::new(MemoryQuery::default());
    let page = RwSignal::new(None::<Arc<MemoryPage>>);
    load(chat, query, page);
    view! {
        <div class="content lists">
            <p class="quiet">"Facts that every conversation is given. They are stored in this browser alone."</p>
            <Add/>
            <Filter query/>
            <Entries page/>
            <Pager query page/>
            <details class="fold">
                <summary data-testid="user-data">"About you"</summary>
                <UserDataForm/>
            </details>
        </div>
        <NoticeView/>
    }
}

/// Reads the page again when the question or what is stored changes.
fn load(chat: Chat, query: RwSignal<MemoryQuery>, page: RwSignal<Option<Arc<MemoryPage>>>) {
    Effect::new(move |_| {
        chat.version.track();
        let wanted = query.get();
        spawn_local(async move {
            match chat.storage.session().memories(&wanted).await {
                Ok(_) if query.try_with_untracked(|now| *now != wanted).unwrap_or(true) => {}
                Ok(found) => drop(page.try_set(Some(Arc::new(found)))),
                Err(error) => chat.storage.report(&error),
            }
        });
    });
}

#[component]
fn Add() -> impl IntoView {
    let chat = use_chat();
    let typed = RwSignal::new(String::new());
    let add = move |event: SubmitEvent| {
        event.prevent_default();
        let text = typed.get_untracked();
        chat.change_then(
            async move |session, id| {
                session.add_memory(id, &text, None).await.map(|memory| format!("Remembered: {}", memory.text))
            },
            true,
            move || drop(typed.try_set(String::new())),
        );
    };
    view! {
        <form class="line" on:submit=add>
            <input class="input" data-testid="memory-new" aria-label="A fact to remember" placeholder="A fact to remember"
                autocomplete="off" dir="auto"
                prop:value=move || typed.get() on:input=move |event| typed.set(event_target_value(&event))/>
            <button class="button" type="submit" data-testid="memory-add"
                disabled=move || typed.with(|typed| typed.trim().is_empty())>"Add"</button>
        </form>
    }
}

#[component]
fn Filter(query: RwSignal<MemoryQuery>) -> impl IntoView {
    let search = move |event| {
        let words = event_target_value(&event);
        query.update(|query| (query.words, query.page) = (words, 0));
    };
    let choose = move |event| {
        let chosen = event_target_value(&event);
        let kind = KINDS.iter().find(|(key, ..)| *key == chosen).and_then(|(.., kind)| *kind);
        query.update(|query| (query.kind, query.page) = (kind, 0));
    };
    let options = KINDS.map(|(key, name, _)| view! { <option value=key>{name}</option> });
    view! {
        <div class="line">
            <input class="input" type="search" data-testid="memory-search" aria-label="Search the memories"
                placeholder="Search" autocomplete="off" on:input=search/>
            <select class="input" data-testid="memory-kind" aria-label="Which memories" on:change=choose>
                {options.into_iter().collect::<Vec<_>>()}
            </select>
        </div>
    }
}

/// Rows stay as long as their entry is on the page: one may be written in.
#[component]
fn Entries(page: RwSignal<Option<Arc<MemoryPage>>>) -> impl IntoView {
    let entries = move || page.get().map(|page| page.entries.clone()).unwrap_or_default();
    let is_empty = move || page.with(|page| page.as_ref().is_some_and(|page| page.total == 0));
    let row = move |entry: MemoryEntry| match entry {
        MemoryEntry::Fact(memory) => {
            let id = memory.id;
            let current = Memo::new(move |_| {
                let found = page.with(|page| {
                    page.iter().flat_map(|page| &page.entries).find_map(|entry| match entry {
                        MemoryEntry::Fact(memory) if memory.id == id => Some(memory.clone()),
                        _ => None,
                    })
                });
                found.unwrap_or_else(|| memory.clone())
            });
            view! { <MemoryRow memory=current/> }.into_any()
        }
        MemoryEntry::Summary(summary) => view! { <SummaryRow summary/> }.into_any(),
    };
    view! {
        <ul class="entries">
            <For each=entries key=key children=row/>
        </ul>
        <Show when=is_empty>
            <p class="quiet" data-testid="memory-none">"Nothing here."</p>
        </Show>
    }
}

fn key(entry: &MemoryEntry) -> String {
    match entry {
        MemoryEntry::Fact(memory) => memory.id.to_string(),
        MemoryEntry::Summary(summary) => summary.id.to_string(),
    }
}

#[component]
fn Pager(query: RwSignal<MemoryQuery>, page: RwSignal<Option<Arc<MemoryPage>>>) -> impl IntoView {
    let place = move || page.with(|page| page.as_ref().map(|page| (page.page, page.pages, page.total)));
    let go = move |to: usize| query.update(|query| query.page = to);
    move || {
        let (at, pages, total) = place()?;
        (pages > 1).then(|| {
            view! {
                <nav class="pager" aria-label="Pages">
                    <button class="button" disabled=at == 0 on:click=move |_| go(at.saturating_sub(1))>"Before"</button>
                    <span data-testid="memory-page">
                        {format!("Page {} of {pages}, {}", at + 1, words::memories(total as u64))}
                    </span>
                    <button class="button" disabled=at + 1 >= pages on:click=move |_| go(at + 1)>"Next"</button>
                </nav>
            }
        })
    }
}
