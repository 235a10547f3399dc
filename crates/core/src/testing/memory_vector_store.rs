//! A vector store in memory, which compares every vector.

use crate::{
    id::{BranchId, MessageId},
    recall::{Removed, StoredId, StoredIds, StoredVector, VectorStore, VectorStoreError, VectorStoreErrorKind as Kind},
};
use std::{
    cell::{Cell, RefCell},
    collections::BTreeMap,
    future::poll_fn,
    rc::Rc,
    task::Poll,
};

/// Ids that one call of [`VectorStore::ids`] returns.
const PAGE: usize = 3;

/// The store. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct MemoryVectorStore {
    collection: Rc<RefCell<Option<Collection>>>,
    /// The error that every call returns, if any.
    pub error: Rc<RefCell<Option<VectorStoreError>>>,
    /// Whether [`VectorStore::get`] and [`VectorStore::nearest`] wait until this is false again.
    pub hangs: Rc<Cell<bool>>,
    /// Number of calls that were not refused.
    pub calls: Rc<Cell<usize>>,
    /// Whether it stands for one that is not on this computer.
    pub is_elsewhere: bool,
}

#[derive(Debug, Default)]
struct Collection {
    dimension: usize,
    vectors: BTreeMap<MessageId, StoredVector>,
}

impl MemoryVectorStore {
    /// Everything that is stored.
    pub fn all(&self) -> Vec<StoredVector> {
        self.collection.borrow().iter().flat_map(|found| found.vectors.values().cloned()).collect()
    }

    fn begin(&self) -> Result<(), VectorStoreError> {
        match self.error.borrow().clone() {
            Some(error) => Err(error),
            None => {
                self.calls.set(self.calls.get() + 1);
                Ok(())
            }
        }
    }

    async fn answers(&self) {
        poll_fn(|_| if self.hangs.get() { Poll::Pending } else { Poll::Ready(()) }).await;
    }

    fn with<T>(&self, work: impl FnOnce(&mut Collection) -> T) -> Result<T, VectorStoreError> {
        self.begin()?;
        let mut collection = self.collection.borrow_mut();
        collection.as_mut().map(work).ok_or_else(|| VectorStoreError::new(Kind::Gone, ""))
    }
}

impl Collection {
    fn check(&self, values: &[f32]) -> Result<(), VectorStoreError> {
        match values.len() == self.dimension {
            true => Ok(()),
            false => Err(VectorStoreError::new(Kind::OtherDimension { found: Some(self.dimension) }, "")),
        }
    }
}

impl VectorStore for MemoryVectorStore {
    fn is_on_this_computer(&self) -> bool {
        !self.is_elsewhere
    }

    async fn ensure(&self, dimension: usize) -> Result<(), VectorStoreError> {
        self.begin()?;
        let mut collection = self.collection.borrow_mut();
        let found = collection.get_or_insert_with(|| Collection { dimension, ..Collection::default() });
        match found.dimension {
            of if of == dimension => Ok(()),
            of => Err(VectorStoreError::new(Kind::OtherDimension { found: Some(of) }, "")),
        }
    }

    async fn put(&self, vectors: &[StoredVector]) -> Result<(), VectorStoreError> {
        self.with(|collection| {
            vectors.iter().try_for_each(|vector| collection.check(&vector.values))?;
            if vectors.iter().any(|vector| vector.values.iter().any(|value| !value.is_finite())) {
                return Err(VectorStoreError::new(Kind::Refused, "a value is not a finite number"));
            }
            collection.vectors.extend(vectors.iter().map(|vector| (vector.id, vector.clone())));
            Ok(())
        })?
    }

    async fn get(&self, ids: &[MessageId]) -> Result<Vec<StoredVector>, VectorStoreError> {
        self.answers().await;
        self.with(|collection| ids.iter().filter_map(|id| collection.vectors.get(id).cloned()).collect())
    }

    async fn nearest(
        &self,
        values: &[f32],
        branches: Option<&[BranchId]>,
        most: usize,
    ) -> Result<Vec<StoredVector>, VectorStoreError> {
        self.answers().await;
        self.with(|collection| {
            collection.check(values)?;
            let is_wanted = |vector: &&StoredVector| branches.is_none_or(|some| some.contains(&vector.branch));
            let mut found: Vec<&StoredVector> = collection.vectors.values().filter(is_wanted).collect();
            found.sort_by(|one, other| cosine(&other.values, values).total_cmp(&cosine(&one.values, values)));
            Ok(found.into_iter().take(most).cloned().collect())
        })?
    }

    async fn remove(&self, what: Removed<'_>) -> Result<(), VectorStoreError> {
        self.with(|collection| match what {
            Removed::Ids(ids) => ids.iter().for_each(|id| drop(collection.vectors.remove(id))),
            Removed::Branches(branches) => {
                collection.vectors.retain(|_, vector| !branches.contains(&vector.branch));
            }
        })
    }

    async fn ids(&self, from: Option<&str>) -> Result<StoredIds, VectorStoreError> {
        self.with(|collection| {
            let from = from.and_then(|from| from.parse().ok()).map(MessageId);
            let mut rest = collection.vectors.values().filter(|vector| from.is_none_or(|from| vector.id >= from));
            let ids = rest.by_ref().take(PAGE);
            let ids =
                ids.map(|StoredVector { id, branch, part, .. }| StoredId { id: *id, branch: *branch, part: *part });
            let ids = ids.collect();
            StoredIds { ids, next: rest.next().map(|vector| vector.id.0.to_string()) }
        })
    }

    async fn count(&self) -> Result<usize, VectorStoreError> {
        self.begin()?;
        Ok(self.collection.borrow().as_ref().map_or(0, |collection| collection.vectors.len()))
    }

    async fn delete(&self) -> Result<(), VectorStoreError> {
        self.begin()?;
        self.collection.replace(None);
        Ok(())
    }
}

fn cosine(one: &[f32], other: &[f32]) -> f32 {
    let product = |one: &[f32], other: &[f32]| one.iter().zip(other).map(|(one, other)| one * other).sum::<f32>();
    product(one, other) / (product(one, one) * product(other, other)).sqrt().max(f32::MIN_POSITIVE)
}

#[cfg(test)]
mod tests {
    use super::*;

    thread_local! {
        static COLLECTIONS: RefCell<BTreeMap<String, MemoryVectorStore>> = RefCell::default();
    }

    async fn open(name: &str) -> MemoryVectorStore {
        COLLECTIONS.with_borrow_mut(|all| all.entry(name.to_owned()).or_default().clone())
    }

    crate::vector_store_conformance!(tokio::test, open);
}
