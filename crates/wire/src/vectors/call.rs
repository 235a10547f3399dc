//! A call of a store: what is sent, and what comes back.

use super::Collection;
use ricordo_record::{
    error::{VectorStoreError, VectorStoreErrorKind as Kind},
    id::BranchId,
    stored_vector::StoredVector,
};
use serde::Serialize;

/// Method of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// GET.
    Get,
    /// POST.
    Post,
    /// PUT.
    Put,
    /// DELETE.
    Delete,
}

/// A request to a store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The method.
    pub method: Method,
    /// The path, relative to the root of the store, and a query if there is one.
    pub path: String,
    /// The JSON body, if there is one.
    pub body: Option<Vec<u8>>,
}

/// The response to a call.
#[derive(Clone, Copy, Debug)]
pub struct StoreResponse<'a> {
    /// The HTTP status.
    pub status: u16,
    /// The whole body.
    pub body: &'a [u8],
}

impl Call {
    pub(super) fn get(path: String) -> Self {
        Self { method: Method::Get, path, body: None }
    }

    pub(super) fn delete(path: String) -> Self {
        Self { method: Method::Delete, path, body: None }
    }

    pub(super) fn post(path: String, body: &impl Serialize) -> Self {
        Self { method: Method::Post, path, body: Some(bytes(body)) }
    }

    pub(super) fn put(path: String, body: &impl Serialize) -> Self {
        Self { method: Method::Put, path, body: Some(bytes(body)) }
    }
}

/// Numbers of 32 bits are written as such: as numbers of 64 bits they would have twice as many digits.
fn bytes(body: &impl Serialize) -> Vec<u8> {
    // Only maps with keys that are not texts cannot be written, and there are none.
    serde_json::to_vec(body).unwrap_or_default()
}

/// What is stored of a vector besides its id and its values.
#[derive(Serialize)]
pub(super) struct Tags {
    branch: BranchId,
    /// A text, because a keyword is matched and a number has an index of another kind.
    part: String,
}

impl From<&StoredVector> for Tags {
    fn from(vector: &StoredVector) -> Self {
        Self { branch: vector.branch, part: vector.part.to_string() }
    }
}

/// Checks values before they are sent: Chroma takes the dimension of the first vector for that of the collection.
pub(super) fn checked(values: &[f32], collection: &Collection) -> Result<(), VectorStoreError> {
    if values.len() != collection.dimension {
        return Err(VectorStoreError::new(Kind::OtherDimension { found: Some(collection.dimension) }, ""));
    }
    match values.iter().all(|value| value.is_finite()) {
        true => Ok(()),
        false => Err(VectorStoreError::new(Kind::Refused, "a value is not a finite number")),
    }
}
