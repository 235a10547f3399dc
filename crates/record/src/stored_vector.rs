//! A vector as a store outside this browser has it: with ids and tags, never with a text.

use crate::id::{BranchId, MessageId};

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
