//! Text being typed: saved for each conversation, never lost, and parsed as a command if it is one.

use super::{Chat, Notices, adding};
use crate::{
    browser,
    texts::{commands, fill, shell::shell},
};
use leptos::{leptos_dom::helpers::TimeoutHandle, prelude::*, task::spawn_local};
use ricordo_core::{
    command::{Command, CommandSpec, Input, complete, parse},
    document::Document,
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
    /// Documents that were added to the conversation since its last message.
    pub documents: RwSignal<Vec<Document>>,
    /// Whether there is any document at all. False until the page is idle.
    pub has_documents: RwSignal<bool>,
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
            documents: RwSignal::new(Vec::new()),
            has_documents: RwSignal::new(false),
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
        self.documents.set(Vec::new());
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

fn step(chosen: usize, by: isize, count: usize) -> usize {
    match isize::try_from(count) {
        Ok(count) if count > 0 => chosen.cast_signed().saturating_add(by).rem_euclid(count).cast_unsigned(),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        state::testing::message_id,
        texts::{UiLanguage, speak},
    };

    #[test]
    fn the_choice_goes_around_the_ends() {
        assert_eq!([step(0, 1, 3), step(2, 1, 3), step(0, -1, 3), step(5, 1, 0)], [1, 0, 2, 0]);
        assert_eq!(step(9, 1, 3), 1, "the list became shorter");
    }

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

    fn image(number: u8) -> Part {
        let blob = ricordo_core::id::BlobId::new(ricordo_core::time::Timestamp(number.into()), [number; 10]);
        Part::Image { blob, media_type: "image/png".to_owned(), width: None, height: None, alt: String::new() }
    }

    #[test]
    fn a_sent_text_leaves_the_composer_and_one_that_was_typed_meanwhile_stays() {
        let composer = Composer::new(Notices::new());
        let left = |typed: &str, sent: &str| {
            composer.text.set(typed.to_owned());
            composer.sent(sent);
            composer.text.get_untracked()
        };
        assert_eq!(left("Hello", "Hello"), "");
        assert_eq!(left("  Hello\n", "Hello"), "");
        assert_eq!(left("Hello, and", "Hello"), "Hello, and");
        assert_eq!(left("next", ""), "next");
    }

    #[test]
    fn sent_images_leave_the_composer_and_later_ones_stay() {
        let composer = Composer::new(Notices::new());
        composer.images.set(vec![image(1), image(2), image(3)]);
        composer.reply_to.set(Some(message_id(1)));
        let outgoing = ricordo_core::compile::Outgoing {
            parts: vec![image(1), image(3)],
            reply_to: Some(message_id(1)),
            ..Default::default()
        };
        composer.leave_out(&outgoing);
        assert_eq!((composer.images.get_untracked(), composer.reply_to.get_untracked()), (vec![image(2)], None));
        assert!(composer.has_attachments(), "the draft is stored again");
        // The user chose another message to reply to while the first was being sent.
        composer.reply_to.set(Some(message_id(2)));
        composer.images.set(Vec::new());
        composer.leave_out(&outgoing);
        assert_eq!(composer.reply_to.get_untracked(), Some(message_id(2)));
        assert!(composer.has_attachments());
        composer.reply_to.set(None);
        assert!(!composer.has_attachments());
    }

    #[test]
    fn white_space_alone_is_nothing_to_send_and_an_image_is() {
        let composer = Composer::new(Notices::new());
        let is_empty = |text: &str| {
            composer.text.set(text.to_owned());
            composer.is_empty()
        };
        assert!(is_empty("") && is_empty(" \n\t\u{a0}") && !is_empty("."));
        composer.images.set(vec![image(1)]);
        assert!(!is_empty(""));
    }

    #[test]
    fn suggestions_are_there_until_they_are_dismissed() {
        let composer = Composer::new(Notices::new());
        composer.text.set("/fo".to_owned());
        let names = || composer.suggestions().iter().map(|spec| spec.name).collect::<Vec<_>>();
        assert!(names().contains(&"forget"));
        composer.choose_next(-1);
        assert_eq!(composer.chosen.get_untracked(), names().len() - 1);
        composer.dismiss();
        assert!(names().is_empty());
        composer.choose_next(1);
        assert_eq!(composer.chosen.get_untracked(), 0);
    }
}
