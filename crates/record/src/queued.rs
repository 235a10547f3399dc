//! Messages that wait until the reply before them has ended.

use crate::{author::Author, draft::ComposerDraft, id::MessageId, message::Part, time::Timestamp};
use serde::{Deserialize, Serialize};

/// A message that the user typed while a reply was coming. It becomes a message of the conversation when its turn comes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct QueuedMessage {
    /// The id that the message will have. A row whose message is stored already was sent.
    pub message: MessageId,
    /// Text, images and the message it replies to.
    pub draft: ComposerDraft,
    /// Its author; `None`: the user.
    pub author: Option<Author>,
    /// Lower ones are sent first; of equal ones, the one with the lower id.
    pub position: u32,
    /// When it was queued.
    pub created_at: Timestamp,
}

impl QueuedMessage {
    /// The parts of the message.
    pub fn parts(&self) -> Vec<Part> {
        let text = &self.draft.text;
        let words = (!text.is_empty()).then(|| Part::Text { text: text.clone() });
        words.into_iter().chain(self.draft.images.iter().cloned()).collect()
    }
}
