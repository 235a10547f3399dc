//! The store on IndexedDB. This file only delegates.
//!
//! `schema` and `migrations`: the object stores and upgrades of older databases. `rows`: record ↔ row. `keys`: keys of
//! rows. `connection`: opening and closing. `transaction`, `requests`, `reads`, `links`, `apply`: the operations. `errors`:
//! conversion of exceptions.

mod apply;
mod connection;
mod errors;
mod keys;
mod links;
mod migrations;
mod reads;
mod requests;
mod rows;
mod schema;
mod token_sums;
mod transaction;

pub(crate) use connection::open_plain;
pub(crate) use errors::{from_error, from_thrown};
pub(crate) use transaction::commit;

use connection::Connection;
use ricordo_core::{
    branch::Sequence,
    change::Change,
    conversation::Conversation,
    error::StoreError,
    id::{BranchId, ConversationId, MessageId},
    message::{Message, MessageText},
    record::{Kind, Link, Record, RecordKey},
    snapshot::Snapshot,
    store::Store,
    text::small_sort,
};
use std::{fmt, rc::Rc};

/// A store in the browser's IndexedDB. Clones share one connection: closing one closes all. Opening the same name again
/// gives a separate connection to the same database, as a second tab has.
#[derive(Clone)]
pub struct IndexedDbStore {
    name: Rc<str>,
    connection: Rc<Connection>,
}

impl IndexedDbStore {
    /// Opens a database by name; creates it if it does not exist and upgrades older data to this version.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the browser stores nothing (private mode), [`StoreError::UpgradeBlocked`] while
    /// another tab holds an older version open (retry when it is closed), [`StoreError::NewerVersion`] if a newer build
    /// wrote the data, [`StoreError::Full`] if there is no space left.
    pub async fn open(name: &str) -> Result<Self, StoreError> {
        match Self::open_current(name).await? {
            Some(store) => Ok(store),
            None => Self::upgrade(name).await,
        }
    }

    /// Opens a database by name; creates it if it does not exist. Returns `None` if it holds older data, which
    /// [`IndexedDbStore::upgrade`] opens: its code is large, and a page can load it when it is needed.
    ///
    /// # Errors
    /// As from [`IndexedDbStore::open`].
    pub async fn open_current(name: &str) -> Result<Option<Self>, StoreError> {
        Ok(Connection::open_current(name).await?.map(|connection| Self::on(name, connection)))
    }

    /// Opens a database by name, after upgrading older data to this version.
    ///
    /// # Errors
    /// As from [`IndexedDbStore::open`].
    pub async fn upgrade(name: &str) -> Result<Self, StoreError> {
        Ok(Self::on(name, Connection::upgrade(name).await?))
    }

    fn on(name: &str, connection: Connection) -> Self {
        Self { name: name.into(), connection: Rc::new(connection) }
    }

    /// Name of the database.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Waits until the connection is closed: by [`Store::close`], by a newer tab that upgrades the data, or by the
    /// browser. From then on every call returns [`StoreError::Closed`].
    pub async fn closed(&self) {
        self.connection.closed().await;
    }
}

impl fmt::Debug for IndexedDbStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IndexedDbStore").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Store for IndexedDbStore {
    async fn conversations(&self) -> Result<Vec<Conversation>, StoreError> {
        let transaction = transaction::read(self.connection.database()?, &[Kind::Conversation])?;
        reads::conversations(&transaction).await
    }

    async fn snapshot(&self, conversation: ConversationId, limit: u32) -> Result<Option<Snapshot>, StoreError> {
        let transaction = transaction::read(self.connection.database()?, &reads::SNAPSHOT)?;
        reads::snapshot(&transaction, conversation, limit).await
    }

    async fn messages(
        &self,
        conversation: ConversationId,
        before: Sequence,
        limit: u32,
    ) -> Result<Vec<Message>, StoreError> {
        let transaction = transaction::read(self.connection.database()?, &reads::MESSAGES)?;
        reads::messages(&transaction, conversation, before, limit).await
    }

    async fn messages_from(
        &self,
        conversation: ConversationId,
        from: Sequence,
        limit: u32,
    ) -> Result<Vec<Message>, StoreError> {
        let transaction = transaction::read(self.connection.database()?, &reads::MESSAGES)?;
        reads::messages_from(&transaction, conversation, from, limit).await
    }

    async fn message(&self, id: MessageId) -> Result<Option<Message>, StoreError> {
        let transaction = transaction::read(self.connection.database()?, &[Kind::Message])?;
        reads::message(&transaction, id).await
    }

    async fn texts(&self, from: (BranchId, Sequence), limit: u32) -> Result<Vec<MessageText>, StoreError> {
        let transaction = transaction::read(self.connection.database()?, &[Kind::Message])?;
        reads::texts(&transaction, from, limit).await
    }

    async fn record(&self, key: RecordKey) -> Result<Option<Record>, StoreError> {
        let stored = {
            let transaction = transaction::read(self.connection.database()?, &[key.kind()])?;
            reads::record(&transaction, key).await?
        };
        match stored {
            Some(stored) => stored.complete().await.map(Some),
            None => Ok(None),
        }
    }

    async fn records(&self, kind: Kind) -> Result<Vec<Record>, StoreError> {
        let stored = {
            let transaction = transaction::read(self.connection.database()?, &[kind])?;
            reads::records(&transaction, kind).await?
        };
        complete(stored).await
    }

    async fn records_between(&self, from: RecordKey, to: RecordKey, limit: u32) -> Result<Vec<Record>, StoreError> {
        let stored = {
            let transaction = transaction::read(self.connection.database()?, &[from.kind()])?;
            reads::records_between(&transaction, from, to, limit).await?
        };
        complete(stored).await
    }

    async fn readable_between(
        &self,
        from: RecordKey,
        to: RecordKey,
        limit: u32,
    ) -> Result<Vec<Option<Record>>, StoreError> {
        let kind = from.kind();
        let keys = {
            let transaction = transaction::read(self.connection.database()?, &[kind])?;
            reads::keys_between(&transaction, from, to, limit).await?
        };
        let mut found = Vec::with_capacity(keys.len());
        for key in keys {
            let stored = {
                // One for each: a request that fails ends its transaction.
                let transaction = transaction::read(self.connection.database()?, &[kind])?;
                reads::record_at(&transaction, kind, key).await
            };
            let record = match stored {
                Ok(Some(stored)) => stored.complete().await,
                // It was removed since.
                Ok(None) => continue,
                Err(error) => Err(error),
            };
            match record {
                Err(StoreError::Damaged { .. }) => found.push(None),
                record => found.push(Some(record?)),
            }
        }
        Ok(found)
    }

    async fn several_between(&self, ranges: Vec<(RecordKey, RecordKey)>) -> Result<Vec<Vec<Record>>, StoreError> {
        let database = self.connection.database()?;
        let kinds = small_sort::set(ranges.iter().map(|(from, _)| from.kind()));
        // IndexedDB refuses a transaction over no store.
        if kinds.is_empty() {
            return Ok(Vec::new());
        }
        let stored = {
            let transaction = transaction::read(database, &kinds)?;
            reads::several_between(&transaction, ranges).await?
        };
        let mut found = Vec::with_capacity(stored.len());
        for stored in stored {
            found.push(complete(stored).await?);
        }
        Ok(found)
    }

    async fn linked(&self, wanted: Vec<Link>, limit: u32) -> Result<Vec<Vec<RecordKey>>, StoreError> {
        let kinds = small_sort::set(wanted.iter().map(Link::kind));
        // IndexedDB refuses a transaction over no store, and treats a limit of 0 as unlimited.
        if kinds.is_empty() || limit == 0 {
            return Ok(wanted.iter().map(|_| Vec::new()).collect());
        }
        let transaction = transaction::read(self.connection.database()?, &kinds)?;
        links::linked(&transaction, &wanted, limit).await
    }

    async fn count(&self, kind: Kind) -> Result<u64, StoreError> {
        let transaction = transaction::read(self.connection.database()?, &[kind])?;
        reads::count(&transaction, kind).await
    }

    async fn last_between(&self, from: RecordKey, to: RecordKey) -> Result<Option<Record>, StoreError> {
        let stored = {
            let transaction = transaction::read(self.connection.database()?, &[from.kind()])?;
            reads::last_between(&transaction, from, to).await?
        };
        match stored {
            Some(stored) => stored.complete().await.map(Some),
            None => Ok(None),
        }
    }

    async fn apply(&self, changes: Vec<Change>) -> Result<Vec<Change>, StoreError> {
        apply::apply(self.connection.database()?, changes).await
    }

    async fn close(&self) {
        self.connection.close();
    }
}

/// The complete records, with their bytes.
async fn complete(stored: Vec<rows::Stored>) -> Result<Vec<Record>, StoreError> {
    let mut records = Vec::with_capacity(stored.len());
    for stored in stored {
        records.push(stored.complete().await?);
    }
    Ok(records)
}
