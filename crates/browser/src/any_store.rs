//! The store of a page: IndexedDB where there is one, memory where there is none or nothing shall be kept.

use crate::indexed_db::IndexedDbStore;
use ricordo_core::{
    branch::Sequence,
    change::Change,
    conversation::Conversation,
    error::StoreError,
    id::{ConversationId, MessageId},
    memory_store::MemoryStore,
    message::Message,
    record::{Kind, Record, RecordKey},
    snapshot::Snapshot,
    store::Store,
    undo::Undo,
};

/// One of the two stores of a page.
#[derive(Clone, Debug)]
pub enum AnyStore {
    /// Kept by the browser.
    IndexedDb(IndexedDbStore),
    /// Gone with the tab.
    Memory(MemoryStore),
}

macro_rules! delegate {
    ($self:ident, $store:ident => $call:expr) => {
        match $self {
            AnyStore::IndexedDb($store) => $call.await,
            AnyStore::Memory($store) => $call.await,
        }
    };
}

impl Store for AnyStore {
    async fn conversations(&self) -> Result<Vec<Conversation>, StoreError> {
        delegate!(self, store => store.conversations())
    }

    async fn snapshot(&self, conversation: ConversationId, limit: u32) -> Result<Option<Snapshot>, StoreError> {
        delegate!(self, store => store.snapshot(conversation, limit))
    }

    async fn messages(
        &self,
        conversation: ConversationId,
        before: Sequence,
        limit: u32,
    ) -> Result<Vec<Message>, StoreError> {
        delegate!(self, store => store.messages(conversation, before, limit))
    }

    async fn messages_from(
        &self,
        conversation: ConversationId,
        from: Sequence,
        limit: u32,
    ) -> Result<Vec<Message>, StoreError> {
        delegate!(self, store => store.messages_from(conversation, from, limit))
    }

    async fn message(&self, id: MessageId) -> Result<Option<Message>, StoreError> {
        delegate!(self, store => store.message(id))
    }

    async fn record(&self, key: RecordKey) -> Result<Option<Record>, StoreError> {
        delegate!(self, store => store.record(key))
    }

    async fn records(&self, kind: Kind) -> Result<Vec<Record>, StoreError> {
        delegate!(self, store => store.records(kind))
    }

    async fn last_undo(&self, conversation: ConversationId) -> Result<Option<Undo>, StoreError> {
        delegate!(self, store => store.last_undo(conversation))
    }

    async fn apply(&self, changes: Vec<Change>) -> Result<Vec<Change>, StoreError> {
        delegate!(self, store => store.apply(changes))
    }

    async fn close(&self) {
        delegate!(self, store => store.close());
    }
}
