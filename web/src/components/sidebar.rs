//! Sidebar: the conversation list, and the buttons for search, settings, memories and help.

use super::{
    conversation_list::LazyConversationList,
    icon::{Icon, Picture},
    project_group::FirstProject,
};
use crate::{
    chat::use_chat,
    state::{DialogKind, Step},
    texts::{self, shell::shell, temporary::temporary},
};
use leptos::prelude::*;

/// Sidebar; a drawer on phones.
#[component]
pub fn Sidebar() -> impl IntoView {
    let chat = use_chat();
    let texts = texts::conversations::conversations();
    view! {
        <nav class="sidebar" class:open=move || chat.panels.list.get() aria-label=texts.title>
            <header>
                <span class="wordmark">"Ricordo"</span>
                <span class="actions">
                    <FirstProject/>
                    <button
                        class="icon-button"
                        data-testid="search-button"
                        aria-label=texts.search
                        title=texts.search
                        aria-keyshortcuts="Control+K Meta+K"
                        on:click=move |_| chat.finding.open(chat, String::new())
                    >
                        <Icon picture=Picture::Search/>
                    </button>
                    <button
                        id="new-conversation"
                        class="icon-button"
                        data-testid="new-conversation"
                        aria-label=texts.new
                        title=texts.new
                        on:click=move |_| chat.start_new()
                    >
                        <Icon picture=Picture::Plus/>
                    </button>
                </span>
            </header>
            <button
                class="text-button temporary"
                data-testid="new-temporary"
                aria-current=move || chat.is_temporary().then_some("page")
                on:click=move |_| chat.step(Step::StartTemporary)
            >
                <Icon picture=Picture::Temporary/>
                <span>{temporary().name}<span class="about">{temporary().short}</span></span>
            </button>
            <LazyConversationList/>
            <Foot/>
        </nav>
    }
}

/// Buttons for settings, memories, documents and help.
#[component]
fn Foot() -> impl IntoView {
    let (panels, texts) = (use_chat().panels, texts::conversations::conversations());
    view! {
        <footer>
            <button class="text-button" data-testid="settings-button" on:click=move |_| panels.dialogs.open(DialogKind::Settings)>
                <Icon picture=Picture::Sliders/>
                {texts.settings}
            </button>
            <button
                class="icon-button"
                data-testid="memory-button"
                aria-label=shell().memory_pages
                title=shell().memory_pages
                on:click=move |_| panels.dialogs.open(DialogKind::Memories)
            >
                <Icon picture=Picture::Thread/>
            </button>
            <button
                class="icon-button"
                data-testid="documents-button"
                aria-label=shell().documents
                title=shell().documents
                on:click=move |_| panels.dialogs.open(DialogKind::Documents)
            >
                <Icon picture=Picture::Page/>
            </button>
            <button
                class="icon-button"
                aria-label=texts.help
                title=texts.help
                on:click=move |_| panels.dialogs.open(DialogKind::Help)
            >
                <Icon picture=Picture::Question/>
            </button>
        </footer>
    }
}
