//! Attachments of the text being typed: images and the message it replies to, which belong to its draft, and documents.

use super::{
    Composer,
    preparing::{InPreparation, Preparing},
};
use crate::texts::{composer::composer as texts, fill};
use leptos::prelude::*;
use ricordo_core::{
    compile::Outgoing,
    draft::ComposerDraft,
    id::{BlobId, ConversationId},
    message::Part,
};

/// Maximum number of images in a message.
pub const MOST: usize = 10;

impl Composer {
    /// An image of this name is being prepared for the message in a conversation.
    pub fn prepare(self, id: ConversationId, name: String) -> Preparing {
        Preparing::begin(self.preparing, id, name)
    }

    /// A document of this name is being added to the message in a conversation.
    pub fn prepare_document(self, id: ConversationId, name: String) -> Preparing {
        Preparing::begin(self.reading, id, name)
    }

    /// How many images are being prepared for the message in a conversation.
    pub fn count_prepared(self, id: ConversationId) -> usize {
        self.preparing.with(|all| all.iter().filter(|(of, _)| *of == id).count())
    }

    /// Why the message in a conversation has to wait; `None` if it does not.
    pub fn waits_for_file(self, id: ConversationId) -> Option<String> {
        let texts = texts();
        let waits = |(all, sentence): (InPreparation, &str)| {
            all.with_untracked(|all| {
                let (_, name) = all.iter().find(|(of, _)| *of == id)?;
                Some(fill(sentence, &[("name", name)]))
            })
        };
        [(self.reading, texts.wait_for_document), (self.preparing, texts.wait_for_image)].into_iter().find_map(waits)
    }

    /// Draft to store.
    pub fn draft(self, conversation: ConversationId) -> ComposerDraft {
        ComposerDraft {
            conversation,
            text: self.text.get_untracked(),
            images: self.images.get_untracked(),
            reply_to: self.reply_to.get_untracked(),
        }
    }

    /// Whether there is nothing to send.
    pub fn is_empty(self) -> bool {
        self.text.with(|text| text.trim().is_empty()) && self.images.with(Vec::is_empty)
    }

    /// How many more images the message takes.
    pub fn room(self) -> usize {
        MOST.saturating_sub(self.images.with(Vec::len))
    }

    /// Whether the draft is more than its text.
    pub fn has_attachments(self) -> bool {
        self.images.with_untracked(|images| !images.is_empty()) || self.reply_to.get_untracked().is_some()
    }

    /// Removes the attachments of a message.
    pub fn leave_out(self, outgoing: &Outgoing) {
        self.images.update(|images| images.retain(|image| !outgoing.parts.contains(image)));
        self.documents.set(Vec::new());
        if self.reply_to.get_untracked() == outgoing.reply_to {
            self.reply_to.set(None);
        }
    }
}

/// Blob of an image part.
pub fn blob_of(part: &Part) -> Option<BlobId> {
    match part {
        Part::Image { blob, .. } => Some(*blob),
        _ => None,
    }
}
