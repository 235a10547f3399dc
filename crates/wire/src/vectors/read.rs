//! Reads the parts that the responses of all stores have.

use super::StoreResponse;
use crate::server_message::is_markup;
use ricordo_record::{
    error::{VectorStoreError, VectorStoreErrorKind as Kind},
    stored_vector::{StoredId, StoredVector},
};
use serde_json::Value;

/// The error for a response that is not as documented.
pub(super) fn not_understood(detail: &str) -> VectorStoreError {
    VectorStoreError::new(Kind::NotUnderstood, detail)
}

/// The JSON of a response. A web page is not a store.
pub(super) fn json(response: StoreResponse<'_>) -> Result<Value, VectorStoreError> {
    serde_json::from_slice(response.body).map_err(|_| {
        let is_page = std::str::from_utf8(response.body).is_ok_and(is_markup);
        let kind = if is_page { Kind::NotAStore } else { Kind::NotUnderstood };
        VectorStoreError { status: Some(response.status), ..VectorStoreError::new(kind, "it is not JSON") }
    })
}

/// The list at this place.
pub(super) fn list(value: Option<&Value>) -> Result<&[Value], VectorStoreError> {
    value.and_then(Value::as_array).map(Vec::as_slice).ok_or_else(|| not_understood("a list is missing"))
}

/// A number of something.
pub(super) fn number(value: Option<&Value>) -> Result<usize, VectorStoreError> {
    let number = value.and_then(Value::as_u64).and_then(|number| usize::try_from(number).ok());
    number.ok_or_else(|| not_understood("a number is missing"))
}

/// What a vector belongs to: its id, and its tags.
pub(super) fn stored_id(id: Option<&Value>, tags: Option<&Value>) -> Result<StoredId, VectorStoreError> {
    let tag = |name: &str| tags?.get(name)?.as_str();
    let read = || {
        Some(StoredId {
            id: id?.as_str()?.parse().ok()?,
            branch: tag("branch")?.parse().ok()?,
            part: tag("part")?.parse().ok()?,
        })
    };
    read().ok_or_else(|| not_understood("an id or a tag is not as it was stored"))
}

/// A vector with its id.
pub(super) fn stored_vector(
    StoredId { id, branch, part }: StoredId,
    values: Option<&Value>,
    dimension: usize,
) -> Result<StoredVector, VectorStoreError> {
    let values = list(values)?;
    if values.len() != dimension {
        return Err(not_understood("a vector has another dimension than its collection"));
    }
    let values: Option<Vec<f32>> = values.iter().map(|value| value.as_f64().map(|value| value as f32)).collect();
    match values.filter(|values| values.iter().all(|value| value.is_finite())) {
        Some(values) => Ok(StoredVector { id, branch, part, values }),
        None => Err(not_understood("a vector has a value that is not a finite number")),
    }
}
