//! Whether the page is used on a first visit. A visitor who only looks does not download more than half of its code.

use super::Chat;
use crate::state::{Panels, deferred::load_messages, until};
use leptos::prelude::*;
use ricordo_browser::BrowserHost;
use ricordo_core::{conversation::Conversation, host::Host, time::Timestamp};

/// Loads what messages are drawn with: on a slow connection, the user waits for it. Then waits until the page is used: this is
/// not the first visit, there is something to keep, or something is open whose code is loaded later.
pub(super) async fn begins(chat: Chat) {
    load_messages().await;
    let opened = opened_at();
    until(move || is_older(chat, opened) || has_something(chat) || has_opened(chat.panels)).await;
}

/// When this page was opened.
fn opened_at() -> Timestamp {
    let open_for = window().performance().map_or(0.0, |performance| performance.now());
    Timestamp(BrowserHost.now().at.0 - open_for as i64)
}

/// Whether the open conversation is from an earlier visit. The first one begins with a conversation of its own.
fn is_older(chat: Chat, opened: Timestamp) -> bool {
    chat.conversation.with(|open| open.as_ref().is_some_and(|Conversation { created_at, .. }| *created_at < opened))
}

/// Whether anything is stored but the conversation that a first visit begins with.
fn has_something(Chat { transcript, storage, connection, .. }: Chat) -> bool {
    transcript.rows.with(|rows| !rows.is_empty())
        || storage.conversations.with(|all| all.len() > 1)
        || connection.providers.with(|all| !all.is_empty())
        || connection.projects.with(|all| !all.is_empty())
}

/// Whether a dialog or a panel is open.
fn has_opened(panels: Panels) -> bool {
    panels.inspector.get() || panels.outline.get() || panels.dialogs.is_any_open()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::DialogKind;

    #[test]
    fn whatever_is_opened_is_use_and_the_list_of_a_phone_is_not() {
        let panels = Panels::new();
        panels.list.set(true);
        panels.archive.set(true);
        assert!(!has_opened(panels));
        for panel in
            [panels.inspector, panels.outline].into_iter().chain(DialogKind::ALL.map(|kind| panels.dialogs.of(kind)))
        {
            panel.set(true);
            assert!(has_opened(panels));
            panel.set(false);
            assert!(!has_opened(panels));
        }
    }
}
