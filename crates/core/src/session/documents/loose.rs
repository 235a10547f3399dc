//! Removes the chunks that belong to no document: those of a page that was closed while it added one, and those of a
//! document whose removal can no longer be undone.

use super::{super::Session, BATCH};
use crate::{
    cancel::Cancel,
    change::Change,
    error::{Error, StoreError},
    host::Host,
    id::DocumentId,
    record::{Kind, Link, Record, RecordKey},
    store::Store,
};
use uuid::Uuid;

/// How long, in milliseconds, the chunks of a new document may be without it: another tab may be adding it.
const BEING_ADDED: i64 = 60 * 60 * 1_000;

impl<S: Store, H: Host> Session<S, H> {
    /// Removes all loose chunks. Reads one chunk of each document.
    pub(in crate::session) async fn remove_loose_chunks(&self, cancel: &Cancel) -> Result<(), Error> {
        let mut from = RecordKey::first_of(Kind::Chunk);
        let last = RecordKey::Chunk(DocumentId(Uuid::max()), u32::MAX);
        while !cancel.is_cancelled() {
            let Some(Record::Chunk(chunk)) = self.store.records_between(from, last, 1).await?.pop() else { break };
            let id = chunk.document;
            if self.is_loose(id).await? {
                self.remove_chunks(id).await?;
            }
            let Some(next) = id.0.as_u128().checked_add(1) else { break };
            from = RecordKey::Chunk(DocumentId(Uuid::from_u128(next)), 0);
        }
        Ok(())
    }

    /// Removes the chunks of a document that is gone, their marks, and what the indexes hold of them.
    pub(in crate::session) async fn remove_chunks(&self, id: DocumentId) -> Result<(), Error> {
        let keys = self.keys_of_chunks(id).await?;
        // The last first, so that what is left begins with the first chunk, by which it is found.
        for keys in keys.rchunks(BATCH) {
            self.store.apply(keys.iter().copied().map(Change::Remove).collect()).await?;
        }
        Ok(self.remove_index_of(&[id.branch()]).await?)
    }

    /// The keys of the marks and of the chunks of a document.
    pub(in crate::session) async fn keys_of_chunks(&self, id: DocumentId) -> Result<Vec<RecordKey>, StoreError> {
        let marks = self.owned(Kind::Mark, Some(id.marks())).await?;
        let mut keys: Vec<RecordKey> = marks.iter().map(Record::key).collect();
        let (mut from, last) = RecordKey::chunks_of(id);
        loop {
            let page = self.store.records_between(from, last, BATCH as u32).await?;
            keys.extend(page.iter().map(Record::key));
            match page.last().map(Record::key) {
                Some(RecordKey::Chunk(_, number)) if page.len() == BATCH && number < u32::MAX => {
                    from = RecordKey::Chunk(id, number + 1);
                }
                _ => return Ok(keys),
            }
        }
    }

    /// Whether the chunks of a document belong to nothing. An undo that another tab is doing moves the document from its
    /// entry to the table, and a removal the other way round, so the entries are asked twice.
    async fn is_loose(&self, id: DocumentId) -> Result<bool, Error> {
        let is_new = self.host.now().at.0.saturating_sub(id.at().0) < BEING_ADDED;
        let is_held = async || {
            let held = self.store.linked(vec![Link::Undo(id.0)], 1).await?;
            Ok::<bool, StoreError>(held.iter().any(|keys| !keys.is_empty()))
        };
        Ok(!is_new
            && !is_held().await?
            && self.store.record(RecordKey::Document(id)).await?.is_none()
            && !is_held().await?)
    }
}
