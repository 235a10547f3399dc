//! A store that fails when a test tells it to, as a full disk does.

use crate::{
    branch::Sequence,
    change::Change,
    conversation::Conversation,
    error::StoreError,
    id::{ConversationId, MessageId},
    message::Message,
    record::{Kind, Record, RecordKey},
    snapshot::Snapshot,
    store::Store,
    undo::Undo,
};
use std::{cell::RefCell, rc::Rc};

/// Reads go through; writes fail while an error is set. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct FailingStore<S> {
    /// The store behind it.
    pub inner: S,
    error: Rc<RefCell<Option<StoreError>>>,
}

impl<S> FailingStore<S> {
    /// Puts a store behind it.
    pub fn new(inner: S) -> Self {
        Self { inner, error: Rc::default() }
    }

    /// From now on writes fail with this, or succeed again.
    pub fn fail_with(&self, error: Option<StoreError>) {
        *self.error.borrow_mut() = error;
    }
}

impl<S: Store> Store for FailingStore<S> {
    async fn conversations(&self) -> Result<Vec<Conversation>, StoreError> {
        self.inner.conversations().await
    }
    async fn snapshot(&self, conversation: ConversationId, limit: u32) -> Result<Option<Snapshot>, StoreError> {
        self.inner.snapshot(conversation, limit).await
    }
    async fn messages(
        &self,
        conversation: ConversationId,
        before: Sequence,
        limit: u32,
    ) -> Result<Vec<Message>, StoreError> {
        self.inner.messages(conversation, before, limit).await
    }
    async fn messages_from(
        &self,
        conversation: ConversationId,
        from: Sequence,
        limit: u32,
    ) -> Result<Vec<Message>, StoreError> {
        self.inner.messages_from(conversation, from, limit).await
    }
    async fn message(&self, id: MessageId) -> Result<Option<Message>, StoreError> {
        self.inner.message(id).await
    }
    async fn record(&self, key: RecordKey) -> Result<Option<Record>, StoreError> {
        self.inner.record(key).await
    }
    async fn records(&self, kind: Kind) -> Result<Vec<Record>, StoreError> {
        self.inner.records(kind).await
    }
    async fn last_undo(&self, conversation: ConversationId) -> Result<Option<Undo>, StoreError> {
        self.inner.last_undo(conversation).await
    }
    async fn apply(&self, changes: Vec<Change>) -> Result<Vec<Change>, StoreError> {
        let error = self.error.borrow().clone();
        match error {
            Some(error) => Err(error),
            None => self.inner.apply(changes).await,
        }
    }
    async fn close(&self) {
        self.inner.close().await;
    }
}
