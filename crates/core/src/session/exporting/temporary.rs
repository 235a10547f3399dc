//! What an export leaves out because of temporary chats: everything that is erased with them.

use super::Session;
use crate::{
    error::Error,
    host::Host,
    id::ConversationId,
    manifest::Manifest,
    record::{Kind, Record, RecordKey},
    store::Store,
};
use std::collections::{BTreeMap, BTreeSet};
use uuid::Uuid;

/// Records that belong to temporary chats or are made from them.
#[derive(Debug)]
pub(super) struct LeftOut {
    /// The temporary chats, with the requests that each had stored when `keys` was last read.
    chats: BTreeMap<ConversationId, Option<Vec<Manifest>>>,
    keys: BTreeSet<RecordKey>,
    /// The newest conversation that was read.
    newest: RecordKey,
}

impl Default for LeftOut {
    fn default() -> Self {
        Self { chats: BTreeMap::new(), keys: BTreeSet::new(), newest: RecordKey::first_of(Kind::Conversation) }
    }
}

impl LeftOut {
    /// Whether a record is left out. Erasing keeps the statistics.
    pub(super) fn has(&self, record: &Record) -> bool {
        match record {
            Record::DayUsage(usage) => self.chats.contains_key(&usage.conversation),
            record => self.keys.contains(&record.key()),
        }
    }
}

impl<S: Store, H: Host> Session<S, H> {
    /// Adds what the temporary chats have stored by now, also those that were begun since the last call. What is erased with
    /// a chat is read again only if it has sent something since, because that reads all undo entries.
    pub(super) async fn leave_out_temporary(&self, left_out: &mut LeftOut) -> Result<(), Error> {
        let last = RecordKey::Conversation(ConversationId(Uuid::max()));
        for record in self.page((left_out.newest, last), u32::MAX).await?.records {
            left_out.newest = record.key();
            if let Record::Conversation(conversation) = record
                && conversation.temporary
            {
                left_out.chats.entry(conversation.id).or_default();
            }
        }
        for (id, known) in &mut left_out.chats {
            let requests = self.manifests_of(*id).await?;
            if known.as_ref() == Some(&requests) {
                continue;
            }
            *known = Some(requests);
            match self.keys_erased_with(*id).await {
                Ok(keys) => left_out.keys.extend(keys),
                // It was closed meanwhile.
                Err(Error::NoConversation) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}
