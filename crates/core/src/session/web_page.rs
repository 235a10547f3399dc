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
    /// Passes a conversation as one web page to `take`, a piece at a time: its active branch, with its images.
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
    ) -> Result<(), Error> {
        let conversation = self.conversation(id).await?;
        take(&head(&conversation, &self.names_of(&conversation).await?, words, markup));
        let offset = self.host.now().offset_minutes;
        let mut from = 0;
        while !cancel.is_cancelled() {
            let page = self.store.messages_from(id, from, PAGE).await?;
            let Some(last) = page.last() else { break };
            from = last.sequence.saturating_add(1);
            for one in &page {
                let images = self.images_in(one).await?;
                take(&message(one, &images, offset, &words.words, markup));
            }
        }
        take(FOOT);
        Ok(())
    }

    /// The images of a message that are still stored.
    async fn images_in(&self, message: &Message) -> Result<Vec<Blob>, Error> {
        let mut images = Vec::new();
        for part in &message.parts {
            if let Part::Image { blob, .. } = part
                && let Some(Record::Blob(image)) = self.store.record(RecordKey::Blob(*blob)).await?
            {
                images.push(image);
            }
        }
        Ok(images)
    }
}
