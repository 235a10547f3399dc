//! Exports a conversation as one web page.

use super::Session;
use crate::{
    cancel::Cancel,
    error::Error,
    exchange::web_page::{FOOT, Markup, PageWords, head, message},
    host::Host,
    id::ConversationId,
    message::{Message, Part},
    record::{Blob, Record, RecordKey},
    store::Store,
};

/// Messages per read.
const PAGE: u32 = 100;

impl<S: Store, H: Host> Session<S, H> {
    /// Passes a conversation as one web page to `take`, a piece at a time: its active branch, with its images. Returns the number
    /// of messages and images that cannot be read.
    ///
    /// # Errors
    /// [`Error::NoConversation`], [`Error::Store`].
    pub async fn export_web_page(
        &self,
        id: ConversationId,
        words: &PageWords,
        markup: Markup,
        cancel: &Cancel,
        mut take: impl FnMut(&str),
    ) -> Result<u64, Error> {
        let conversation = self.conversation(id).await?;
        take(&head(&conversation, &self.names_of(&conversation).await?, words, markup));
        let offset = self.host.now().offset_minutes;
        let (mut from, mut lost) = (Some(0), 0);
        while let (Some(first), false) = (from, cancel.is_cancelled()) {
            let (page, next) = self.readable_messages(&conversation, first, PAGE, &mut lost).await?;
            for one in &page {
                let images = self.images_in(one, &mut lost).await?;
                take(&message(one, &images, offset, &words.words, markup));
            }
            from = next;
        }
        take(FOOT);
        Ok(lost)
    }

    /// The images of a message that are still stored and can be read.
    async fn images_in(&self, message: &Message, lost: &mut u64) -> Result<Vec<Blob>, Error> {
        let mut images = Vec::new();
        for part in &message.parts {
            if let Part::Image { blob, .. } = part
                && let Some(Record::Blob(image)) = self.readable_record(RecordKey::Blob(*blob), lost).await?
            {
                images.push(image);
            }
        }
        Ok(images)
    }
}
