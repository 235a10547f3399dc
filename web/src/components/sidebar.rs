//! The list of conversations, and the ways to the settings and the help.

use super::icon::{Icon, Picture};
use crate::{
    state::{Chat, use_chat},
    words,
};
use leptos::prelude::*;
use ricordo_browser::BrowserHost;
use ricordo_core::{conversation::Conversation, host::Host, time::Now};

/// The sidebar; on phones a drawer.
#[component]
pub fn Sidebar() -> impl IntoView {
    let chat = use_chat();
    let panels = chat.panels;
    view! {
        <nav class="sidebar" class:open=move || panels.list.get() aria-label="Conversations">
            <header>
                <span class="wordmark">"Ricordo"</span>
                <button
                    id="new-conversation"
                    class="icon-button"
                    data-testid="new-conversation"
                    aria-label="New conversation"
                    title="New conversation"
                    on:click=move |_| chat.start_new()
                >
                    <Icon picture=Picture::Write/>
                </button>
            </header>
            <div class="list">{move || groups(chat)}</div>
            <footer>
                <button class="text-button" data-testid="settings-button" on:click=move |_| panels.settings.set(true)>
                    <Icon picture=Picture::Sliders/>
                    "Settings"
                </button>
                <button class="icon-button" aria-label="Help" title="Help" on:click=move |_| panels.help.set(true)>
                    <Icon picture=Picture::Question/>
                </button>
            </footer>
        </nav>
    }
}

/// The conversations by the day they were last used.
fn groups(chat: Chat) -> impl IntoView {
    let now = BrowserHost.now();
    let conversations = chat.storage.conversations.get();
    let by_day = conversations.chunk_by(|one, next| day(one, now) == day(next, now));
    by_day
        .map(|group| {
            let rows: Vec<_> = group.iter().cloned().map(|conversation| view! { <Item conversation/> }).collect();
            view! {
                <section>
                    <h2>{day(&group[0], now)}</h2>
                    <ul>{rows}</ul>
                </section>
            }
        })
        .collect::<Vec<_>>()
}

fn day(conversation: &Conversation, now: Now) -> &'static str {
    words::day(Now { at: conversation.updated_at, ..now }, now)
}

#[component]
fn Item(conversation: Conversation) -> impl IntoView {
    let chat = use_chat();
    let Conversation { id, title, .. } = conversation;
    let is_untitled = title.is_empty();
    let title = if is_untitled { "New conversation".to_owned() } else { title };
    let is_active = Memo::new(move |_| chat.conversation.with(|open| open.as_ref().is_some_and(|open| open.id == id)));
    view! {
        <li class="conversation" class:active=is_active>
            <button
                class="open"
                class:untitled=is_untitled
                data-testid="conversation-item"
                data-active=move || is_active.get().to_string()
                aria-current=move || is_active.get().then_some("page")
                title=title.clone()
                on:click=move |_| chat.open(id)
            >
                {title.clone()}
            </button>
        </li>
    }
}
