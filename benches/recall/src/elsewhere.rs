//! The index of given vectors with every value in a store elsewhere: a question fetches its nearest, as in a session.

use ricordo_core::{
    recall::{StoredVector, VectorStore as _, VectorStoreError},
    session::recalling::{MOST_NEAREST, SAMPLE},
    testing::MemoryVectorStore,
};
use ricordo_recall::vectors::{PartKey, Vector, VectorPart, Vectors};
use ricordo_record::{
    branch::Sequence,
    id::{BranchId, MessageId},
};
use std::cell::RefCell;

/// What stays of the vectors, and the store that has the rest.
pub(crate) struct Elsewhere {
    index: RefCell<Vectors>,
    store: MemoryVectorStore,
}

impl Elsewhere {
    /// Moves all vectors of an index.
    pub(crate) async fn of(mut index: Vectors) -> Result<Self, VectorStoreError> {
        let store = MemoryVectorStore::default();
        store.ensure(index.space().dimension()).await?;
        let parts: Vec<(PartKey, VectorPart)> = index.parts().cloned().collect();
        for (key, part) in parts {
            let stored = |(id, values)| StoredVector { id, branch: key.branch, part: key.number, values };
            store.put(&part.passages().map(stored).collect::<Vec<_>>()).await?;
            // The space of a part of the index is that of the index.
            index.put_part(key, part.outlined()).ok();
        }
        Ok(Self { index: RefCell::new(index), store })
    }

    /// Fetches what is nearest to a question, and once a sample. Then `work` compares the question with it.
    pub(crate) async fn with_nearest<T>(
        &self,
        question: &Vector,
        admits: &dyn Fn(BranchId, Sequence, MessageId) -> bool,
        work: impl FnOnce(&Vectors) -> T,
    ) -> Result<T, VectorStoreError> {
        let ask = self.index.borrow().ask(question, admits).ok().flatten();
        let wanted = self.index.borrow().wanted_sample(SAMPLE);
        if let Some(ask) = ask {
            let nearest = self.store.nearest(&ask.values, Some(&ask.branches), MOST_NEAREST).await?;
            let sample = self.store.get(&wanted).await?;
            let pairs = |vectors: Vec<StoredVector>| vectors.into_iter().map(|one| (one.id, one.values));
            let mut index = self.index.borrow_mut();
            index.set_nearest(pairs(nearest));
            if !sample.is_empty() {
                index.set_sample(pairs(sample));
            }
        }
        Ok(work(&self.index.borrow()))
    }
}
