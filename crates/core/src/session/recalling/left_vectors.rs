//! Keeps the vectors of the messages that stay when maintenance deletes others of their part. A deletion removes the vectors of
//! the whole part, and making them again would cost up to 63 texts in each turn that deletes one.
//!
//! Vectors that are elsewhere cannot be corrected here, so those are made again.

use super::{super::Session, store::Filled};
use crate::{
    error::StoreError,
    host::Host,
    index_part::{IndexPart, Slot},
    message::{Message, MessageText},
    recall::vectors_in,
    record::Record,
    store::Store,
};
use ricordo_recall::{
    ranked::{Part, PartKey},
    vectors::VectorPart,
};
use ricordo_text::small_sort;

/// The stored vectors of a part, of each model.
pub(in crate::session) struct StoredVectors {
    part: PartKey,
    rows: Vec<IndexPart>,
}

impl<S: Store, H: Host> Session<S, H> {
    /// The stored vectors of the parts that some messages belong to.
    pub(in crate::session) async fn vectors_beside(
        &self,
        messages: &[Message],
    ) -> Result<Vec<StoredVectors>, StoreError> {
        let mut found = Vec::new();
        if self.store.recall().is_none() {
            return Ok(found);
        }
        for part in small_sort::set(messages.iter().map(|message| PartKey::of(message.branch, message.sequence))) {
            let mut rows = Vec::new();
            for slot in Slot::ALL {
                if let Some(Record::VectorPart(row)) = self.store.record(vectors_in(part, slot)).await? {
                    rows.push(row);
                }
            }
            if !rows.is_empty() {
                found.push(StoredVectors { part, rows });
            }
        }
        Ok(found)
    }

    /// Stores what is left of these vectors after messages were deleted. What another tab writes meanwhile is made again.
    pub(in crate::session) async fn keep_vectors_left(&self, before: &[StoredVectors]) -> Result<(), StoreError> {
        let Some(recall) = self.store.recall() else { return Ok(()) };
        for StoredVectors { part, rows } in before {
            let filled =
                |texts: &[MessageText]| Filled { words: Part::build(texts).to_bytes(), vectors: left_of(rows, texts) };
            if let Some(texts) = self.store_part_of(recall, *part, &filled).await? {
                left_of(rows, &texts).iter().for_each(|row| recall.index().vectors.put_row(row));
            }
        }
        Ok(())
    }
}

/// The vectors of the messages that are still there.
fn left_of(rows: &[IndexPart], texts: &[MessageText]) -> Vec<IndexPart> {
    let left = rows.iter().filter_map(|row| {
        let mut vectors = VectorPart::from_bytes(&row.bytes).ok()?;
        vectors.retain(|id| texts.iter().any(|message| message.id == id));
        (!vectors.is_empty()).then(|| IndexPart { bytes: vectors.to_bytes(), ..*row })
    });
    left.collect()
}
