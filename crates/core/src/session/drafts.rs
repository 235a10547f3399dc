//! Unsent messages. A conversation that is open in two tabs has one draft, and one tab may send what the other still shows.

use super::Session;
use crate::{
    change::Change,
    draft::ComposerDraft,
    error::Error,
    host::Host,
    id::{BlobId, ConversationId},
    message::Part,
    record::{Blob, Record, RecordKey},
    store::Store,
};

/// Number of the newest messages that may hold an image which a tab still shows as unsent.
const RECENT: u32 = 50;

impl<S: Store, H: Host> Session<S, H> {
    /// Saves the unsent text of the composer.
    pub async fn save_composer(&self, id: ConversationId, text: &str) -> Result<(), Error> {
        self.keep_draft(ComposerDraft::text(id, text)).await
    }

    /// Saves an unsent message whose images are stored. Stores nothing if the conversation was erased. The page calls it before
    /// it has loaded any other code, so it needs little.
    pub async fn keep_draft(&self, draft: ComposerDraft) -> Result<(), Error> {
        if self.store.record(RecordKey::Conversation(draft.conversation)).await?.is_some() {
            self.store.apply(vec![kept(draft)]).await?;
        }
        Ok(())
    }

    /// Saves an unsent message: text, images, and what it replies to. Stores the images of `picked` and deletes those
    /// of `dropped` in the same transaction, except those that were sent meanwhile, maybe in another tab: the stored draft names
    /// them no more, or a message does. Stores nothing if the conversation was erased.
    pub async fn save_draft(&self, draft: ComposerDraft, picked: Vec<Blob>, dropped: &[BlobId]) -> Result<(), Error> {
        if self.store.record(RecordKey::Conversation(draft.conversation)).await?.is_none() {
            return Ok(());
        }
        let (mut unsent, mut sent) = (Vec::new(), Vec::new());
        if !dropped.is_empty() {
            if let Some(Record::ComposerDraft(stored)) =
                self.store.record(RecordKey::ComposerDraft(draft.conversation)).await?
            {
                unsent.extend(images(&stored.images));
            }
            sent = self.sent_images(draft.conversation).await?;
        }
        let dropped = dropped.iter().filter(|blob| unsent.contains(blob) && !sent.contains(blob));
        let mut changes: Vec<Change> = picked.into_iter().map(Record::Blob).map(Change::Put).collect();
        changes.extend(dropped.map(|blob| Change::Remove(RecordKey::Blob(*blob))));
        changes.push(kept(draft));
        self.store.apply(changes).await?;
        Ok(())
    }

    /// Gives the images that another tab has sent already to this message as copies, because each belongs to one message.
    /// `blobs` are the new ones; the copies are added to them.
    pub(super) async fn with_own_images(
        &self,
        id: ConversationId,
        parts: &mut [Part],
        blobs: &mut Vec<Blob>,
    ) -> Result<(), Error> {
        let is_stored = |part: &Part| match part {
            Part::Image { blob, .. } => !blobs.iter().any(|new| new.id == *blob),
            _ => false,
        };
        if !parts.iter().any(is_stored) {
            return Ok(());
        }
        let sent = self.sent_images(id).await?;
        for part in parts {
            let Part::Image { blob, .. } = part else { continue };
            if sent.contains(blob) {
                let (copies, bytes) = self.copied_parts(id, std::slice::from_ref(part)).await?;
                if let Some(copy) = copies.into_iter().next() {
                    *part = copy;
                }
                blobs.extend(bytes);
            }
        }
        Ok(())
    }

    /// The images of the newest messages and of those that wait.
    async fn sent_images(&self, id: ConversationId) -> Result<Vec<BlobId>, Error> {
        let messages = self.snapshot(id, RECENT).await?.messages;
        let waiting = self.queue(id).await?;
        let parts = messages.iter().flat_map(|message| &message.parts);
        let parts = parts.chain(waiting.iter().flat_map(|queued| &queued.draft.images));
        Ok(images(parts).collect())
    }
}

fn kept(draft: ComposerDraft) -> Change {
    if draft.is_empty() {
        Change::Remove(RecordKey::ComposerDraft(draft.conversation))
    } else {
        Change::Put(Record::ComposerDraft(draft))
    }
}

fn images<'a>(parts: impl IntoIterator<Item = &'a Part>) -> impl Iterator<Item = BlobId> {
    parts.into_iter().filter_map(|part| if let Part::Image { blob, .. } = part { Some(*blob) } else { None })
}
