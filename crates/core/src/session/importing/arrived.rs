//! Decides whether a record of a file may be stored: it may refer only to what came with the file, or to what does not exist.
//! So nothing that existed before changes by an import, nor later, when what was imported is undone or erased.

use super::{
    super::{
        Session,
        documents::{Left, without_missing},
    },
    touched::{Touched, touched},
};
use crate::{
    error::StoreError,
    host::Host,
    id::{BranchId, ConversationId, DocumentId, MessageId},
    manifest::{Fragment, FragmentContent},
    record::{Kind, Record, RecordKey},
    store::Store,
};
use std::collections::{BTreeMap, BTreeSet};

/// What came with a file so far and did not exist before.
#[derive(Debug, Default)]
pub(in crate::session) struct Arrived {
    /// The conversations.
    pub(in crate::session) conversations: BTreeSet<ConversationId>,
    /// The standalone records.
    pub(in crate::session) records: BTreeSet<RecordKey>,
    /// The branches before the import, with their conversations; read when the first one is asked for.
    branches: Option<BTreeMap<BranchId, ConversationId>>,
    /// What was found to be new: most records refer to the same few things.
    known: BTreeSet<Touched>,
}

impl Arrived {
    /// Takes documents that are not in the file out of an undo entry: earlier builds exported the entry that brings a removed
    /// document back, and not its chunks.
    pub(in crate::session) fn without_missing_documents(&self, record: &mut Record) -> Left {
        without_missing(record, |id| self.records.contains(&RecordKey::Document(id)))
    }
}

impl<S: Store, H: Host> Session<S, H> {
    /// Whether everything that a record of a file refers to came with the file, or does not exist.
    pub(in crate::session) async fn is_apart(
        &self,
        arrived: &mut Arrived,
        record: &Record,
    ) -> Result<bool, StoreError> {
        for one in touched(record) {
            if arrived.known.contains(&one) {
                continue;
            }
            match self.is_new(arrived, one).await {
                Ok(true) => arrived.known.insert(one),
                // What cannot be read is here.
                Ok(false) | Err(StoreError::Damaged { .. }) => return Ok(false),
                Err(error) => return Err(error),
            };
        }
        Ok(true)
    }

    async fn is_new(&self, arrived: &mut Arrived, touched: Touched) -> Result<bool, StoreError> {
        match touched {
            Touched::Forbidden => Ok(false),
            Touched::Record(key) => Ok(arrived.records.contains(&key) || self.store.record(key).await?.is_none()),
            Touched::Conversation(id) => self.is_new_conversation(arrived, id).await,
            Touched::Branch(id) => self.is_new_branch(arrived, id).await,
            Touched::Message(id) => self.is_new_message(arrived, id).await,
            Touched::Blob(id) => match self.store.record(RecordKey::Blob(id)).await? {
                Some(Record::Blob(here)) => self.is_new_conversation(arrived, here.conversation).await,
                _ => Ok(true),
            },
            Touched::Document(id) => self.is_new_document(arrived, id).await,
            Touched::Chunk(id, number) => match self.store.record(RecordKey::Document(id)).await? {
                // Only one that is missing, because an import was interrupted, has no chunk under one of its numbers.
                Some(Record::Document(here)) => Ok(number < here.chunks),
                _ => Ok(arrived.records.contains(&RecordKey::Document(id))),
            },
            Touched::Text(digest) => match self.store.record(RecordKey::Fragment(digest)).await? {
                Some(Record::Fragment(Fragment { content: FragmentContent::Result { message, .. }, .. })) => {
                    self.is_new_message(arrived, message).await
                }
                _ => Ok(true),
            },
        }
    }

    async fn is_new_conversation(&self, arrived: &Arrived, id: ConversationId) -> Result<bool, StoreError> {
        let is_new = arrived.conversations.contains(&id);
        Ok(is_new || self.store.record(RecordKey::Conversation(id)).await?.is_none())
    }

    /// A branch may be without messages, and messages may be left of a branch that was removed.
    async fn is_new_branch(&self, arrived: &mut Arrived, id: BranchId) -> Result<bool, StoreError> {
        if id.is_derived() || !self.is_new_document(arrived, DocumentId::of_branch(id)).await? {
            return Ok(false);
        }
        if arrived.branches.is_none() {
            let all = (RecordKey::first_of(Kind::Branch), RecordKey::last_of(Kind::Branch));
            let branches = self.page(all, u32::MAX).await?.records.into_iter();
            let of = |record| if let Record::Branch(one) = record { Some((one.id, one.conversation)) } else { None };
            arrived.branches = Some(branches.filter_map(of).collect());
        }
        let of = arrived.branches.as_ref().and_then(|branches| branches.get(&id)).copied();
        let (first, last) = RecordKey::messages_of(id);
        let message = self.page((first, last), 1).await?.records.into_iter().next();
        let of_message = message.as_ref().and_then(Record::owner);
        for of in [of, of_message].into_iter().flatten() {
            if !self.is_new_conversation(arrived, of).await? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    async fn is_new_message(&self, arrived: &Arrived, id: MessageId) -> Result<bool, StoreError> {
        match self.store.message(id).await? {
            Some(here) => self.is_new_conversation(arrived, here.conversation).await,
            None => Ok(true),
        }
    }

    /// Undo brings a document that was removed back to its chunks.
    async fn is_new_document(&self, arrived: &Arrived, id: DocumentId) -> Result<bool, StoreError> {
        if arrived.records.contains(&RecordKey::Document(id)) {
            return Ok(true);
        }
        let (first, last) = RecordKey::chunks_of(id);
        Ok(self.store.record(RecordKey::Document(id)).await?.is_none()
            && self.store.records_between(first, last, 1).await?.is_empty())
    }
}
