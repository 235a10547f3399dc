//! Rebuilds the request that was sent for a reply.

use super::Session;
use crate::{
    compile::record::{Named, PastRequest, rebuild_request},
    digest::Digest,
    error::Error,
    host::Host,
    id::{ConversationId, MessageId},
    manifest::{Fragment, FragmentContent, ManifestItem, SourceId},
    message::Message,
    recalled::RecalledPiece,
    record::{Record, RecordKey},
    store::Store,
};
use std::collections::BTreeMap;

#[derive(Default)]
struct RequestParts {
    messages: BTreeMap<MessageId, Message>,
    fragments: BTreeMap<Digest, Fragment>,
}

impl Named for RequestParts {
    fn message(&self, id: MessageId) -> Option<&Message> {
        self.messages.get(&id)
    }
    fn fragment(&self, digest: Digest) -> Option<&Fragment> {
        self.fragments.get(&digest)
    }
}

impl<S: Store, H: Host> Session<S, H> {
    /// The request that was sent for a reply. `None`: unknown, because the reply is older than manifests, or not a
    /// reply.
    ///
    /// # Errors
    /// [`Error::NoConversation`] when the message does not exist; [`Error::Store`].
    pub async fn past_request(&self, reply: MessageId) -> Result<Option<PastRequest>, Error> {
        let reply = self.store.message(reply).await?.ok_or(Error::NoConversation)?;
        let key = RecordKey::Manifest(reply.conversation, reply.id);
        let Some(Record::Manifest(manifest)) = self.store.record(key).await? else {
            return Ok(None);
        };
        let mut parts = RequestParts::default();
        for item in manifest.layers.iter().flat_map(|layer| &layer.items) {
            match *item {
                ManifestItem::Message { id, .. } => {
                    let message = self.store.message(id).await?;
                    let parent = message.as_ref().and_then(|message| message.reply_to);
                    if let Some(parent) = parent
                        && let Some(parent) = self.store.message(parent).await?
                    {
                        parts.messages.insert(parent.id, parent);
                    }
                    parts.messages.extend(message.map(|message| (message.id, message)));
                }
                ManifestItem::Fragment(digest) => self.load_fragment(&mut parts, digest).await?,
            }
        }
        if let Some(tools) = manifest.tools {
            self.load_fragment(&mut parts, tools).await?;
        }
        let recalled = match manifest.recalled {
            Some(digest) => self.recalled_pieces(digest).await?,
            None => Vec::new(),
        };
        let request = rebuild_request(&manifest, &parts);
        let items = manifest.layers.iter().flat_map(|layer| &layer.items);
        let sources = items.map(|item| match *item {
            ManifestItem::Message { id, .. } => vec![SourceId::Message(id)],
            ManifestItem::Fragment(digest) => {
                parts.fragment(digest).map(|fragment| fragment.sources.clone()).unwrap_or_default()
            }
        });
        let sources = sources.collect();
        Ok(Some(PastRequest { manifest, request, sources, recalled }))
    }

    /// What was recalled for a reply; nothing if that is unknown. Reads two rows.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn recalled_for(
        &self,
        conversation: ConversationId,
        reply: MessageId,
    ) -> Result<Vec<RecalledPiece>, Error> {
        match self.store.record(RecordKey::Manifest(conversation, reply)).await? {
            Some(Record::Manifest(manifest)) => match manifest.recalled {
                Some(digest) => self.recalled_pieces(digest).await,
                None => Ok(Vec::new()),
            },
            _ => Ok(Vec::new()),
        }
    }

    /// The recalled pieces of a request; none if they were erased.
    async fn recalled_pieces(&self, digest: Digest) -> Result<Vec<RecalledPiece>, Error> {
        Ok(match self.store.record(RecordKey::Fragment(digest)).await? {
            Some(Record::Fragment(Fragment { content: FragmentContent::Recalled(pieces), .. })) => pieces,
            _ => Vec::new(),
        })
    }

    async fn load_fragment(&self, parts: &mut RequestParts, digest: Digest) -> Result<(), Error> {
        if let Some(Record::Fragment(fragment)) = self.store.record(RecordKey::Fragment(digest)).await? {
            parts.fragments.insert(digest, fragment);
        }
        Ok(())
    }
}
