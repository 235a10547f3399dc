//! A store whose writes reach the search index at once, so that what is erased cannot be found a moment later.

use super::Index;
use crate::{
    branch::Sequence,
    change::Change,
    conversation::Conversation,
    error::StoreError,
    id::{BranchId, ConversationId, MessageId},
    message::{Message, MessageText},
    record::{Kind, Record, RecordKey},
    snapshot::Snapshot,
    store::Store,
    undo::Undo,
};
use std::{cell::RefCell, ops::Deref, rc::Rc};

/// The index, once somebody has searched; before, nothing is noted. Clones share it.
pub type SharedIndex = Rc<RefCell<Option<Index>>>;

/// A store and the index of what is in it.
#[derive(Clone, Debug)]
pub struct Searchable<S> {
    store: S,
    index: SharedIndex,
}

impl<S> Searchable<S> {
    /// A store and an index that is of nothing else.
    pub fn new(store: S, index: SharedIndex) -> Self {
        Self { store, index }
    }

    /// The index.
    pub fn index(&self) -> &SharedIndex {
        &self.index
    }
}

impl<S> Deref for Searchable<S> {
    type Target = S;

    fn deref(&self) -> &S {
        &self.store
    }
}

impl<S: Store> Store for Searchable<S> {
    async fn conversations(&self) -> Result<Vec<Conversation>, StoreError> {
        self.store.conversations().await
    }

    async fn snapshot(&self, conversation: ConversationId, limit: u32) -> Result<Option<Snapshot>, StoreError> {
        self.store.snapshot(conversation, limit).await
    }

    async fn messages(
        &self,
        conversation: ConversationId,
        before: Sequence,
        limit: u32,
    ) -> Result<Vec<Message>, StoreError> {
        self.store.messages(conversation, before, limit).await
    }

    async fn messages_from(
        &self,
        conversation: ConversationId,
        from: Sequence,
        limit: u32,
    ) -> Result<Vec<Message>, StoreError> {
        self.store.messages_from(conversation, from, limit).await
    }

    async fn message(&self, id: MessageId) -> Result<Option<Message>, StoreError> {
        self.store.message(id).await
    }

    async fn texts(&self, from: (BranchId, Sequence), limit: u32) -> Result<Vec<MessageText>, StoreError> {
        self.store.texts(from, limit).await
    }

    async fn record(&self, key: RecordKey) -> Result<Option<Record>, StoreError> {
        self.store.record(key).await
    }

    async fn records(&self, kind: Kind) -> Result<Vec<Record>, StoreError> {
        self.store.records(kind).await
    }

    async fn count(&self, kind: Kind) -> Result<u64, StoreError> {
        self.store.count(kind).await
    }

    async fn last_undo(&self, conversation: ConversationId) -> Result<Option<Undo>, StoreError> {
        self.store.last_undo(conversation).await
    }

    async fn apply(&self, changes: Vec<Change>) -> Result<Vec<Change>, StoreError> {
        let is_wanted = |change: &&Change| Index::wants(change.key().kind());
        let noted: Vec<Change> = match self.index.borrow().is_some() {
            true => changes.iter().filter(is_wanted).cloned().collect(),
            false => Vec::new(),
        };
        let inverse = self.store.apply(changes).await?;
        if let Some(index) = self.index.borrow_mut().as_mut() {
            noted.iter().for_each(|change| index.note(change));
        }
        Ok(inverse)
    }

    async fn close(&self) {
        self.store.close().await;
    }
}
