//! The list of conversations, and the ways to the settings and the help.

use super::{
    conversation_item::ConversationItem,
    icon::{Icon, Picture},
};
use crate::{state::use_chat, texts::memories::memories, words};
use leptos::prelude::*;
use ricordo_browser::BrowserHost;
use ricordo_core::{conversation::Conversation, host::Host, id::ConversationId, time::Now};

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
            <div class="list"><Groups/></div>
            <footer>
                <button class="text-button" data-testid="settings-button" on:click=move |_| panels.settings.set(true)>
                    <Icon picture=Picture::Sliders/>
                    "Settings"
                </button>
                <button class="icon-button" data-testid="memory-button" aria-label=memories().pages title=memories().pages
                    on:click=move |_| panels.memories.set(true)>
                    <Icon picture=Picture::Thread/>
                </button>
                <button class="icon-button" aria-label="Help" title="Help" on:click=move |_| panels.help.set(true)>
                    <Icon picture=Picture::Question/>
                </button>
            </footer>
        </nav>
    }
}

/// The conversations by the day they were last used. Rows stay as long as their conversation is listed: one may be written in.
#[component]
fn Groups() -> impl IntoView {
    let chat = use_chat();
    let groups = Memo::new(move |_| chat.storage.conversations.with(|listed| by_day(listed, BrowserHost.now())));
    let days = move || groups.with(|groups| groups.iter().map(|(day, _)| *day).collect::<Vec<_>>());
    view! {
        <For
            each=days
            key=|day| *day
            children=move |day| {
                let ids = move || groups.with(|groups| {
                    groups.iter().find(|(other, _)| *other == day).map(|(_, ids)| ids.clone()).unwrap_or_default()
                });
                view! {
                    <section>
                        <h2>{day}</h2>
                        <ul><For each=ids key=|id| *id children=|id| view! { <ConversationItem id/> }/></ul>
                    </section>
                }
            }
        />
    }
}

fn by_day(listed: &[Conversation], now: Now) -> Vec<(&'static str, Vec<ConversationId>)> {
    let day = |conversation: &Conversation| words::day(Now { at: conversation.updated_at, ..now }, now);
    let groups = listed.chunk_by(|one, next| day(one) == day(next));
    groups.map(|group| (day(&group[0]), group.iter().map(|conversation| conversation.id).collect())).collect()
}
