//! Page of the memories: search, sort, add and edit them, page by page.

use super::{
    duplicates::Duplicates,
    memory_row::{MemoryRow, SummaryRow},
    once::Once,
    page::{Page, Place},
    pager::Pager,
    user_data::UserDataForm,
};
use crate::{
    chat::{Chat, use_chat},
    components::{
        keyed_list::KeyedList,
        scope_select::{ScopeFilter, ScopeOfNew, scope_of_new},
    },
    texts::{common::common, memories::memories},
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use ricordo_core::{
    memory::find::{MemoryEntry, MemoryKind, MemoryOrder, MemoryPage, MemoryQuery},
    settings::Eviction,
};
use std::sync::Arc;

/// Page of memories; `None` until it is loaded.
type Found = RwSignal<Option<Arc<MemoryPage>>>;

/// Memories page.
#[component]
pub fn MemoriesDialog() -> impl IntoView {
    view! { <Page place=Place::Memories><Content/></Page> }
}

#[component]
fn Content() -> impl IntoView {
    let chat = use_chat();
    let panels = chat.panels;
    let scope = panels.learned_in.try_update_untracked(Option::take).flatten();
    let wanted = panels.wanted_memories.try_update_untracked(Option::take).flatten();
    let query = RwSignal::new(wanted.unwrap_or(MemoryQuery { scope, ..MemoryQuery::default() }));
    let found: Found = RwSignal::new(None);
    let (is_read, is_compared) = (RwSignal::new(false), RwSignal::new(false));
    load(chat, query, found, is_read);
    let place = Memo::new(move |_| {
        found.with(|found| match found {
            Some(found) => (found.page, found.pages, common().memories.say(found.total as u64)),
            None => (0, 1, String::new()),
        })
    });
    let go = Callback::new(move |to| query.update(|query| query.page = to));
    view! {
        <div class="content lists">
            <Cap found/>
            <Add/>
            <Filter query/>
            <Entries query found/>
            <Pager place go/>
            // Each after what is above it was read, which would push it away from under the pointer.
            <Show when=move || is_read.get()><Duplicates is_read=is_compared/></Show>
            <Show when=move || is_compared.get()>
                <details class="fold">
                    <summary data-testid="user-data">{memories().about_you}</summary>
                    <UserDataForm/>
                </details>
            </Show>
        </div>
    }
}

/// Reloads the page when the query or the stored data changes. `is_read` becomes true after the first try, also a failed one.
fn load(chat: Chat, query: RwSignal<MemoryQuery>, found: Found, is_read: RwSignal<bool>) {
    Effect::new(move |_| {
        chat.transcript.version.track();
        let wanted = query.get();
        spawn_local(async move {
            match chat.storage.session().memories(&wanted).await {
                Ok(_) if query.try_with_untracked(|now| *now != wanted).unwrap_or(true) => {}
                Ok(page) => drop(found.try_set(Some(Arc::new(page)))),
                Err(error) => chat.storage.report(&error),
            }
            let _ = is_read.try_set(true);
        });
    });
}

/// How many memories are kept, out of how many, and what happens at the limit.
#[component]
fn Cap(found: Found) -> impl IntoView {
    let settings = use_chat().connection.settings;
    let cap = move || settings.with(|settings| settings.memories.max_facts);
    let kept = move || found.with(|found| found.as_ref().map_or(0, |found| found.kept));
    let words = move || memories().cap.replace("{kept}", &kept().to_string()).replace("{cap}", &cap().to_string());
    let hint = move || match settings.with(|settings| settings.memories.eviction) {
        Eviction::LeastUseful => memories().cap_hint,
        Eviction::Oldest => memories().cap_hint_oldest,
    };
    view! {
        <div class="cap">
            <p class="quiet">{memories().intro}" "{hint}</p>
            <p class="how-full">
                <meter min="0" max=cap value=kept aria-hidden="true"></meter>
                <strong data-testid="memory-cap">{words}</strong>
            </p>
        </div>
    }
}

#[component]
fn Add() -> impl IntoView {
    let chat = use_chat();
    let (typed, chosen) = (RwSignal::new(String::new()), RwSignal::new(None));
    let scope = scope_of_new(chosen);
    let once = Once::new();
    let add = move |event: SubmitEvent| {
        event.prevent_default();
        let (text, scope) = (typed.get_untracked(), scope.get_untracked());
        let Some(storing) = once.begin(&text) else { return };
        chat.keep_one(
            async move |session, id| {
                let _storing = storing;
                session.add_memory_in(id, &text, None, scope).await
            },
            |memory| memories().remembered.replace("{text}", &memory.text),
            move || drop(typed.try_set(String::new())),
        );
    };
    view! {
        <form class="line" on:submit=add>
            <input class="input" data-testid="memory-new" aria-label=memories().new placeholder=memories().new
                autocomplete="off" dir="auto"
                prop:value=move || typed.get() on:input=move |event| typed.set(event_target_value(&event))/>
            <ScopeOfNew scope chosen test_id="memory-new-scope"/>
            <button class="button" type="submit" data-testid="memory-add"
                disabled=move || typed.with(|typed| typed.trim().is_empty())>{memories().add}</button>
        </form>
    }
}

/// Kinds to filter by: id, label and kind.
fn kinds() -> [(&'static str, &'static str, Option<MemoryKind>); 5] {
    let texts = memories();
    [
        ("all", texts.all, None),
        ("fact", texts.facts, Some(MemoryKind::Fact)),
        ("proposed", texts.waiting, Some(MemoryKind::Proposed)),
        ("summary", texts.summaries, Some(MemoryKind::Summary)),
        ("archived", texts.archive, Some(MemoryKind::Archived)),
    ]
}

/// Sort orders: id, label and order.
fn orders() -> [(&'static str, &'static str, MemoryOrder); 4] {
    let texts = memories();
    [
        ("newest", texts.newest, MemoryOrder::Newest),
        ("oldest", texts.oldest, MemoryOrder::Oldest),
        ("most-used", texts.most_used, MemoryOrder::MostUsed),
        ("never-used", texts.never_used, MemoryOrder::NeverUsed),
    ]
}

#[component]
fn Filter(query: RwSignal<MemoryQuery>) -> impl IntoView {
    let search = move |event| {
        let words = event_target_value(&event);
        query.update(|query| (query.words, query.page) = (words, 0));
    };
    let choose = move |event| {
        let chosen = event_target_value(&event);
        let kind = kinds().into_iter().find(|(key, ..)| *key == chosen).and_then(|(.., kind)| kind);
        query.update(|query| (query.kind, query.page) = (kind, 0));
    };
    let sort = move |event| {
        let chosen = event_target_value(&event);
        let order = orders().into_iter().find(|(key, ..)| *key == chosen).map(|(.., order)| order);
        query.update(|query| (query.order, query.page) = (order.unwrap_or_default(), 0));
    };
    let scope = Memo::new(move |_| query.with(|query| query.scope));
    let choose_scope = Callback::new(move |scope| query.update(|query| (query.scope, query.page) = (scope, 0)));
    let (words, wanted) = query.with_untracked(|query| (query.words.clone(), query.kind));
    let kinds = kinds().map(|(key, name, kind)| view! { <option value=key selected=kind == wanted>{name}</option> });
    let orders = orders().map(|(key, name, _)| view! { <option value=key>{name}</option> });
    view! {
        <search class="line filter">
            <input class="input" type="search" data-testid="memory-search" aria-label=memories().search_label
                placeholder=memories().search autocomplete="off" prop:value=words on:input=search/>
            <select class="input" data-testid="memory-kind" aria-label=memories().which on:change=choose>
                {kinds.into_iter().collect::<Vec<_>>()}
            </select>
            <select class="input" data-testid="memory-order" aria-label=memories().order on:change=sort>
                {orders.into_iter().collect::<Vec<_>>()}
            </select>
            <ScopeFilter chosen=scope choose=choose_scope test_id="memory-scope-filter"/>
        </search>
    }
}

/// List of memories. A row survives a reload while its entry is on the page, because the user may be editing it.
#[component]
fn Entries(query: RwSignal<MemoryQuery>, found: Found) -> impl IntoView {
    let entries = move || found.get().map(|found| found.entries.clone()).unwrap_or_default();
    let is_empty = move || found.with(|found| found.as_ref().is_some_and(|found| found.total == 0));
    let nothing = move || query.with(nothing_for);
    let row = move |entry: MemoryEntry| match entry {
        MemoryEntry::Fact(memory) => {
            let id = memory.id;
            let current = Memo::new(move |_| {
                let now = found.with(|found| {
                    found.iter().flat_map(|found| &found.entries).find_map(|entry| match entry {
                        MemoryEntry::Fact(memory) if memory.id == id => Some(memory.clone()),
                        _ => None,
                    })
                });
                now.unwrap_or_else(|| memory.clone())
            });
            view! { <MemoryRow memory=current/> }.into_any()
        }
        MemoryEntry::Summary(summary) => view! { <SummaryRow summary/> }.into_any(),
    };
    view! {
        <ul class="entries" id="memory-list" tabindex="-1" aria-label=memories().title>
            <KeyedList each=entries key=key children=row/>
        </ul>
        <Show when=is_empty>
            <p class="quiet" data-testid="memory-none">{nothing}</p>
        </Show>
    }
}

/// What is said where a query has no result.
fn nothing_for(query: &MemoryQuery) -> &'static str {
    match (query.words.trim().is_empty(), query.kind.is_some() || query.scope.is_some()) {
        (true, false) => memories().none_yet,
        (true, true) => memories().none,
        (false, _) => memories().none_found,
    }
}

fn key(entry: &MemoryEntry) -> String {
    match entry {
        MemoryEntry::Fact(memory) => memory.id.to_string(),
        MemoryEntry::Summary(summary) => summary.id.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ricordo_core::scope::Scope;

    #[test]
    fn memories_that_a_filter_hides_are_not_called_missing() {
        let query =
            |words: &str, kind, scope| MemoryQuery { words: words.to_owned(), kind, scope, ..MemoryQuery::default() };
        let (kind, scope) = (Some(MemoryKind::Fact), Some(Scope::default()));
        assert_eq!(nothing_for(&query(" ", None, None)), memories().none_yet);
        for filtered in [query("", kind, None), query("", None, scope)] {
            assert_eq!(nothing_for(&filtered), memories().none);
        }
        for searched in [query("tea", None, None), query("tea", kind, scope)] {
            assert_eq!(nothing_for(&searched), memories().none_found);
        }
    }

    #[test]
    fn each_choice_of_the_filter_is_another_one_and_the_first_hides_nothing() {
        let (kinds, orders) = (kinds(), orders());
        assert_eq!((kinds[0].2, orders[0].2), (None, MemoryOrder::default()));
        for (at, (key, name, kind)) in kinds.iter().enumerate() {
            assert!(kinds[..at].iter().all(|other| other.0 != *key && other.1 != *name && other.2 != *kind), "{key}");
        }
        for (at, (key, name, order)) in orders.iter().enumerate() {
            assert!(orders[..at].iter().all(|other| other.0 != *key && other.1 != *name && other.2 != *order), "{key}");
        }
    }
}
