//! The door to storage: a few reads shaped as the core needs them, and one write.

use crate::{
    branch::Sequence,
    change::Change,
    conversation::Conversation,
    error::StoreError,
    id::{BranchId, ConversationId, MessageId},
    message::{Message, MessageText},
    record::{Kind, Link, Record, RecordKey},
    snapshot::Snapshot,
    undo::Undo,
};

/// A place that keeps records. Handles of one place see each other's writes.
///
/// Every backend passes the suite of the `testing` feature.
#[allow(async_fn_in_trait, reason = "used through generics only; browser futures are not Send")]
pub trait Store {
    /// All conversations, the last used first.
    ///
    /// # Errors
    /// As every method here: a [`StoreError`]. After [`Store::close`] each gives [`StoreError::Closed`].
    async fn conversations(&self) -> Result<Vec<Conversation>, StoreError>;

    /// One conversation with the last `limit` messages of its active branch, in one transaction that reads O(`limit`)
    /// messages, and beside them nothing that belongs to another conversation. `None`: there is no such conversation.
    async fn snapshot(&self, conversation: ConversationId, limit: u32) -> Result<Option<Snapshot>, StoreError>;

    /// The last `limit` messages before the sequence `before` on the active branch, oldest first, in O(`limit`).
    async fn messages(
        &self,
        conversation: ConversationId,
        before: Sequence,
        limit: u32,
    ) -> Result<Vec<Message>, StoreError>;

    /// The first `limit` messages from the sequence `from` on, on the active branch, oldest first, in O(`limit`).
    async fn messages_from(
        &self,
        conversation: ConversationId,
        from: Sequence,
        limit: u32,
    ) -> Result<Vec<Message>, StoreError>;

    /// The message of an id, on whatever branch it is.
    async fn message(&self, id: MessageId) -> Result<Option<Message>, StoreError>;

    /// What the messages of all conversations say, on all branches, in the order of their keys: the first `limit` at the
    /// place `from` or after it.
    async fn texts(&self, from: (BranchId, Sequence), limit: u32) -> Result<Vec<MessageText>, StoreError>;

    /// The record under a key.
    async fn record(&self, key: RecordKey) -> Result<Option<Record>, StoreError>;

    /// All records of a kind, in the order of their keys.
    async fn records(&self, kind: Kind) -> Result<Vec<Record>, StoreError>;

    /// The first `limit` records of a kind from one key to another of that kind, both included, in the order of their
    /// keys, in O(`limit`). Of what lies outside nothing is read.
    async fn records_between(&self, from: RecordKey, to: RecordKey, limit: u32) -> Result<Vec<Record>, StoreError>;

    /// The keys of the first `limit` records that each of `links` leads to, in the order of the links and of their keys, in
    /// O(links × `limit`) however much is stored. No record is read.
    async fn linked(&self, links: Vec<Link>, limit: u32) -> Result<Vec<Vec<RecordKey>>, StoreError>;

    /// How many records of a kind there are, without reading them.
    async fn count(&self, kind: Kind) -> Result<u64, StoreError>;

    /// The last record of a kind from one key to another of that kind, both included. Nothing else is read.
    async fn last_between(&self, from: RecordKey, to: RecordKey) -> Result<Option<Record>, StoreError>;

    /// The newest undo entry of a conversation that holds a command of the user.
    async fn last_undo(&self, conversation: ConversationId) -> Result<Option<Undo>, StoreError> {
        let (from, to) = RecordKey::commands_of(conversation);
        Ok(self.last_between(from, to).await?.and_then(Undo::of))
    }

    /// Applies all changes in order, in one transaction, or none of them; gives back the changes that take them back, in
    /// the order to apply them. When it returns, the changes survive a crash of the page.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when a record to add is there already, [`StoreError::Full`] when there is no room.
    async fn apply(&self, changes: Vec<Change>) -> Result<Vec<Change>, StoreError>;

    /// Closes this handle. What others hold stays open.
    async fn close(&self);
}
