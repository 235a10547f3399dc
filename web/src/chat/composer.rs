//! What happens to the text being typed: saved for each conversation, never lost, sent, or run as a command if it is one.

use super::Chat;
use crate::{
    browser,
    state::{Composer, adding, composer::kept_name},
    texts::{commands, fill, shell::shell},
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_core::command::{Command, Input, parse};
use std::time::Duration;

/// Longest delay between a keystroke and saving the text.
const SAVE_AFTER: Duration = Duration::from_millis(300);

/// What submitting a text does.
#[derive(Clone, Debug, PartialEq)]
enum Submission {
    /// Runs a command.
    Run(Command),
    /// Asks whether the text was meant as a command.
    Ask(String),
    /// Sends the text as a message.
    Send,
}

impl Composer {
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
        match submission(&text, questioned.as_deref()) {
            Submission::Run(command) => chat.command(command, text),
            Submission::Ask(question) => self.ask(&text, question),
            Submission::Send => match adding().is_awaited() {
                Some(sentence) => self.notices.ask(sentence),
                None => chat.send(text),
            },
        }
    }
}

/// What submitting `text` does. A text that only looks like a command is sent if the user was asked about it before.
fn submission(text: &str, questioned: Option<&str>) -> Submission {
    let was_asked = questioned == Some(text);
    match parse(text) {
        Input::Command(command) => Submission::Run(command),
        Input::Unknown { suggestion } if !was_asked => {
            let meant = |name| fill(shell().did_you_mean, &[("name", name)]);
            let hint = suggestion.map_or_else(|| shell().type_slash.to_owned(), meant);
            Submission::Ask(fill(shell().no_such_command, &[("hint", &hint)]))
        }
        Input::BadArguments { usage } if !was_asked => {
            let usage = [("name", usage.name), ("arguments", commands::arguments(&usage))];
            Submission::Ask(fill(shell().written_so, &usage))
        }
        Input::Text | Input::Unknown { .. } | Input::BadArguments { .. } => Submission::Send,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{UiLanguage, speak};

    fn is_question(text: &str, questioned: Option<&str>) -> bool {
        matches!(submission(text, questioned), Submission::Ask(_))
    }

    #[test]
    fn a_text_is_sent_and_a_command_is_run_whatever_was_asked_before() {
        for text in ["Hello", "a /forget b", "//", "/ not a command", "1/2", "/etc/passwd", "שלום /forget"] {
            assert_eq!(submission(text, None), Submission::Send, "{text}");
        }
        for questioned in [None, Some("/undo"), Some("/undoo")] {
            assert_eq!(submission("/undo", questioned), Submission::Run(Command::Undo));
        }
    }

    #[test]
    fn what_looks_like_a_command_is_asked_about_once_and_then_sent() {
        for language in UiLanguage::all() {
            speak(language);
            for text in ["/forgte", "/mute perhaps", "/qqqqqqq"] {
                assert!(is_question(text, None) && is_question(text, Some("/other")), "{text}");
                assert_eq!(submission(text, Some(text)), Submission::Send, "{text}");
            }
            let Submission::Ask(question) = submission("/forgte", None) else { panic!("no question") };
            assert!(question.contains("/forget") && !question.contains('{'), "{question}");
        }
    }
}
