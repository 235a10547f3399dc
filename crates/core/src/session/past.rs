//! What was sent for a reply, shown again.

use super::Session;
use crate::{
    compile::record::{Named, PastRequest, sent_again},
    digest::Digest,
    error::Error,
    host::Host,
    id::MessageId,
    manifest::{Fragment, ManifestItem, SourceId},
    message::Message,
    record::{Record, RecordKey},
    store::Store,
};
use std::collections::BTreeMap;

#[derive(Default)]
struct Shelf {
    messages: BTreeMap<MessageId, Message>,
    fragments: BTreeMap<Digest, Fragment>,
}

impl Named for Shelf {
    fn message(&self, id: MessageId) -> Option<&Message> {
        self.messages.get(&id)
    }
    fn fragment(&self, digest: Digest) -> Option<&Fragment> {
        self.fragments.get(&digest)
    }
}

impl<S: Store, H: Host> Session<S, H> {
    /// What was sent for a reply. `None`: it is not known, because the reply is older than that, or no reply.
    ///
    /// # Errors
    /// [`Error::NoConversation`] when there is no such message; [`Error::Store`].
    pub async fn past_request(&self, reply: MessageId) -> Result<Option<PastRequest>, Error> {
        let reply = self.store.message(reply).await?.ok_or(Error::NoConversation)?;
        let key = RecordKey::Manifest(reply.conversation, reply.id);
        let Some(Record::Manifest(manifest)) = self.store.record(key).await? else {
            return Ok(None);
        };
        let mut shelf = Shelf::default();
        for item in manifest.layers.iter().flat_map(|layer| &layer.items) {
            match *item {
                ManifestItem::Message { id, .. } => {
                    let message = self.store.message(id).await?;
                    let parent = message.as_ref().and_then(|message| message.reply_to);
                    if let Some(parent) = parent
                        && let Some(parent) = self.store.message(parent).await?
                    {
                        shelf.messages.insert(parent.id, parent);
                    }
                    shelf.messages.extend(message.map(|message| (message.id, message)));
                }
                ManifestItem::Fragment(digest) => self.take_down(&mut shelf, digest).await?,
            }
        }
        if let Some(tools) = manifest.tools {
            self.take_down(&mut shelf, tools).await?;
        }
        let request = sent_again(&manifest, &shelf);
        let items = manifest.layers.iter().flat_map(|layer| &layer.items);
        let sources = items.map(|item| match *item {
            ManifestItem::Message { id, .. } => vec![SourceId::Message(id)],
            ManifestItem::Fragment(digest) => {
                shelf.fragment(digest).map(|fragment| fragment.sources.clone()).unwrap_or_default()
            }
        });
        let sources = sources.collect();
        Ok(Some(PastRequest { manifest, request, sources }))
    }

    async fn take_down(&self, shelf: &mut Shelf, digest: Digest) -> Result<(), Error> {
        if let Some(Record::Fragment(fragment)) = self.store.record(RecordKey::Fragment(digest)).await? {
            shelf.fragments.insert(digest, fragment);
        }
        Ok(())
    }
}
