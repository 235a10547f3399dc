//! Text being typed: saved for each conversation, never lost, and parsed as a command if it is one.

use super::{Chat, Notices};
use crate::{
    browser,
    texts::{commands, fill, shell::shell},
};
use leptos::{leptos_dom::helpers::TimeoutHandle, prelude::*, task::spawn_local};
use ricordo_core::{
    command::{CommandSpec, Input, complete, parse},
    draft::ComposerDraft,
    id::{ConversationId, MessageId},
    message::Part,
};
use std::time::Duration;

/// Longest delay between a keystroke and saving the text.
const SAVE_AFTER: Duration = Duration::from_millis(300);

/// State of the composer.
#[derive(Clone, Copy)]
pub struct Composer {
    /// Typed text.
    pub text: RwSignal<String>,
    /// Attached images.
    pub images: RwSignal<Vec<Part>>,
    /// Message it replies to.
    pub reply_to: RwSignal<Option<MessageId>>,
    /// Index of the chosen suggestion.
    pub chosen: RwSignal<usize>,
    /// Whether the user dismissed the suggestions.
    is_dismissed: RwSignal<bool>,
    /// Text that looked like a command but is not one; sent as a message if submitted again.
    questioned: StoredValue<Option<String>>,
    timer: StoredValue<Option<TimeoutHandle>>,
    /// Text as last stored.
    stored: StoredValue<String>,
    notices: Notices,
}

impl Composer {
    /// Creates an empty composer.
    pub fn new(notices: Notices) -> Self {
        Self {
            text: RwSignal::new(String::new()),
            images: RwSignal::new(Vec::new()),
            reply_to: RwSignal::new(None),
            chosen: RwSignal::new(0),
            is_dismissed: RwSignal::new(false),
            questioned: StoredValue::new(None),
            timer: StoredValue::new(None),
            stored: StoredValue::new(String::new()),
            notices,
        }
    }

    /// Handles typed text.
    pub fn typed(self, chat: Chat, text: String) {
        if self.questioned.try_update_value(Option::take).flatten().is_some() {
            self.notices.dismiss();
        }
        self.text.set(text);
        self.chosen.set(0);
        self.is_dismissed.set(false);
        // Throttled, not debounced, so continuous typing is still saved.
        if self.timer.with_value(Option::is_none) {
            self.timer.set_value(set_timeout_with_handle(move || self.save(chat), SAVE_AFTER).ok());
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
            match chat.storage.session().save_draft(draft, Vec::new(), &[]).await {
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

    /// Commands that complete the typed text.
    pub fn suggestions(self) -> Vec<&'static CommandSpec> {
        if self.is_dismissed.get() { Vec::new() } else { self.text.with(|text| complete(text)) }
    }

    /// Dismisses the suggestions.
    pub fn dismiss(self) {
        self.is_dismissed.set(true);
    }

    /// Moves the choice among the suggestions, wrapping at the ends.
    pub fn choose_next(self, by: isize) {
        let count = untrack(|| self.suggestions().len());
        self.chosen.update(|chosen| *chosen = step(*chosen, by, count));
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
        let asked_before = self.questioned.with_value(|before| before.as_ref() == Some(&text));
        self.questioned.set_value(None);
        match parse(&text) {
            Input::Command(command) => chat.command(command, text),
            Input::Unknown { suggestion } if !asked_before => {
                let meant = |name| fill(shell().did_you_mean, &[("name", name)]);
                let hint = suggestion.map_or_else(|| shell().type_slash.to_owned(), meant);
                self.ask(&text, fill(shell().no_such_command, &[("hint", &hint)]));
            }
            Input::BadArguments { usage } if !asked_before => self.ask(
                &text,
                fill(shell().written_so, &[("name", usage.name), ("arguments", commands::arguments(&usage))]),
            ),
            Input::Text | Input::Unknown { .. } | Input::BadArguments { .. } => chat.send(text),
        }
    }

    /// Clears the composer after the text was sent, unless it was changed in the meantime.
    pub fn sent(self, text: &str) {
        if self.text.with_untracked(|typed| typed.trim() == text) {
            self.show(String::new());
        }
        self.stored.set_value(String::new());
        self.notices.dismiss();
    }

    /// Shows a text that is already stored.
    pub fn show(self, text: String) {
        self.cancel_timer();
        self.questioned.set_value(None);
        self.text.set(text);
        self.chosen.set(0);
    }

    /// Shows the draft of a conversation.
    pub fn open(self, id: ConversationId, draft: Option<ComposerDraft>) {
        let (text, images, reply_to) =
            draft.map(|draft| (draft.text, draft.images, draft.reply_to)).unwrap_or_default();
        self.stored.set_value(text.clone());
        self.show(browser::kept(&kept_name(id)).unwrap_or(text));
        self.images.set(images);
        self.reply_to.set(reply_to);
    }

    fn ask(self, text: &str, question: String) {
        self.questioned.set_value(Some(text.to_owned()));
        self.dismiss();
        self.notices.ask(question);
    }

    fn cancel_timer(self) {
        if let Some(timer) = self.timer.try_update_value(Option::take).flatten() {
            timer.clear();
        }
    }
}

/// Key under which the tab keeps the text of a conversation.
fn kept_name(id: ConversationId) -> String {
    format!("ricordo.draft.{id}")
}

fn step(chosen: usize, by: isize, count: usize) -> usize {
    match isize::try_from(count) {
        Ok(count) if count > 0 => chosen.cast_signed().saturating_add(by).rem_euclid(count).cast_unsigned(),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::step;

    #[test]
    fn the_choice_goes_around_the_ends() {
        assert_eq!([step(0, 1, 3), step(2, 1, 3), step(0, -1, 3), step(5, 1, 0)], [1, 0, 2, 0]);
    }
}
