//! Reads the answers of the page's methods. One that is wrong is an error that names the method and the mistake.

use crate::{global::property, numbers::numbers};
use js_sys::Array;
use ricordo_core::{
    id::{BranchId, MessageId},
    recall::{StoredId, StoredIds, StoredVector, VectorStoreError, VectorStoreErrorKind as Kind},
};
use wasm_bindgen::{JsCast, JsValue};

/// The vectors of some ids.
pub(super) fn got(answer: &JsValue, ids: &[MessageId]) -> Result<Vec<StoredVector>, VectorStoreError> {
    let found = vectors("get", answer, ids.len())?;
    if found.iter().any(|vector| !ids.contains(&vector.id)) {
        return Err(wrong("get", "a vector that was not asked for"));
    }
    if found.windows(2).any(|pair| pair[0].values.len() != pair[1].values.len()) {
        return Err(wrong("get", "vectors of different lengths"));
    }
    Ok(found)
}

/// The vectors that are nearest to one of this dimension.
pub(super) fn nearest(
    answer: &JsValue,
    dimension: usize,
    branches: Option<&[BranchId]>,
    most: usize,
) -> Result<Vec<StoredVector>, VectorStoreError> {
    let found = vectors("nearest", answer, most)?;
    if found.iter().any(|vector| branches.is_some_and(|branches| !branches.contains(&vector.branch))) {
        return Err(wrong("nearest", "a vector of a branch that was not asked for"));
    }
    if found.iter().any(|vector| vector.values.len() != dimension) {
        return Err(wrong("nearest", "a vector of another length than the one given"));
    }
    Ok(found)
}

/// A page of the ids, which began at `from`.
pub(super) fn page(answer: &JsValue, from: Option<&str>) -> Result<StoredIds, VectorStoreError> {
    let ids = property(answer, "ids").ok_or_else(|| wrong("ids", "no object with the list `ids`"))?;
    let ids = list("ids", &ids, usize::MAX)?.into_iter().map(|one| {
        stored_id(&one).ok_or_else(|| wrong("ids", "what has no `id`, `branch` and `part` as they were stored"))
    });
    let ids = ids.collect::<Result<_, _>>()?;
    let next = match property::<JsValue>(answer, "next") {
        Some(next) => Some(next.as_string().ok_or_else(|| wrong("ids", "a `next` that is no text"))?),
        None => None,
    };
    if next.is_some() && next.as_deref() == from {
        return Err(wrong("ids", "a page whose `next` is the page itself"));
    }
    Ok(StoredIds { ids, next })
}

/// A number of vectors.
pub(super) fn count(answer: &JsValue) -> Result<usize, VectorStoreError> {
    whole(answer).map(|count| count as usize).ok_or_else(|| wrong("count", "no whole number from 0 on"))
}

fn vectors(method: &str, answer: &JsValue, most: usize) -> Result<Vec<StoredVector>, VectorStoreError> {
    let read = |one: JsValue| {
        let StoredId { id, branch, part } = stored_id(&one)
            .ok_or_else(|| wrong(method, "what has no `id`, `branch` and `part` as they were stored"))?;
        let values = property(&one, "values").and_then(|values| numbers(&values));
        match values.filter(|values| values.iter().all(|value| value.is_finite())) {
            Some(values) => Ok(StoredVector { id, branch, part, values }),
            None => Err(wrong(method, "a vector whose `values` are no list of finite numbers")),
        }
    };
    list(method, answer, most)?.into_iter().map(read).collect()
}

/// A list of at most so many entries: they are counted before they are read, because there may be any number.
fn list(method: &str, answer: &JsValue, most: usize) -> Result<Array, VectorStoreError> {
    match answer.dyn_ref::<Array>() {
        None => Err(wrong(method, "no list")),
        Some(list) if list.length() as usize > most => Err(wrong(method, "more vectors than were asked for")),
        Some(list) => Ok(list.clone()),
    }
}

fn stored_id(one: &JsValue) -> Option<StoredId> {
    let text = |name| property::<JsValue>(one, name)?.as_string();
    Some(StoredId {
        id: text("id")?.parse().ok()?,
        branch: text("branch")?.parse().ok()?,
        part: property(one, "part").and_then(|part| whole(&part))?,
    })
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is looked at first")]
fn whole(number: &JsValue) -> Option<u32> {
    let number = number.as_f64()?;
    (number.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&number)).then_some(number as u32)
}

fn wrong(method: &str, what: &str) -> VectorStoreError {
    VectorStoreError::new(Kind::NotUnderstood, &format!("`{method}` returned {what}"))
}
