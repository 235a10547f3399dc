//! Qdrant: the bodies of its calls and the parts of its responses.

use super::{
    Call, Collection, PAGE,
    call::Tags,
    read::{list, not_understood, number, stored_id, stored_vector},
};
use ricordo_record::{
    error::{VectorStoreError, VectorStoreErrorKind as Kind},
    id::{BranchId, MessageId},
    stored_vector::{Removed, StoredIds, StoredVector},
};
use serde::Serialize;
use serde_json::{Value, json};

#[derive(Serialize)]
struct Points<'a> {
    points: Vec<Point<'a>>,
}

#[derive(Serialize)]
struct Point<'a> {
    id: MessageId,
    vector: &'a [f32],
    payload: Tags,
}

#[derive(Serialize)]
struct Query<'a> {
    query: &'a [f32],
    #[serde(skip_serializing_if = "Option::is_none")]
    filter: Option<Value>,
    limit: usize,
    with_payload: bool,
    with_vector: bool,
}

pub(super) fn version(body: &Value) -> Option<String> {
    let is_qdrant = body.get("title")?.as_str()?.to_ascii_lowercase().contains("qdrant");
    body.get("version")?.as_str().filter(|_| is_qdrant).map(str::to_owned)
}

pub(super) fn create(path: &str, dimension: usize) -> Call {
    Call::put(path.to_owned(), &json!({ "vectors": { "size": dimension, "distance": "Cosine" } }))
}

/// Hosted stores filter by indexed tags only.
pub(super) fn index(path: &str) -> Call {
    let body = json!({ "field_name": "branch", "field_schema": "keyword" });
    Call::put(format!("{path}/index?wait=true"), &body)
}

pub(super) fn collection(name: &str, body: &Value) -> Result<Collection, VectorStoreError> {
    let vectors = body.pointer("/result/config/params/vectors");
    let vectors = vectors.ok_or_else(|| not_understood("the collection's settings are missing"))?;
    match vectors.get("distance").and_then(Value::as_str) {
        Some("Cosine") => Ok(Collection { place: name.to_owned(), dimension: number(vectors.get("size"))? }),
        _ => Err(VectorStoreError::new(Kind::Refused, "another program made the collection")),
    }
}

/// Waits until the vectors are stored: the next call has to see them.
pub(super) fn put(path: &str, vectors: &[StoredVector]) -> Call {
    let points =
        vectors.iter().map(|vector| Point { id: vector.id, vector: &vector.values, payload: vector.into() }).collect();
    Call::put(format!("{path}/points?wait=true"), &Points { points })
}

pub(super) fn get(path: &str, ids: &[MessageId]) -> Call {
    Call::post(format!("{path}/points"), &json!({ "ids": ids, "with_payload": true, "with_vector": true }))
}

pub(super) fn vectors(body: &Value, dimension: usize) -> Result<Vec<StoredVector>, VectorStoreError> {
    points(body.get("result"), dimension)
}

pub(super) fn nearest(path: &str, values: &[f32], branches: Option<&[BranchId]>, most: usize) -> Call {
    let filter = branches.map(of_branches);
    let query = Query { query: values, filter, limit: most, with_payload: true, with_vector: true };
    Call::post(format!("{path}/points/query"), &query)
}

pub(super) fn nearest_vectors(body: &Value, dimension: usize) -> Result<Vec<StoredVector>, VectorStoreError> {
    points(body.pointer("/result/points"), dimension)
}

pub(super) fn remove(path: &str, what: Removed<'_>) -> Call {
    let body = match what {
        Removed::Ids(ids) => json!({ "points": ids }),
        Removed::Branches(branches) => json!({ "filter": of_branches(branches) }),
    };
    Call::post(format!("{path}/points/delete?wait=true"), &body)
}

pub(super) fn ids(path: &str, from: Option<&str>) -> Call {
    let body = json!({ "limit": PAGE, "offset": from, "with_payload": true, "with_vector": false });
    Call::post(format!("{path}/points/scroll"), &body)
}

pub(super) fn page(body: &Value) -> Result<StoredIds, VectorStoreError> {
    let points = list(body.pointer("/result/points"))?;
    let ids = points.iter().map(|point| stored_id(point.get("id"), point.get("payload"))).collect::<Result<_, _>>()?;
    let next = match body.pointer("/result/next_page_offset") {
        None | Some(Value::Null) => None,
        Some(Value::String(next)) => Some(next.clone()),
        Some(_) => return Err(not_understood("the next page does not begin with an id")),
    };
    Ok(StoredIds { ids, next })
}

pub(super) fn count(path: &str) -> Call {
    Call::post(format!("{path}/points/count"), &json!({ "exact": true }))
}

/// Reads whether something was done: `true`, for a collection `false` if there was none to delete, and for points the
/// state of the operation.
pub(super) fn done(body: &Value) -> Result<(), VectorStoreError> {
    let result = body.get("result");
    if result.is_some_and(Value::is_boolean) {
        return Ok(());
    }
    match result.and_then(|result| result.get("status")?.as_str()) {
        Some("completed") => Ok(()),
        // It is noted and waits for others, so the next call may not see it yet.
        Some("acknowledged" | "wait_timeout") => Err(VectorStoreError::new(Kind::TimedOut, "it is not done yet")),
        _ => Err(not_understood("nothing says that it was done")),
    }
}

fn of_branches(branches: &[BranchId]) -> Value {
    json!({ "must": [{ "key": "branch", "match": { "any": branches } }] })
}

fn points(points: Option<&Value>, dimension: usize) -> Result<Vec<StoredVector>, VectorStoreError> {
    let read = |point: &Value| {
        let id = stored_id(point.get("id"), point.get("payload"))?;
        stored_vector(id, point.get("vector"), dimension)
    };
    list(points)?.iter().map(read).collect()
}
