//! Attaches images and the message to reply to, which are saved with the draft, and documents, which are added to the
//! conversation at once.

use super::Chat;
use crate::{
    images::{self, Refused},
    state::{Choice, Composer, FilesToAdd, attached::MOST, blob_of, preparing::Preparing},
    texts::{
        composer::{attachments, composer as texts},
        conversations::conversations,
        fill,
    },
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_browser::{BrowserHost, locks};
use ricordo_core::{
    compile::Outgoing,
    draft::ComposerDraft,
    error::Error,
    host::Host,
    id::{BlobId, ConversationId, MessageId},
    message::Part,
    provider::{Provider, ProviderKind},
    record::{Blob, Record, RecordKey},
    scope::Scope,
    store::Store,
};
use web_sys::File;

impl Composer {
    /// Message to send for a text, with its attachments.
    pub fn outgoing(self, chat: Chat, text: &str) -> Outgoing {
        let words = (!text.is_empty()).then(|| Part::Text { text: text.to_owned() });
        let parts = words.into_iter().chain(self.images.get_untracked()).collect();
        let author = chat.conversation.with_untracked(|open| open.as_ref().and_then(|open| open.speaker.clone()));
        Outgoing { parts, author, reply_to: self.reply_to.get_untracked(), ..Outgoing::default() }
    }

    /// Why the images cannot be sent to the model that answers, or to one of those that were chosen for the message.
    pub fn blind(self, chat: Chat) -> Option<String> {
        if self.images.with(Vec::is_empty) {
            return None;
        }
        let is_on = chat.connection.settings.with(|settings| settings.vision);
        chat.several.chosen.with(|chosen| one_is_blind(chosen, is_on, || chat.connection.provider()))
    }

    /// Adds files: images to the message, all others as documents to the conversation. `preparing`: each of them.
    pub fn attach(self, chat: Chat, files: Vec<File>, preparing: Vec<Preparing>) {
        let Some(id) = chat.id().filter(|_| !files.is_empty()) else { return };
        let all = files.into_iter().zip(preparing);
        let (images, documents): (Vec<_>, Vec<_>) = all.partition(|(file, _)| images::is_image(file));
        let (files, preparing) = documents.into_iter().unzip();
        let (is_folder, scope, of_message) = (false, Scope::Conversation(id), Some(id));
        chat.add_documents(FilesToAdd { files, is_folder, scope, of_message, preparing });
        self.attach_images(chat, id, images);
    }

    fn attach_images(self, chat: Chat, id: ConversationId, files: Vec<(File, Preparing)>) {
        spawn_local(async move {
            let (mut room, mut has_notice) = (0, false);
            for (file, _preparing) in files {
                if chat.id() == Some(id) {
                    room = untrack(|| self.room());
                }
                if room == 0 {
                    return chat.notices.trouble(attachments().too_many.replace("{n}", &MOST.to_string()));
                }
                let alt = images::described(&file.name());
                match images::taken(&file).await {
                    Ok(taken) if chat.id() == Some(id) => drop(self.keep(chat, id, taken, alt).await),
                    Ok(taken) => match self.keep_in_draft(chat, id, taken, alt).await {
                        Ok(Some(title)) => {
                            room -= 1;
                            if !std::mem::replace(&mut has_notice, true) {
                                chat.notices.ask(in_draft(&title));
                            }
                        }
                        Ok(None) => return,
                        Err(error) => chat.storage.report(&error),
                    },
                    Err(Refused::NoImage) => {
                        chat.notices.trouble(attachments().no_image.replace("{name}", &file.name()))
                    }
                    Err(Refused::TooLarge) => {
                        chat.notices.trouble(attachments().too_large.replace("{name}", &file.name()))
                    }
                }
            }
        });
    }

    /// Attaches an image with its alternative text. Returns whether it is attached now.
    pub(super) async fn keep(self, chat: Chat, id: ConversationId, taken: images::Taken, alt: String) -> bool {
        if chat.id() != Some(id) {
            return false;
        }
        let (record, part) = new_image(id, taken, alt);
        let mut draft = self.draft(id);
        draft.images.push(part.clone());
        match chat.storage.session().save_draft(draft, vec![record], &[]).await {
            Ok(()) if chat.id() == Some(id) => {
                self.show_image(chat, part);
                return true;
            }
            Ok(()) => {}
            Err(error) => chat.storage.report(&error),
        }
        false
    }

    /// Shows an image that is stored. The draft is stored once more: what was typed meanwhile was stored without the image.
    fn show_image(self, chat: Chat, part: Part) {
        self.images.update(|images| images.push(part));
        self.save(chat);
    }

    /// Adds an image to the stored draft of a conversation that is not open any more. Returns the title of the conversation; `None`
    /// if it is gone, or if it is temporary, which is about to be erased.
    async fn keep_in_draft(
        self,
        chat: Chat,
        id: ConversationId,
        taken: images::Taken,
        alt: String,
    ) -> Result<Option<String>, Error> {
        let session = chat.storage.session();
        let title = match session.store().record(RecordKey::Conversation(id)).await? {
            Some(Record::Conversation(conversation)) if !conversation.temporary => conversation.title,
            _ => return Ok(None),
        };
        // Images of two pastes may be ready at the same time.
        let _lock = locks::hold(&locks::draft(&chat.storage.name.get_value(), id)).await;
        let mut draft = match session.store().record(RecordKey::ComposerDraft(id)).await? {
            Some(Record::ComposerDraft(draft)) => draft,
            _ => ComposerDraft::text(id, ""),
        };
        let (record, part) = new_image(id, taken, alt);
        draft.images.push(part.clone());
        session.save_draft(draft, vec![record], &[]).await?;
        // It was opened while its draft was being stored, perhaps with the draft of before.
        if chat.id() == Some(id) && !self.images.with_untracked(|images| images.contains(&part)) {
            self.show_image(chat, part);
        }
        Ok(Some(title))
    }

    /// Removes an image, unless the message that it belongs to is being sent.
    pub fn detach(self, chat: Chat, image: BlobId) {
        if untrack(|| self.is_leaving(chat.id())) {
            return;
        }
        self.images.update(|images| images.retain(|part| blob_of(part) != Some(image)));
        let Some(id) = chat.id() else { return };
        let draft = self.draft(id);
        spawn_local(async move {
            if let Err(error) = chat.storage.session().save_draft(draft, Vec::new(), &[image]).await {
                chat.storage.report(&error);
            }
        });
    }

    /// Sets or clears the message to reply to.
    pub fn reply(self, chat: Chat, to: Option<MessageId>) {
        self.reply_to.set(to);
        self.save(chat);
        crate::browser::focus_next_frame("composer");
    }

    /// Removes the attachments of a message that was stored, and stores again what was typed and attached meanwhile: storing the
    /// message removed the draft.
    pub(super) fn went(self, chat: Chat, outgoing: &Outgoing) {
        self.leave_out(outgoing);
        if self.has_attachments() { self.save(chat) } else { self.settle(chat) }
    }
}

/// An image to store for the message of a conversation, and the part of the message.
fn new_image(conversation: ConversationId, taken: images::Taken, alt: String) -> (Blob, Part) {
    let images::Taken { bytes, media_type, width, height } = taken;
    let blob = BlobId::new(BrowserHost.now().at, BrowserHost.random());
    let record = Blob { id: blob, conversation, media_type: media_type.clone(), bytes };
    (record, Part::Image { blob, media_type, width: Some(width), height: Some(height), alt })
}

/// Says in which conversation images are now.
fn in_draft(title: &str) -> String {
    let title = if title.is_empty() { conversations().untitled } else { title };
    fill(attachments().in_draft, &[("title", title)])
}

/// Why images cannot be sent to one of the chosen models, or if none is chosen, to the one that answers. `is_on` says whether
/// the settings allow images.
fn one_is_blind(chosen: &[Choice], is_on: bool, answers: impl FnOnce() -> Provider) -> Option<String> {
    match chosen {
        [] => {
            let by = answers();
            why_blind(&by.model, by.kind, by.supports_images, is_on)
        }
        chosen => chosen.iter().find_map(|Choice { provider, model }| {
            why_blind(&model.id, provider.kind, model.supports_images == Some(true), is_on)
        }),
    }
}

fn why_blind(model: &str, kind: ProviderKind, supports_images: bool, is_on: bool) -> Option<String> {
    if !supports_images || kind == ProviderKind::InPage {
        return Some(texts().images_unsupported.replace("{model}", model));
    }
    (!is_on).then(|| texts().switched_off.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        state::testing::server,
        texts::{UiLanguage, speak},
    };

    #[test]
    fn images_for_another_conversation_are_not_lost_the_page_says_where_they_are() {
        for language in UiLanguage::all() {
            speak(language);
            let [named, untitled] = ["Rome", ""].map(in_draft);
            assert!(named.contains("Rome") && untitled.contains(conversations().untitled), "{named}, {untitled}");
            assert!(!format!("{named}{untitled}").contains('{'));
        }
    }

    #[test]
    fn an_image_is_held_back_with_the_reason_that_the_user_can_do_something_about() {
        let seer = Provider { supports_images: true, ..server(1, "seer") };
        let why_blind = |by: &Provider, is_on| one_is_blind(&[], is_on, || by.clone());
        assert_eq!(why_blind(&seer, true), None);
        assert_eq!(why_blind(&seer, false).as_deref(), Some(texts().switched_off));
        for blind in [server(1, "small"), Provider { kind: ProviderKind::InPage, ..seer }] {
            // Switching images on would not help.
            for is_on in [true, false] {
                assert!(why_blind(&blind, is_on).unwrap().contains(&blind.model));
            }
        }
    }

    #[test]
    fn images_go_to_the_chosen_models_so_it_is_those_that_must_read_them() {
        let seer_of = |number, model| Provider { supports_images: true, ..server(number, model) };
        let why = |chosen: &[Provider], answers: &Provider, is_on| {
            let chosen: Vec<Choice> = chosen.iter().map(Choice::saved).collect();
            one_is_blind(&chosen, is_on, || answers.clone())
        };
        let (blind, seer) = (server(1, "small"), seer_of(2, "seer"));
        assert!(why(&[], &blind, true).unwrap().contains("small"));
        assert_eq!(why(&[], &seer, true), None);
        assert_eq!(why(&[seer.clone(), seer_of(3, "third")], &blind, true), None, "the usual model receives nothing");
        let named = why(&[seer.clone(), server(3, "blind one"), blind.clone()], &seer, true).unwrap();
        assert!(named.contains("blind one") && !named.contains("small"), "{named}");
        assert_eq!(why(&[seer.clone(), seer.clone()], &blind, false).as_deref(), Some(texts().switched_off));
        let in_page = Provider { supports_images: true, ..Provider::in_page() };
        assert!(why(&[seer.clone(), in_page.clone()], &seer, true).unwrap().contains(&in_page.model));
    }
}
