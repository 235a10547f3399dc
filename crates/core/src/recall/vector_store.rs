//! The interface to a store of vectors outside this browser, for histories and libraries that outgrow it.
//!
//! It gets ids, vectors and tags, never a text: whoever reads the store sees no conversation, and what is erased here
//! leaves nothing but numbers there. A vector can be turned back into approximate text, so the user is asked first.

use crate::id::{BranchId, MessageId};
use std::fmt;

/// A vector with what it belongs to.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredVector {
    /// The message, or what stands for a chunk. Unique within a collection.
    pub id: MessageId,
    /// The branch, or what stands for a document.
    pub branch: BranchId,
    /// The number of the part of the index that the message belongs to.
    pub part: u32,
    /// The values; as many as the collection has dimensions. Stores that compare by cosine may return them with length 1.
    pub values: Vec<f32>,
}

/// What a vector belongs to, without its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct StoredId {
    /// As [`StoredVector::id`].
    pub id: MessageId,
    /// As [`StoredVector::branch`].
    pub branch: BranchId,
    /// As [`StoredVector::part`].
    pub part: u32,
}

/// Some of the ids in a store.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoredIds {
    /// The ids, in an order of the store.
    pub ids: Vec<StoredId>,
    /// Where the next ones begin; `None`: these are the last.
    pub next: Option<String>,
}

/// What is removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removed<'a> {
    /// Vectors by their ids.
    Ids(&'a [MessageId]),
    /// All vectors of branches.
    Branches(&'a [BranchId]),
}

/// Keeps vectors of one collection: those of one user, one model and one dimension.
///
/// All calls of one store see what earlier ones wrote.
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

    /// Adds vectors, or replaces those with the same id.
    ///
    /// # Errors
    /// [`VectorStoreError`]; then none, some or all of them are stored.
    async fn put(&self, vectors: &[StoredVector]) -> Result<(), VectorStoreError>;

    /// The vectors with these ids that are there, in any order.
    ///
    /// # Errors
    /// [`VectorStoreError`].
    async fn get(&self, ids: &[MessageId]) -> Result<Vec<StoredVector>, VectorStoreError>;

    /// The vectors with the largest cosine to one, at most `most`, largest first. `branches`: only these; `None`: all.
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

/// A call of a vector store failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VectorStoreError {
    /// What happened.
    pub kind: VectorStoreErrorKind,
    /// The HTTP status, if there was a response.
    pub status: Option<u16>,
    /// What the store said, without keys and at most a few lines; may be empty.
    pub detail: String,
}

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VectorStoreErrorKind {
    /// The address is no address, or the page may not call it.
    InvalidAddress,
    /// There was no response: the server is off, or does not permit pages of this address (CORS).
    Unreachable,
    /// The response took too long.
    TimedOut,
    /// The key is missing, wrong, or may not do this.
    Unauthorized,
    /// What answers is another program, or a version whose interface is not known.
    NotAStore,
    /// The collection was deleted.
    Gone,
    /// The collection has another dimension.
    OtherDimension {
        /// The dimension that it has, if the store says so.
        found: Option<usize>,
    },
    /// The store is full, or permits no more requests for now.
    Limit,
    /// It refused the request for another reason, or failed.
    Refused,
    /// Its response is not as documented.
    NotUnderstood,
}

impl VectorStoreError {
    /// An error without a response.
    pub fn new(kind: VectorStoreErrorKind, detail: &str) -> Self {
        Self { kind, status: None, detail: detail.to_owned() }
    }
}

impl fmt::Display for VectorStoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use VectorStoreErrorKind as Kind;
        match self.kind {
            Kind::InvalidAddress => f.write_str("the address of the vector store cannot be used")?,
            Kind::Unreachable => f.write_str("the vector store does not answer, or does not permit this page")?,
            Kind::TimedOut => f.write_str("the vector store took too long to answer")?,
            Kind::Unauthorized => f.write_str("the vector store rejected the key")?,
            Kind::NotAStore => f.write_str("what answers at the address is not this vector store")?,
            Kind::Gone => f.write_str("the collection of the vectors was deleted")?,
            Kind::OtherDimension { found: Some(found) } => {
                write!(f, "the collection has vectors of {found} dimensions")?;
            }
            Kind::OtherDimension { found: None } => f.write_str("the collection has vectors of another dimension")?,
            Kind::Limit => f.write_str("the vector store is full or permits no more requests for now")?,
            Kind::Refused => f.write_str("the vector store refused the request")?,
            Kind::NotUnderstood => f.write_str("the vector store's response was not understood")?,
        }
        if let Some(status) = self.status {
            write!(f, " (HTTP {status})")?;
        }
        match self.detail.is_empty() {
            true => Ok(()),
            false => write!(f, ": {}", self.detail),
        }
    }
}

impl std::error::Error for VectorStoreError {}
