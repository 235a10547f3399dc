//! Makes the vectors of memories and summaries. They are few and short, and each may stand for many messages, so theirs are
//! made first. They stay in this browser, wherever the others are.
//!
//! A vector is stored only if its text was not written meanwhile: each write of a memory or a summary leaves an empty part
//! of words. That is removed before the record is read, and adding it fails if it is there again.

use super::{
    super::Session,
    derived::{Derived, has_vector, is_refused},
    embedding::{Made, embedded, with_vectors},
    run::{Making, VectorProgress, VectorsError},
};
use crate::{
    change::Change,
    error::StoreError,
    host::Host,
    index_part::IndexPart,
    message::MessageText,
    recall::{Embedder, SharedRecall},
    record::{Record, RecordKey},
    store::Store,
};
use ricordo_recall::ranked::PartKey;
use std::slice;

impl<S: Store, H: Host> Session<S, H> {
    /// Makes the vectors that are missing, until all are there or the run is cancelled.
    pub(super) async fn make_derived_vectors<E: Embedder, V>(
        &self,
        recall: &SharedRecall,
        making: &Making<'_, E, V>,
        all: Vec<Derived>,
        progress: &mut VectorProgress,
    ) -> Result<(), VectorsError> {
        let embedder = making.run.embedder;
        let is_missing = |one: &Derived| {
            let index = recall.index();
            !has_vector(&index, one) && !is_refused(&index, one)
        };
        let missing: Vec<Derived> = all.into_iter().filter(is_missing).collect();
        for some in missing.chunks(embedder.most_texts().max(1)) {
            let mut left: Vec<&Derived> = Vec::new();
            for one in some {
                // Another tab may have made it since.
                self.read_vectors_again(recall, one.part, embedder.id()).await?;
                if !has_vector(&recall.index(), one) {
                    left.push(one);
                }
            }
            if !left.is_empty() {
                let texts: Vec<&MessageText> = left.iter().map(|one| &one.text).collect();
                let refused = recall.index().vectors.refused();
                let made = embedded(making, &texts).await;
                making.count_refused(refused, progress);
                let Some(made) = made else { return Ok(()) };
                for made in made.map_err(VectorsError::Embedder)? {
                    if let Some(one) = left.iter().find(|one| one.text.id == made.message.message) {
                        self.store_derived(recall, one, made).await?;
                    }
                }
            }
            progress.done += some.iter().filter(|one| has_vector(&recall.index(), one)).count();
            (making.observer)(*progress);
        }
        Ok(())
    }

    /// Stores the vector of a memory or a summary, unless that is gone or has another text by now.
    async fn store_derived(&self, recall: &SharedRecall, one: &Derived, made: Made) -> Result<(), StoreError> {
        let PartKey { branch, number } = one.part;
        let model = made.vector.space().model();
        // Another tab may have changed everything while it was made.
        self.load_vectors(recall, model, &|| false).await?;
        let sign = RecordKey::IndexPart(branch, number);
        self.store.apply(vec![Change::Remove(sign)]).await?;
        let stored = self.store.record(one.key).await?.as_ref().and_then(Derived::of);
        let is_same = stored.is_some_and(|stored| stored.text.id == one.text.id);
        let vectors = with_vectors(None, slice::from_ref(&made), slice::from_ref(&one.text));
        let Some(vectors) = vectors.filter(|_| is_same && recall.index().vectors.knows_slot_of(model)) else {
            return Ok(());
        };
        let row = recall.index().vectors.row(one.part, &vectors);
        let changes = vec![
            Change::Add(Record::IndexPart(IndexPart::empty(branch, number))),
            Change::Remove(sign),
            Change::Put(Record::VectorPart(row)),
        ];
        match self.store.apply(changes).await {
            // A later run makes the vector of the new text.
            Err(StoreError::Conflict) => Ok(()),
            stored => {
                stored?;
                recall.index().vectors.put_part(one.part, vectors);
                Ok(())
            }
        }
    }
}
