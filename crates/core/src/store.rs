//! The interface to storage: a few reads shaped as the core needs them, and one write.

use crate::{
    branch::Sequence,
    change::Change,
    conversation::Conversation,
    error::StoreError,
    id::{BranchId, ConversationId, MessageId},
    message::{Message, MessageText},
    recall::SharedRecall,
    record::{Kind, Link, Record, RecordKey},
    snapshot::Snapshot,
    undo::Undo,
};

/// Stores records. Handles on the same store see each other's writes.
///
/// Every backend passes the suite of the `testing` feature.
#[allow(async_fn_in_trait, reason = "used through generics only; browser futures are not Send")]
pub trait Store {
    /// All conversations, most recently used first.
    ///
    /// # Errors
    /// A [`StoreError`], as from every method of this trait. After [`Store::close`] it is [`StoreError::Closed`].
    async fn conversations(&self) -> Result<Vec<Conversation>, StoreError>;

    /// One conversation with the last `limit` messages of its active branch, in one transaction that reads O(`limit`)
    /// messages and no record of another conversation. `None`: the conversation does not exist.
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

    /// A message by its id, on any branch.
    async fn message(&self, id: MessageId) -> Result<Option<Message>, StoreError>;

    /// The texts of the messages of all conversations, on all branches, in key order: the first `limit` at or after
    /// `from`.
    async fn texts(&self, from: (BranchId, Sequence), limit: u32) -> Result<Vec<MessageText>, StoreError>;

    /// The record under a key.
    async fn record(&self, key: RecordKey) -> Result<Option<Record>, StoreError>;

    /// All records of a kind, in key order.
    async fn records(&self, kind: Kind) -> Result<Vec<Record>, StoreError>;

    /// The first `limit` records from one key to another of the same kind, both included, in key order, in O(`limit`).
    /// Reads no record outside the range.
    async fn records_between(&self, from: RecordKey, to: RecordKey, limit: u32) -> Result<Vec<Record>, StoreError>;

    /// As [`Store::records_between`], but with `None` in the place of each record that cannot be read, where that one would
    /// return [`StoreError::Damaged`]. It may read the records one by one.
    async fn readable_between(
        &self,
        from: RecordKey,
        to: RecordKey,
        limit: u32,
    ) -> Result<Vec<Option<Record>>, StoreError> {
        Ok(self.records_between(from, to, limit).await?.into_iter().map(Some).collect())
    }

    /// For each of `ranges`, the records from its first key to its last of the same kind, both included, in key order: all of
    /// them as they are at one moment, whatever another handle writes meanwhile. Reads no record outside the ranges.
    async fn several_between(&self, ranges: Vec<(RecordKey, RecordKey)>) -> Result<Vec<Vec<Record>>, StoreError>;

    /// For each of `links`, the keys of the first `limit` records it leads to, in the order of the links and then of
    /// the keys, in O(links × `limit`) however much is stored. Reads no record.
    async fn linked(&self, links: Vec<Link>, limit: u32) -> Result<Vec<Vec<RecordKey>>, StoreError>;

    /// Number of records of a kind, without reading them.
    async fn count(&self, kind: Kind) -> Result<u64, StoreError>;

    /// The last record from one key to another of the same kind, both included. Reads nothing else.
    async fn last_between(&self, from: RecordKey, to: RecordKey) -> Result<Option<Record>, StoreError>;

    /// The newest undo entry of a conversation that holds a command of the user.
    async fn last_undo(&self, conversation: ConversationId) -> Result<Option<Undo>, StoreError> {
        let (from, to) = RecordKey::commands_of(conversation);
        Ok(self.last_between(from, to).await?.and_then(Undo::of))
    }

    /// Applies all changes in order, in one transaction, or none of them; returns the changes that undo them, in the
    /// order to apply. Once it returns, the changes survive a crash of the page.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when a record to add already exists, [`StoreError::Full`] when there is no room.
    async fn apply(&self, changes: Vec<Change>) -> Result<Vec<Change>, StoreError>;

    /// The index of what can be recalled, if this handle keeps it up to date; see
    /// [`Searchable`](crate::search::Searchable). Without one nothing is recalled.
    fn recall(&self) -> Option<&SharedRecall> {
        None
    }

    /// Closes this handle. Other handles stay open.
    async fn close(&self);
}
