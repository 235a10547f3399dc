//! The interface to a store of vectors outside this browser, for histories and libraries that outgrow it.
//!
//! It gets ids, vectors and tags, never a text: whoever reads the store sees no conversation, and what is erased here
//! leaves nothing but numbers there. A vector can be turned back into approximate text, so the user is asked first.

use crate::id::{BranchId, MessageId};
pub use ricordo_record::{
    error::{VectorStoreError, VectorStoreErrorKind},
    stored_vector::{Removed, StoredId, StoredIds, StoredVector},
};

/// Keeps vectors of one collection: those of one user, one model and one dimension.
///
/// All calls of one store see what earlier ones wrote. Once the collection is deleted, all but [`ensure`](Self::ensure),
/// [`count`](Self::count) and [`delete`](Self::delete) are [`VectorStoreErrorKind::Gone`], except that a call with nothing
/// to do (no vectors, no ids, no branches, `most` of 0) may succeed, because nothing is sent.
#[allow(async_fn_in_trait, reason = "used through generics only; browser futures are not Send")]
pub trait VectorStore {
    /// Most vectors or ids in one call of [`put`](Self::put), [`get`](Self::get) and [`remove`](Self::remove).
    const MOST: usize = 256;

    /// Whether vectors stay on this computer. Otherwise those of conversations that stay here are not given to it: a vector
    /// can be turned back into approximate text.
    fn is_on_this_computer(&self) -> bool;

    /// Creates the collection, unless it is there.
    ///
    /// # Errors
    /// [`VectorStoreErrorKind::OtherDimension`] if it is there with another dimension.
    async fn ensure(&self, dimension: usize) -> Result<(), VectorStoreError>;

    /// Adds vectors, or replaces those with the same id. No two of them have the same id.
    ///
    /// # Errors
    /// [`VectorStoreErrorKind::OtherDimension`] and, for values that are not finite, [`VectorStoreErrorKind::Refused`]: then
    /// none of them is stored. Any other [`VectorStoreError`]: then none, some or all of them are stored.
    async fn put(&self, vectors: &[StoredVector]) -> Result<(), VectorStoreError>;

    /// The vectors with these ids that are there, in any order.
    ///
    /// # Errors
    /// [`VectorStoreError`].
    async fn get(&self, ids: &[MessageId]) -> Result<Vec<StoredVector>, VectorStoreError>;

    /// The vectors with the largest cosine to one, at most `most`, largest first. `branches`: only these; `None`: all.
    /// Stores that search approximately may miss some. Hosted ones permit a few hundred at once.
    ///
    /// # Errors
    /// [`VectorStoreError`].
    async fn nearest(
        &self,
        values: &[f32],
        branches: Option<&[BranchId]>,
        most: usize,
    ) -> Result<Vec<StoredVector>, VectorStoreError>;

    /// Removes vectors. What is not there is no error.
    ///
    /// # Errors
    /// [`VectorStoreError`]; then none, some or all of them are removed.
    async fn remove(&self, what: Removed<'_>) -> Result<(), VectorStoreError>;

    /// Some of the ids, to compare them with what is known here: the first ones, or those from [`StoredIds::next`] on.
    /// If vectors are removed between two pages, a later page may leave some out.
    ///
    /// # Errors
    /// [`VectorStoreError`].
    async fn ids(&self, from: Option<&str>) -> Result<StoredIds, VectorStoreError>;

    /// Number of vectors. 0 if there is no collection.
    ///
    /// # Errors
    /// [`VectorStoreError`].
    async fn count(&self) -> Result<usize, VectorStoreError>;

    /// Deletes the collection with everything in it. One that is not there is no error.
    ///
    /// # Errors
    /// [`VectorStoreError`].
    async fn delete(&self) -> Result<(), VectorStoreError>;
}

/// The vector store of a session that has none.
#[derive(Clone, Copy, Debug)]
pub enum NoVectorStore {}

impl VectorStore for NoVectorStore {
    fn is_on_this_computer(&self) -> bool {
        match *self {}
    }

    async fn ensure(&self, _: usize) -> Result<(), VectorStoreError> {
        match *self {}
    }

    async fn put(&self, _: &[StoredVector]) -> Result<(), VectorStoreError> {
        match *self {}
    }

    async fn get(&self, _: &[MessageId]) -> Result<Vec<StoredVector>, VectorStoreError> {
        match *self {}
    }

    async fn nearest(
        &self,
        _: &[f32],
        _: Option<&[BranchId]>,
        _: usize,
    ) -> Result<Vec<StoredVector>, VectorStoreError> {
        match *self {}
    }

    async fn remove(&self, _: Removed<'_>) -> Result<(), VectorStoreError> {
        match *self {}
    }

    async fn ids(&self, _: Option<&str>) -> Result<StoredIds, VectorStoreError> {
        match *self {}
    }

    async fn count(&self) -> Result<usize, VectorStoreError> {
        match *self {}
    }

    async fn delete(&self) -> Result<(), VectorStoreError> {
        match *self {}
    }
}
