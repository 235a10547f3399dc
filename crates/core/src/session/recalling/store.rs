//! Stores the parts of the index whose rows are empty, and the vectors that were made, while the page is idle.
//!
//! Any tab may write a message between the read of a part's messages and the write of what is made from them. So the part is
//! claimed first: its row is removed and stored under another number. Writing a message puts the empty row back, and then
//! adding the filled one is a conflict. A claim that a closed tab left behind means the same as an empty row. A part that is
//! claimed already is not claimed a second time, because that would remove the empty row: the claim is replaced by that row.
//! `derived_vectors` does the same for memories and summaries, whose empty rows are removed here.

use super::super::Session;
use crate::{
    cancel::Cancel,
    change::Change,
    error::StoreError,
    host::Host,
    id::BranchId,
    index_part::IndexPart,
    message::MessageText,
    recall::SharedRecall,
    record::{Record, RecordKey},
    store::Store,
};
use ricordo_recall::ranked::{Part, PartKey};

/// What is stored of a part.
#[derive(Default)]
pub(super) struct Filled {
    /// Its terms.
    pub(super) words: Vec<u8>,
    /// The rows of its vectors that have changed.
    pub(super) vectors: Vec<IndexPart>,
}

impl<S: Store, H: Host> Session<S, H> {
    /// Reads the index into memory and stores what is not stored yet, until nothing is left to do or `cancel` is raised. Only
    /// one tab does it, as with all background work.
    pub(in crate::session) async fn keep_index(&self, cancel: &Cancel) -> Result<(), StoreError> {
        let Some(recall) = self.store.recall() else { return Ok(()) };
        self.load_all(recall, &|| cancel.is_cancelled()).await?;
        self.remove_signs(recall).await?;
        loop {
            let next = {
                let index = recall.index();
                index.unsaved().iter().copied().find(|part| index.can_be_found(part.branch))
            };
            let Some(part) = next.filter(|_| !cancel.is_cancelled()) else { return Ok(()) };
            let words = |texts: &[MessageText]| Filled { words: Part::build(texts).to_bytes(), vectors: Vec::new() };
            self.store_part_of(recall, part, &words).await?;
            self.host.sleep(0).await;
        }
    }

    /// Removes the empty rows that writes of memories and summaries leave. Only background work does, so that none is
    /// removed while another tab makes the vector of the text before.
    async fn remove_signs(&self, recall: &SharedRecall) -> Result<(), StoreError> {
        let signs = recall.index().take_signs();
        if !signs.is_empty() {
            let remove = |part: PartKey| Change::Remove(RecordKey::IndexPart(part.branch, part.number));
            self.store.apply(signs.into_iter().map(remove).collect()).await?;
        }
        Ok(())
    }

    /// Removes the rows of branches that were erased.
    pub(in crate::session) async fn remove_index_of(&self, branches: &[BranchId]) -> Result<(), StoreError> {
        let Some(recall) = self.store.recall() else { return Ok(()) };
        let parts: Vec<PartKey> =
            recall.index().unsaved().iter().copied().filter(|part| branches.contains(&part.branch)).collect();
        for part in parts {
            // A message that was written since is left to be read. Erasing does not need the code that reads it.
            self.store_part_of(recall, part, &|_| Filled::default()).await?;
        }
        Ok(())
    }

    /// Stores a part, or removes its row if it has no messages. Returns the messages that it was made of; `None` if one was
    /// written meanwhile or the part was claimed already, and so nothing was stored: it can be tried again.
    pub(super) async fn store_part_of(
        &self,
        recall: &SharedRecall,
        part: PartKey,
        encode: &dyn Fn(&[MessageText]) -> Filled,
    ) -> Result<Option<Vec<MessageText>>, StoreError> {
        let PartKey { branch, number } = part;
        let claim = IndexPart::empty(branch, IndexPart::claim(number));
        let claimed = Change::Remove(RecordKey::IndexPart(branch, claim.number));
        let claims = vec![Change::Remove(RecordKey::IndexPart(branch, number)), Change::Add(Record::IndexPart(claim))];
        match self.store.apply(claims).await {
            // Another tab has claimed it, or was closed then. It may hold text that was erased since, so it must not store that.
            Err(StoreError::Conflict) => {
                let empty = Change::Put(Record::IndexPart(IndexPart::empty(branch, number)));
                self.store.apply(vec![empty, claimed]).await?;
                recall.index().is_out_of_date(part);
                return Ok(None);
            }
            other => other?,
        };
        let before = recall.index().before_reading();
        let texts = self.texts_of(part).await?;
        let Filled { words, vectors } = encode(&texts);
        let is_whole = texts.is_empty() || !words.is_empty();
        let mut changes = Vec::with_capacity(3);
        if !texts.is_empty() {
            changes.push(Change::Add(Record::IndexPart(IndexPart { branch, number, bytes: words })));
            changes.extend(vectors.into_iter().map(|row| Change::Put(Record::VectorPart(row))));
        }
        changes.push(claimed.clone());
        match self.store.apply(changes).await {
            Err(StoreError::Conflict) => {
                self.store.apply(vec![claimed]).await?;
                return Ok(None);
            }
            other => other?,
        };
        if is_whole {
            recall.index().is_stored(part, before);
        }
        Ok(Some(texts))
    }
}
