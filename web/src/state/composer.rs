//! Text being typed, with what is attached to it and suggested for it.

use super::{Notices, preparing::InPreparation};
use crate::browser;
use leptos::{leptos_dom::helpers::TimeoutHandle, prelude::*};
use ricordo_core::{
    command::CommandSpec,
    document::Document,
    draft::ComposerDraft,
    id::{ConversationId, MessageId},
    message::Part,
};

/// The commands that complete a typed text. Code that is loaded once a slash is typed finds them.
#[derive(Clone, Debug, Default)]
pub struct Completions {
    /// The text.
    pub of: String,
    /// The commands.
    pub found: Vec<&'static CommandSpec>,
    /// Whether the text is a command that can run as it is.
    pub runs: bool,
}

/// State of the composer.
#[derive(Clone, Copy)]
pub struct Composer {
    /// Typed text.
    pub text: RwSignal<String>,
    /// Attached images.
    pub images: RwSignal<Vec<Part>>,
    /// Images that are being prepared. They are not attached yet.
    pub preparing: InPreparation,
    /// Documents that are being read and stored, or will be once the code for it is loaded.
    pub reading: InPreparation,
    /// Documents that were added to the conversation since its last message.
    pub documents: RwSignal<Vec<Document>>,
    /// Whether there is any document at all. False until the page is idle.
    pub has_documents: RwSignal<bool>,
    /// What is being sent: a message that is not stored yet, or a command whose code is not loaded yet; its conversation, and
    /// its text, which stays in the field until then.
    pub leaving: RwSignal<Option<(ConversationId, String)>>,
    /// Message it replies to.
    pub reply_to: RwSignal<Option<MessageId>>,
    /// What was found for the text last.
    pub completions: RwSignal<Completions>,
    /// Index of the chosen suggestion.
    pub chosen: RwSignal<usize>,
    /// Whether the user dismissed the suggestions.
    pub is_dismissed: RwSignal<bool>,
    /// Text that looked like a command but is not one; sent as a message if submitted again.
    pub questioned: StoredValue<Option<String>>,
    /// Whether the text was emptied by typing: then the browser can bring it back. False after a text was sent or opened.
    pub is_emptied: StoredValue<bool>,
    pub timer: StoredValue<Option<TimeoutHandle>>,
    /// Text as last stored.
    pub stored: StoredValue<String>,
    pub notices: Notices,
}

impl Composer {
    /// Creates an empty composer.
    pub fn new(notices: Notices) -> Self {
        Self {
            text: RwSignal::new(String::new()),
            images: RwSignal::new(Vec::new()),
            preparing: RwSignal::new(Vec::new()),
            reading: RwSignal::new(Vec::new()),
            documents: RwSignal::new(Vec::new()),
            has_documents: RwSignal::new(false),
            leaving: RwSignal::new(None),
            reply_to: RwSignal::new(None),
            completions: RwSignal::new(Completions::default()),
            chosen: RwSignal::new(0),
            is_dismissed: RwSignal::new(false),
            questioned: StoredValue::new(None),
            is_emptied: StoredValue::new(false),
            timer: StoredValue::new(None),
            stored: StoredValue::new(String::new()),
            notices,
        }
    }

    /// Commands that complete the typed text.
    pub fn suggestions(self) -> Vec<&'static CommandSpec> {
        self.completions.with(|completions| {
            if self.is_dismissed.get() || !self.is_typed(completions) { Vec::new() } else { completions.found.clone() }
        })
    }

    /// Whether what is typed is a command that can run as it is. Known only where commands are suggested.
    pub fn runs_as_it_is(self) -> bool {
        untrack(|| self.completions.with(|completions| completions.runs && self.is_typed(completions)))
    }

    fn is_typed(self, completions: &Completions) -> bool {
        self.text.with(|text| *text == completions.of)
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

    /// Begins to send a text in a conversation, and shows no suggestions for it any more. Returns `false` if it is being sent
    /// already: until it is stored, which takes a while on a slow connection, Enter was pressed again.
    pub fn begin_to_send(self, id: ConversationId, text: &str) -> bool {
        let message = Some((id, text.to_owned()));
        let is_new = self.leaving.with_untracked(|leaving| *leaving != message);
        if is_new {
            self.leaving.set(message);
            self.dismiss();
        }
        is_new
    }

    /// The message was stored or put into the queue, or it was not sent.
    pub fn has_left(self, id: ConversationId, text: &str) {
        let is_it = |leaving: &Option<(ConversationId, String)>| {
            leaving.as_ref().is_some_and(|(of, it)| *of == id && it == text)
        };
        if self.leaving.with_untracked(is_it) {
            self.leaving.set(None);
        }
    }

    /// Whether what is typed in the open conversation is being sent.
    pub fn is_leaving(self, open: Option<ConversationId>) -> bool {
        let typed = |text: &str| self.text.with(|typed| typed.trim() == text);
        self.leaving.with(|leaving| leaving.as_ref().is_some_and(|(id, text)| open == Some(*id) && typed(text)))
    }

    /// Whether `text` is what is typed.
    pub fn holds(self, text: &str) -> bool {
        self.text.with_untracked(|typed| typed.trim() == text)
    }

    /// Clears the composer after the text was sent, unless it was changed in the meantime.
    pub fn sent(self, text: &str) {
        if self.holds(text) {
            self.show(String::new());
        }
        self.stored.set_value(String::new());
        self.notices.dismiss();
    }

    /// Shows a text that is already stored.
    pub fn show(self, text: String) {
        self.cancel_timer();
        self.questioned.set_value(None);
        self.is_emptied.set_value(false);
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

    pub fn ask(self, text: &str, question: String) {
        self.questioned.set_value(Some(text.to_owned()));
        self.dismiss();
        self.notices.ask(question);
    }

    pub fn cancel_timer(self) {
        if let Some(timer) = self.timer.try_update_value(Option::take).flatten() {
            timer.clear();
        }
    }
}

/// Key under which the tab keeps the text of a conversation.
pub fn kept_name(id: ConversationId) -> String {
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
    use super::*;
    use crate::state::testing::{conversation_id, message_id};
    use ricordo_core::command::complete;

    fn image(number: u8) -> Part {
        let blob = ricordo_core::id::BlobId::new(ricordo_core::time::Timestamp(number.into()), [number; 10]);
        Part::Image { blob, media_type: "image/png".to_owned(), width: None, height: None, alt: String::new() }
    }

    #[test]
    fn the_choice_goes_around_the_ends() {
        assert_eq!([step(0, 1, 3), step(2, 1, 3), step(0, -1, 3), step(5, 1, 0)], [1, 0, 2, 0]);
        assert_eq!(step(9, 1, 3), 1, "the list became shorter");
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
    fn a_message_is_sent_once_however_often_enter_is_pressed_until_it_is_stored() {
        let composer = Composer::new(Notices::new());
        let (here, elsewhere) = (conversation_id(1), conversation_id(2));
        composer.text.set("Yes\n".to_owned());
        assert!(!untrack(|| composer.is_leaving(Some(here))));
        assert!(composer.begin_to_send(here, "Yes") && !composer.begin_to_send(here, "Yes"));
        let is_leaving = |open| untrack(|| composer.is_leaving(Some(open)));
        assert!(is_leaving(here) && !is_leaving(elsewhere));
        composer.has_left(here, "No");
        assert!(!composer.begin_to_send(here, "Yes"), "another message was stored");
        composer.has_left(here, "Yes");
        assert!(composer.begin_to_send(here, "Yes"), "the same words again, after the first were stored");
        assert!(composer.begin_to_send(elsewhere, "Yes"), "the same words in another conversation");
        composer.text.set("Yes, and".to_owned());
        assert!(!is_leaving(elsewhere) && composer.begin_to_send(elsewhere, "Yes, and"), "other words");
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
    fn a_message_waits_for_the_files_of_its_own_conversation_until_each_is_attached_or_refused() {
        let composer = Composer::new(Notices::new());
        let [here, there] = [1, 2].map(conversation_id);
        let first = composer.prepare(here, "cat.png".to_owned());
        let second = composer.prepare(here, "cat.png".to_owned());
        assert!(composer.waits_for_file(here).unwrap().contains("“cat.png”"));
        assert_eq!(composer.waits_for_file(there), None);
        drop(first);
        assert_eq!(untrack(|| composer.count_prepared(here)), 1, "another one of the same name");
        drop(second);
        assert_eq!(composer.waits_for_file(here), None);
        let document = composer.prepare_document(here, "notes.md".to_owned());
        assert!(composer.waits_for_file(here).unwrap().contains("“notes.md”"));
        assert_eq!((composer.waits_for_file(there), untrack(|| composer.count_prepared(here))), (None, 0));
        drop(document);
        assert_eq!(composer.waits_for_file(here), None);
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
        let complete =
            |of: &str| composer.completions.set(Completions { of: of.to_owned(), found: complete(of), runs: false });
        complete("/f");
        assert!(composer.suggestions().is_empty(), "they are of another text");
        complete("/fo");
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
