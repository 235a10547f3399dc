//! What is being typed: kept per conversation, never lost, read as a command where it is one.

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

/// How long after a key the text is stored, at the latest.
const SAVE_AFTER: Duration = Duration::from_millis(300);

/// The text that is being typed.
#[derive(Clone, Copy)]
pub struct Composer {
    /// The text.
    pub text: RwSignal<String>,
    /// The images that go with it.
    pub images: RwSignal<Vec<Part>>,
    /// The message it replies to.
    pub reply_to: RwSignal<Option<MessageId>>,
    /// Which suggestion is chosen.
    pub chosen: RwSignal<usize>,
    /// Whether the user has sent the suggestions away.
    is_dismissed: RwSignal<bool>,
    /// A text that looked like a command and was none: sent as text when it comes a second time.
    questioned: StoredValue<Option<String>>,
    timer: StoredValue<Option<TimeoutHandle>>,
    /// The text as it is stored.
    stored: StoredValue<String>,
    notices: Notices,
}

impl Composer {
    /// Nothing typed yet.
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

    /// The user typed.
    pub fn typed(self, chat: Chat, text: String) {
        if self.questioned.try_update_value(Option::take).flatten().is_some() {
            self.notices.dismiss();
        }
        self.text.set(text);
        self.chosen.set(0);
        self.is_dismissed.set(false);
        // A timer that runs goes on: who types without a pause is saved all the same.
        if self.timer.with_value(Option::is_none) {
            self.timer.set_value(set_timeout_with_handle(move || self.save(chat), SAVE_AFTER).ok());
        }
    }

    /// Stores the text now.
    pub fn save(self, chat: Chat) {
        self.cancel_timer();
        // What is typed into a temporary conversation would be stored after it is left.
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

    /// Stores the text now: the page may be about to go. IndexedDB takes its time and a page that goes does not wait for it,
    /// so the tab keeps the text, too, until it is stored.
    pub fn leave(self, chat: Chat) {
        let Some(id) = chat.id().filter(|_| !untrack(|| chat.is_temporary())) else { return };
        let text = self.text.get_untracked();
        if self.stored.with_value(|stored| *stored != text) {
            browser::keep(&kept_name(id), Some(&text));
        }
        self.save_if_due(chat);
    }

    /// Stores a text that is not stored: the tab alone had kept it, or another message took the draft away.
    pub fn settle(self, chat: Chat) {
        let text = self.text.get_untracked();
        if self.stored.with_value(|stored| *stored != text) {
            self.save(chat);
        }
    }

    /// Stores the text now if a key was pressed since it was stored last.
    pub fn save_if_due(self, chat: Chat) {
        if self.timer.with_value(Option::is_some) {
            self.save(chat);
        }
    }

    /// The commands that what is typed may become.
    pub fn suggestions(self) -> Vec<&'static CommandSpec> {
        if self.is_dismissed.get() { Vec::new() } else { self.text.with(|text| complete(text)) }
    }

    /// Sends the suggestions away.
    pub fn dismiss(self) {
        self.is_dismissed.set(true);
    }

    /// Moves the choice among the suggestions, around the ends.
    pub fn choose_next(self, by: isize) {
        let count = untrack(|| self.suggestions().len());
        self.chosen.update(|chosen| *chosen = step(*chosen, by, count));
    }

    /// Writes the chosen suggestion.
    pub fn accept(self, chat: Chat) {
        let Some(spec) = untrack(|| self.suggestions().get(self.chosen.get_untracked()).copied()) else { return };
        let space = if spec.arguments.is_empty() { "" } else { " " };
        self.typed(chat, format!("/{}{space}", spec.name));
        self.dismiss();
    }

    /// Enter was pressed.
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

    /// This text is sent: it goes away unless it was changed in the meantime.
    pub fn sent(self, text: &str) {
        if self.text.with_untracked(|typed| typed.trim() == text) {
            self.show(String::new());
        }
        self.stored.set_value(String::new());
        self.notices.dismiss();
    }

    /// Shows a text that is stored already.
    pub fn show(self, text: String) {
        self.cancel_timer();
        self.questioned.set_value(None);
        self.text.set(text);
        self.chosen.set(0);
    }

    /// Shows what was written in a conversation and not sent.
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

/// Under which name the tab keeps the text of a conversation.
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
