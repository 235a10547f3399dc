//! Conversations and settings: what a session does apart from turns.

use super::Session;
use crate::{
    branch::Sequence,
    change::Change,
    error::Error,
    host::Host,
    id::ConversationId,
    message::{Finish, Message},
    record::{Record, RecordKey},
    settings::Settings,
    snapshot::Snapshot,
    store::Store,
};

impl<S: Store, H: Host> Session<S, H> {
    /// The most recently used conversation with its last `limit` messages, or a new one if there is none.
    ///
    /// # Errors
    /// [`Error::Store`], as from every method of this module.
    pub async fn open_latest(&self, limit: u32) -> Result<Snapshot, Error> {
        match self.latest().await? {
            Some(latest) => self.open(latest, limit).await,
            None => self.new_conversation().await,
        }
    }

    /// A conversation with its last `limit` messages.
    ///
    /// # Errors
    /// [`Error::NoConversation`].
    pub async fn open(&self, id: ConversationId, limit: u32) -> Result<Snapshot, Error> {
        self.note_last_moment(id).await?;
        self.snapshot(id, limit).await
    }

    /// The last `limit` messages before a sequence, oldest first.
    pub async fn older(&self, id: ConversationId, before: Sequence, limit: u32) -> Result<Vec<Message>, Error> {
        Ok(self.store.messages(id, before, limit).await?)
    }

    /// The first `limit` messages from a sequence on, oldest first.
    pub async fn newer(&self, id: ConversationId, from: Sequence, limit: u32) -> Result<Vec<Message>, Error> {
        Ok(self.store.messages_from(id, from, limit).await?)
    }

    /// Stores a reply that was still streaming when its page was closed as a message. Call it only while no other tab
    /// streams: the draft of a running reply looks the same.
    pub async fn recover(&self, id: ConversationId) -> Result<Option<Message>, Error> {
        let Some(draft) = self.snapshot(id, 1).await?.reply_draft else {
            return Ok(None);
        };
        let removal = Change::Remove(RecordKey::ReplyDraft(id));
        if self.store.message(draft.message).await?.is_some() {
            // Another tab recovered it a moment ago.
            self.store.apply(vec![removal]).await?;
            return Ok(None);
        }
        let message = super::reply::ended_early(&draft, Finish::Interrupted);
        let mut rest = vec![removal];
        // Storing the reply matters more.
        rest.extend(self.counted_later(&message).await.ok().flatten());
        Ok(Some(self.store_reply(message, None, rest).await?))
    }

    /// Stores a reply that could not be stored when it ended. Of an erased conversation nothing is stored.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn keep_reply(&self, reply: Message) -> Result<(), Error> {
        let id = reply.conversation;
        if self.store.record(RecordKey::Conversation(id)).await?.is_some() {
            let mut rest = vec![Change::Remove(RecordKey::ReplyDraft(id))];
            rest.extend(self.counted_later(&reply).await.ok().flatten());
            self.store_reply(super::reply::without_calls(reply), None, rest).await?;
        }
        Ok(())
    }

    /// The settings; the defaults until some are stored.
    pub async fn settings(&self) -> Result<Settings, Error> {
        match self.store.record(RecordKey::Settings).await? {
            Some(Record::Settings(settings)) => Ok(settings.up_to_date()),
            _ => Ok(Settings::default()),
        }
    }

    /// Stores the settings.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] with the field and its range, [`Error::UnknownZone`]; then nothing is stored.
    pub async fn save_settings(&self, settings: &Settings) -> Result<(), Error> {
        settings.check()?;
        self.check_zone(settings)?;
        self.store.apply(vec![Change::Put(Record::Settings(Box::new(settings.clone())))]).await?;
        Ok(())
    }
}
