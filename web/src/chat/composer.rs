//! What happens to the text being typed: saved for each conversation, never lost, and sent. What begins with a slash may be a
//! command (see [`super::typed_command`]).

use super::Chat;
use crate::{
    browser,
    state::{Composer, adding, composer::kept_name},
};
use leptos::{prelude::*, task::spawn_local};
use std::time::Duration;

/// Longest delay between a keystroke and saving the text.
const SAVE_AFTER: Duration = Duration::from_millis(300);

impl Composer {
    /// Handles typed text.
    pub fn typed(self, chat: Chat, text: String) {
        if self.questioned.try_update_value(Option::take).flatten().is_some() {
            self.notices.dismiss();
        }
        if text.is_empty() {
            self.is_emptied.set_value(true);
        }
        self.text.set(text);
        self.chosen.set(0);
        self.is_dismissed.set(false);
        // Throttled, not debounced, so continuous typing is still saved.
        if self.timer.with_value(Option::is_none) {
            self.timer.set_value(set_timeout_with_handle(move || self.save(chat), SAVE_AFTER).ok());
        }
    }

    /// Shows a command again, so that the user corrects it instead of typing it anew. Given in the palette, it does not take the
    /// place of a message that is being written.
    pub fn correct(self, chat: Chat, text: String) {
        if self.holds("") {
            self.typed(chat, text);
        }
    }

    /// Stores the text immediately.
    pub fn save(self, chat: Chat) {
        self.cancel_timer();
        // The draft of a temporary conversation would be stored after the conversation is left.
        let Some(id) = chat.id().filter(|_| !untrack(|| chat.is_temporary())) else { return };
        let draft = self.draft(id);
        let text = draft.text.clone();
        spawn_local(async move {
            match chat.storage.session().keep_draft(draft).await {
                Ok(()) => {
                    browser::keep(&kept_name(id), None);
                    self.stored.set_value(text);
                }
                Err(error) => chat.storage.report(&error),
            }
        });
    }

    /// Stores the text because the page may be about to close. IndexedDB writes are asynchronous and a closing page
    /// does not wait for them, so the tab also keeps the text in its session storage until it is stored.
    pub fn leave(self, chat: Chat) {
        let Some(id) = chat.id().filter(|_| !untrack(|| chat.is_temporary())) else { return };
        let text = self.text.get_untracked();
        if self.stored.with_value(|stored| *stored != text) {
            browser::keep(&kept_name(id), Some(&text));
        }
        self.save_if_due(chat);
    }

    /// Stores a text that is not stored yet: only the tab kept it, or sending another message removed the draft.
    pub fn settle(self, chat: Chat) {
        let text = self.text.get_untracked();
        if self.stored.with_value(|stored| *stored != text) {
            self.save(chat);
        }
    }

    /// Stores the text immediately if a key was pressed since the last save.
    pub fn save_if_due(self, chat: Chat) {
        if self.timer.with_value(Option::is_some) {
            self.save(chat);
        }
    }

    /// Inserts the chosen suggestion.
    pub fn accept(self, chat: Chat) {
        let Some(spec) = untrack(|| self.suggestions().get(self.chosen.get_untracked()).copied()) else { return };
        let space = if spec.arguments.is_empty() { "" } else { " " };
        self.typed(chat, format!("/{}{space}", spec.name));
        self.dismiss();
    }

    /// Handles Enter.
    pub fn submit(self, chat: Chat) {
        let text = self.text.get_untracked().trim().to_owned();
        if untrack(|| self.is_empty()) {
            return;
        }
        browser::mark("ricordo:enter");
        let questioned = self.questioned.try_update_value(Option::take).flatten();
        if text.starts_with('/') {
            chat.command(text, questioned);
        } else {
            self.send(chat, text);
        }
    }

    /// Sends a text, unless a document or an image that belongs to it is still being added.
    pub(super) fn send(self, chat: Chat, text: String) {
        let waits = |id| adding().is_awaited(id).or_else(|| self.waits_for_file(id));
        match chat.id().and_then(waits) {
            Some(sentence) => self.notices.ask(sentence),
            None => chat.send(text),
        }
    }
}
