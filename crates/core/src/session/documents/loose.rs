//! Removes the chunks that belong to no document: those of a page that was closed while it added one, and those of a
//! document whose removal can no longer be undone.

use super::{super::Session, BATCH};
use crate::{
    cancel::Cancel,
    change::Change,
    document::Chunk,
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
    /// Removes all loose chunks. Reads one chunk of each document, the first that can be read.
    pub(in crate::session) async fn remove_loose_chunks(&self, cancel: &Cancel) -> Result<(), Error> {
        let mut from = RecordKey::first_of(Kind::Chunk);
        let last = RecordKey::Chunk(DocumentId(Uuid::max()), u32::MAX);
        while !cancel.is_cancelled() {
            let found = self.page((from, last), 1).await?.records.into_iter().next();
            let Some(Record::Chunk(Chunk { document: id, .. })) = found else { break };
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

    /// The keys of the marks and of the chunks of a document. A chunk that cannot be read is in a place where none is read.
    pub(in crate::session) async fn keys_of_chunks(&self, id: DocumentId) -> Result<Vec<RecordKey>, StoreError> {
        let marks = self.owned(Kind::Mark, Some(id.marks())).await?;
        let mut keys: Vec<RecordKey> = marks.iter().map(Record::key).collect();
        let key = |number: u32| RecordKey::Chunk(id, number);
        let mut next = 0_u32;
        loop {
            let page = self.page((key(next), key(u32::MAX)), BATCH as u32).await?;
            for record in &page.records {
                let Record::Chunk(chunk) = record else { continue };
                let from = if page.lost > 0 { next } else { chunk.number };
                keys.extend((from..=chunk.number).map(key));
                next = chunk.number.saturating_add(1);
            }
            if page.is_last {
                let lost = u32::try_from(page.lost).unwrap_or_default();
                keys.extend((next..next.saturating_add(lost)).map(key));
                return Ok(keys);
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
        let is_gone = async || match self.store.record(RecordKey::Document(id)).await {
            // It is there, although it cannot be read.
            Err(StoreError::Damaged { .. }) => Ok(false),
            found => Ok::<bool, StoreError>(found?.is_none()),
        };
        Ok(!is_new && !is_held().await? && is_gone().await? && !is_held().await?)
    }
}
