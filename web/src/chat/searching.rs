//! Opens the search, searches what is typed, and loads the index.

use super::Chat;
use crate::{
    browser, mount,
    state::{
        DialogKind, Searching,
        searching::{SHOWN, passages},
    },
};
use leptos::{ev, prelude::*, task::spawn_local};
use ricordo_browser::BrowserHost;
use ricordo_core::{
    host::Host,
    id::ConversationId,
    memory::MemorySource,
    search::{Filter, Target},
};
use std::cell::Cell;

/// While messages are indexed, the search is repeated each time this many more are read.
const AGAIN_AFTER: usize = 3_000;

/// How long nothing must be typed before the text of documents is searched, in milliseconds.
const PAUSE: u32 = 150;

impl Searching {
    /// Opens the dialog with a query, or with `>` for the commands.
    pub fn open(self, chat: Chat, text: String) {
        self.only.set(None);
        self.text.set(text);
        self.opened.update(|times| *times += 1);
        let open = move || chat.panels.dialogs.open(DialogKind::Search);
        if chat.panels.close_list() {
            // The dialog gives the focus back to what has it when it opens, and the list is hidden then.
            request_animation_frame(open);
        } else {
            open();
        }
    }

    /// Runs the initial search and loads the index. The dialog calls it, because the dialog is loaded by then.
    pub fn begin(self, chat: Chat) {
        self.ask(chat);
        spawn_local(self.read(chat));
    }

    /// Opens dialogs by keyboard: Ctrl+K or ⌘K for the search, Ctrl+Shift+P or ⌘⇧P for the commands, and `?` outside of a
    /// field for the help. Ctrl+Shift+O or ⌘⇧O opens and closes the outline.
    pub fn listen(self, chat: Chat) {
        mount::listen(ev::keydown, move |event| {
            if event.key() == "?" && !browser::takes_keys(event.target()) {
                return chat.panels.dialogs.open(DialogKind::Help);
            }
            let is_ours = (event.ctrl_key() || event.meta_key()) && !event.alt_key();
            let text = opened_by(&browser::key_of(&event), event.shift_key());
            let Some(text) = text.filter(|_| is_ours) else { return };
            event.prevent_default();
            if text == OUTLINE {
                return chat.panels.outline.update(|is_open| *is_open = !*is_open);
            }
            self.open(chat, text.to_owned());
        });
    }

    /// Handles typed text.
    pub fn typed(self, chat: Chat, text: String) {
        self.text.set(text);
        self.ask(chat);
    }

    /// Searches for the typed text with the current filters.
    pub fn ask(self, chat: Chat) {
        self.chosen.set(0);
        let wanted = self.wanted(chat.storage.now());
        let found = wanted
            .as_ref()
            .and_then(|(text, filter)| chat.storage.with_index(|index| index.search(text, filter, SHOWN)));
        self.found.set(found.unwrap_or_default());
        self.look_in_documents(chat, wanted);
    }

    /// Searches the text of documents once nothing is typed for a moment. What was found before goes at once.
    fn look_in_documents(self, chat: Chat, wanted: Option<(String, Filter)>) {
        let asked = self.asked.get_value() + 1;
        self.asked.set_value(asked);
        self.passages.set(Vec::new());
        self.is_looking.set(wanted.is_some());
        let Some((text, filter)) = wanted else { return };
        spawn_local(async move {
            BrowserHost.sleep(PAUSE).await;
            if self.asked.get_value() != asked {
                return;
            }
            let found = passages(chat.storage.session(), text, filter).await;
            if self.asked.get_value() != asked {
                return;
            }
            self.is_looking.set(false);
            match found {
                Ok(passages) => self.passages.set(passages),
                Err(error) => chat.storage.report(&error),
            }
        });
    }

    /// Opens a hit.
    pub fn go(self, chat: Chat, target: Target, conversation: Option<ConversationId>) {
        chat.panels.dialogs.close(DialogKind::Search);
        match (target, conversation) {
            (Target::Message { id, .. }, Some(conversation)) => {
                chat.transcript.list.words.set_value(self.text.get_untracked());
                chat.show_source(MemorySource { conversation, message: id })
            }
            (Target::Conversation { .. }, Some(conversation)) => chat.open(conversation),
            (Target::Memory { is_archived, .. }, _) => {
                chat.panels.find_memories(self.text.get_untracked(), is_archived)
            }
            (Target::Summary(id), _) => chat.panels.show_summaries(Some(id)),
            (Target::Document { id, chunk }, _) => chat.panels.show_document(id, chunk),
            (Target::Task { .. }, _) => chat.panels.dialogs.open(DialogKind::Tasks),
            _ => {}
        }
    }

    async fn read(self, chat: Chat) {
        if self.reading.with_untracked(Option::is_some) {
            return;
        }
        let session = chat.storage.session();
        let changed = self.changed.try_update_value(std::mem::take).unwrap_or_default();
        if self.is_outdated.try_update_value(std::mem::take) == Some(true) {
            session.store().index().end();
        }
        let read = if session.store().index().is_begun() {
            match changed.is_empty() {
                true => return,
                false => session.renew_search(&changed).await,
            }
        } else {
            self.reading.set(Some(0));
            browser::mark("ricordo:search-reads");
            let again = Cell::new(AGAIN_AFTER);
            let on_batch = |count: usize| {
                self.reading.set(Some(count));
                if count >= again.get() {
                    again.set(count + AGAIN_AFTER);
                    self.ask_again(chat);
                }
            };
            let read = session.load_search(&on_batch).await;
            self.reading.set(None);
            browser::mark("ricordo:search-read");
            read
        };
        match read {
            Ok(()) => self.ask_again(chat),
            Err(error) => chat.storage.report(&error),
        }
    }

    /// Searches again after more messages were read. The entry that the user moved to stays chosen, wherever it is now.
    fn ask_again(self, chat: Chat) {
        let actions = || {
            let sections = untrack(|| self.sections(chat));
            sections.into_iter().flat_map(|section| section.entries).map(|entry| entry.action).collect::<Vec<_>>()
        };
        let (before, chosen) = (actions(), self.chosen.get_untracked());
        self.ask(chat);
        self.chosen.set(still_chosen(&before, chosen, &actions()));
    }
}

/// Stands for the outline instead of a text.
const OUTLINE: &str = "o";

/// Text that the dialog opens with when a key is pressed together with Ctrl or ⌘, or [`OUTLINE`]; `None` if the key opens
/// neither.
fn opened_by(key: &str, has_shift: bool) -> Option<&'static str> {
    match (key.to_ascii_lowercase().as_str(), has_shift) {
        ("k", false) => Some(""),
        ("p", true) => Some(">"),
        ("o", true) => Some(OUTLINE),
        _ => None,
    }
}

/// The position of the chosen entry once the list has changed. The first entry is chosen until the user moves, so it
/// stays the first.
fn still_chosen<T: PartialEq>(before: &[T], chosen: usize, after: &[T]) -> usize {
    let entry = before.get(chosen).filter(|_| chosen > 0);
    entry.and_then(|entry| after.iter().position(|other| other == entry)).unwrap_or(0)
}

#[cfg(test)]
mod tests;
