//! Conversation list: grouped by date, filtered by text and tag, with a link to the archive. A long list is drawn page
//! by page as the user scrolls.

use super::{
    conversation_item::ConversationItem,
    icon::{Icon, Picture},
    lazy::LazyConversationMenu,
};
use crate::{
    dates,
    state::{Span, Wanted, grouped, tags, use_chat},
    texts,
};
use leptos::{html::Div, prelude::*};
use ricordo_core::time::Now;

/// Number of conversations drawn at first, and added when the user scrolls near the end.
const PAGE: usize = 200;
/// Number of conversations from which the filter field is shown.
const MANY: usize = 6;
/// Distance to the end, in pixels, below which more are drawn.
const NEAR: i32 = 600;

/// Conversation list.
#[component]
pub fn ConversationList() -> impl IntoView {
    let chat = use_chat();
    let listed = chat.storage.conversations;
    let archive = chat.panels.archive;
    let words = RwSignal::new(String::new());
    let tag = RwSignal::new(None::<String>);
    let most = RwSignal::new(PAGE);
    let wanted = move || Wanted { words: words.get(), tag: tag.get(), archived: archive.get() };
    let groups = Memo::new(move |_| listed.with(|all| grouped(all, &wanted(), chat.storage.now(), most.get())));
    let spans = move || groups.with(|(groups, _)| groups.iter().map(|(span, _)| *span).collect::<Vec<_>>());
    let hidden = Memo::new(move |_| groups.with(|(_, total)| total.saturating_sub(most.get())));
    let frame = NodeRef::<Div>::new();
    let menu = RwSignal::new(None);
    let more = move || most.update(|most| *most += PAGE);
    let scrolled = move |_| {
        if is_near_end(frame) && hidden.get_untracked() > 0 {
            more();
        }
    };
    let texts = texts::conversations::conversations();
    view! {
        <div class="list" node_ref=frame on:scroll=scrolled>
            <Show when=move || archive.get()>
                <button class="text-button" data-testid="archive-close" on:click=move |_| archive.set(false)>
                    <Icon picture=Picture::Back/>
                    {texts.back}
                </button>
            </Show>
            <Show when=move || { listed.with(Vec::len) >= MANY }>
                <Filter words/>
            </Show>
            <Tags tag/>
            <For
                each=spans
                key=|span| *span
                children=move |span| {
                    let ids = move || groups.with(|(groups, _)| {
                        groups.iter().find(|(other, _)| *other == span).map(|(_, ids)| ids.clone()).unwrap_or_default()
                    });
                    view! {
                        <section>
                            <h2>{heading(span, chat.storage.now())}</h2>
                            <ul><For each=ids key=|id| *id children=move |id| view! { <ConversationItem id menu/> }/></ul>
                        </section>
                    }
                }
            />
            <Show when=move || groups.with(|(_, total)| *total == 0) && listed.with(|all| !all.is_empty())>
                <NoneFound words/>
            </Show>
            <Show when=move || { hidden.get() > 0 }>
                <button class="text-button" data-testid="conversations-more" on:click=move |_| more()>
                    {move || texts.more.say(hidden.get().min(PAGE) as u64)}
                </button>
            </Show>
            <ToArchive/>
            <LazyConversationMenu of=menu/>
        </div>
    }
}

fn is_near_end(frame: NodeRef<Div>) -> bool {
    let Some(frame) = frame.get_untracked() else { return false };
    frame.scroll_height() - frame.scroll_top() - frame.client_height() < NEAR
}

/// Text field that filters the list.
#[component]
fn Filter(words: RwSignal<String>) -> impl IntoView {
    let texts = texts::conversations::conversations();
    view! {
        <input
            class="input"
            type="search"
            data-testid="conversation-filter"
            aria-label=texts.filter
            placeholder=texts.filter
            autocomplete="off"
            dir="auto"
            prop:value=move || words.get()
            on:input=move |event| words.set(event_target_value(&event))
        />
    }
}

/// Why the list is empty.
#[component]
fn NoneFound(words: RwSignal<String>) -> impl IntoView {
    let (texts, archive) = (texts::conversations::conversations(), use_chat().panels.archive);
    let why = move || if archive.get() && words.with(String::is_empty) { texts.none_archived } else { texts.none };
    view! { <p class="quiet" data-testid="conversations-none">{why}</p> }
}

/// Heading of a group. A month has its year unless that is the current one.
fn heading(span: Span, now: Now) -> String {
    let texts = texts::conversations::conversations();
    match span {
        Span::Pinned => texts.pinned.to_owned(),
        Span::Today => texts.today.to_owned(),
        Span::Yesterday => texts.yesterday.to_owned(),
        Span::Week => texts.week.to_owned(),
        Span::Month(year, month) => dates::month(year, month, !is_in_year(now, year)),
    }
}

/// Whether the wall clock shows this year.
fn is_in_year(now: Now, year: i32) -> bool {
    now.wall_clock().is_some_and(|now| now.year == year)
}

/// Tags to filter by; at most one is chosen.
#[component]
fn Tags(tag: RwSignal<Option<String>>) -> impl IntoView {
    let chat = use_chat();
    let all = Memo::new(move |_| chat.storage.conversations.with(|all| tags(all)));
    // Drop a chosen tag that no conversation has any more; it would hide everything.
    Effect::new(move |_| {
        if tag.with(|tag| tag.as_ref().is_some_and(|tag| all.with(|all| !all.contains(tag)))) {
            tag.set(None);
        }
    });
    let chip = move |name: String| {
        let (own, other) = (name.clone(), name.clone());
        let is_chosen = move || tag.with(|tag| tag.as_ref() == Some(&own));
        view! {
            <button
                class="chip"
                data-testid="conversation-tag"
                aria-pressed=move || is_chosen().to_string()
                on:click=move |_| tag.update(|tag| *tag = (tag.as_ref() != Some(&other)).then(|| other.clone()))
            >
                {name}
            </button>
        }
    };
    view! {
        <Show when=move || all.with(|all| !all.is_empty()) && !chat.panels.archive.get()>
            <div class="chips" role="group" aria-label=texts::conversations::conversations().tags>
                <For each=move || all.get() key=Clone::clone children=chip/>
            </div>
        </Show>
    }
}

/// Link to the archive, shown if there is something in it.
#[component]
fn ToArchive() -> impl IntoView {
    let chat = use_chat();
    let archive = chat.panels.archive;
    let archived =
        Memo::new(move |_| chat.storage.conversations.with(|all| all.iter().filter(|one| one.archived).count()));
    view! {
        <Show when=move || { archived.get() > 0 && !archive.get() }>
            <button class="text-button" data-testid="archive-open" on:click=move |_| archive.set(true)>
                <Icon picture=Picture::Archive/>
                {move || texts::conversations::conversations().archive.say(archived.get() as u64)}
            </button>
        </Show>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ricordo_core::time::Timestamp;

    #[test]
    fn a_month_of_another_year_is_told_by_the_wall_clock() {
        // The last hour of 1970 in UTC is the first of 1971 on a wall clock two hours ahead.
        let end = Timestamp(365 * 86_400_000 - 3_600_000);
        assert!(is_in_year(Now { at: end, offset_minutes: 0 }, 1970));
        assert!(!is_in_year(Now { at: end, offset_minutes: 120 }, 1970));
    }
}
