//! Chroma, version 2 of its interface: the bodies of its calls and the parts of its responses.

use super::{
    Call, Collection, PAGE,
    call::Tags,
    read::{list, not_understood, number, stored_id, stored_vector},
};
use ricordo_record::{
    error::{VectorStoreError, VectorStoreErrorKind as Kind},
    id::{BranchId, MessageId},
    stored_vector::{Removed, StoredId, StoredIds, StoredVector},
};
use serde::Serialize;
use serde_json::{Value, json};

/// Path of the collections without a tenant and a database in the address.
const DEFAULT: &str = "api/v2/tenants/default_tenant/databases/default_database/collections";

#[derive(Serialize)]
struct Upsert<'a> {
    ids: Vec<MessageId>,
    embeddings: Vec<&'a [f32]>,
    metadatas: Vec<Tags>,
}

#[derive(Serialize)]
struct Query<'a> {
    query_embeddings: [&'a [f32]; 1],
    n_results: usize,
    #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
    filter: Option<Value>,
    include: [&'static str; 2],
}

/// The root of an address, and the path of its collections: the address may name a tenant and a database.
pub(super) fn parts(base_url: &str) -> (&str, String) {
    if let Some((root, scope)) = base_url.split_once("/api/v2/tenants/")
        && let Some((tenant, database)) = scope.split_once("/databases/")
        && [tenant, database].iter().all(|name| !name.is_empty() && !name.contains(['/', '?', '#']))
    {
        return (root, format!("api/v2/tenants/{tenant}/databases/{database}/collections"));
    }
    (base_url.strip_suffix("/api/v2").unwrap_or(base_url), DEFAULT.to_owned())
}

pub(super) fn version(body: &Value) -> Option<String> {
    let version = body.as_str()?;
    version.starts_with(|char: char| char.is_ascii_digit()).then(|| version.to_owned())
}

/// The dimension is noted with the collection, because Chroma knows it from the first vector on only.
pub(super) fn create(path: &str, name: &str, dimension: usize) -> Call {
    let body = json!({
        "name": name,
        "get_or_create": true,
        "metadata": { "dimension": dimension },
        "configuration": { "hnsw": { "space": "cosine" } },
    });
    Call::post(path.to_owned(), &body)
}

pub(super) fn collection(body: &Value) -> Result<Collection, VectorStoreError> {
    let id = body.get("id").and_then(Value::as_str);
    let id = id.filter(|id| !id.is_empty() && id.chars().all(|char| char.is_ascii_hexdigit() || char == '-'));
    let place = id.ok_or_else(|| not_understood("the collection's id is missing"))?.to_owned();
    let spaces = ["/configuration_json/hnsw/space", "/configuration_json/spann/space"];
    let is_foreign = |space: &str| space != "cosine";
    if spaces.iter().filter_map(|space| body.pointer(space)?.as_str()).any(is_foreign) {
        return Err(VectorStoreError::new(Kind::Refused, "another program made the collection"));
    }
    let known = body.get("dimension").filter(|dimension| !dimension.is_null());
    let dimension = number(known.or_else(|| body.pointer("/metadata/dimension")))?;
    Ok(Collection { place, dimension })
}

pub(super) fn put(path: &str, vectors: &[StoredVector]) -> Call {
    let body = Upsert {
        ids: vectors.iter().map(|vector| vector.id).collect(),
        embeddings: vectors.iter().map(|vector| vector.values.as_slice()).collect(),
        metadatas: vectors.iter().map(Tags::from).collect(),
    };
    Call::post(format!("{path}/upsert"), &body)
}

pub(super) fn get(path: &str, ids: &[MessageId]) -> Call {
    Call::post(format!("{path}/get"), &json!({ "ids": ids, "include": ["embeddings", "metadatas"] }))
}

pub(super) fn vectors(body: &Value, dimension: usize) -> Result<Vec<StoredVector>, VectorStoreError> {
    columns(body.get("ids"), body.get("metadatas"), body.get("embeddings"), dimension)
}

pub(super) fn nearest(path: &str, values: &[f32], branches: Option<&[BranchId]>, most: usize) -> Call {
    let include = ["embeddings", "metadatas"];
    let query = Query { query_embeddings: [values], n_results: most, filter: branches.map(of_branches), include };
    Call::post(format!("{path}/query"), &query)
}

/// There is one list for each question, and there was one question.
pub(super) fn nearest_vectors(body: &Value, dimension: usize) -> Result<Vec<StoredVector>, VectorStoreError> {
    columns(body.pointer("/ids/0"), body.pointer("/metadatas/0"), body.pointer("/embeddings/0"), dimension)
}

pub(super) fn remove(path: &str, what: Removed<'_>) -> Call {
    let body = match what {
        Removed::Ids(ids) => json!({ "ids": ids }),
        Removed::Branches(branches) => json!({ "where": of_branches(branches) }),
    };
    Call::post(format!("{path}/delete"), &body)
}

pub(super) fn ids(path: &str, from: Option<&str>) -> Result<Call, VectorStoreError> {
    let body = json!({ "limit": PAGE, "offset": offset(from)?, "include": ["metadatas"] });
    Ok(Call::post(format!("{path}/get"), &body))
}

/// A page that is not full is the last one. A full one may be followed by an empty one.
pub(super) fn page(body: &Value, from: Option<&str>) -> Result<StoredIds, VectorStoreError> {
    let ids = stored_ids(body.get("ids"), body.get("metadatas"))?;
    let next = (ids.len() >= PAGE).then_some(offset(from)?.saturating_add(ids.len()));
    Ok(StoredIds { ids, next: next.map(|next| next.to_string()) })
}

fn offset(from: Option<&str>) -> Result<usize, VectorStoreError> {
    from.map_or(Some(0), |from| from.parse().ok()).ok_or_else(|| not_understood("no page begins there"))
}

fn of_branches(branches: &[BranchId]) -> Value {
    json!({ "branch": { "$in": branches } })
}

fn stored_ids(ids: Option<&Value>, tags: Option<&Value>) -> Result<Vec<StoredId>, VectorStoreError> {
    let (ids, tags) = (list(ids)?, list(tags)?);
    if ids.len() != tags.len() {
        return Err(not_understood("there are not as many tags as ids"));
    }
    ids.iter().zip(tags).map(|(id, tags)| stored_id(Some(id), Some(tags))).collect()
}

fn columns(
    ids: Option<&Value>,
    tags: Option<&Value>,
    values: Option<&Value>,
    dimension: usize,
) -> Result<Vec<StoredVector>, VectorStoreError> {
    let (ids, values) = (stored_ids(ids, tags)?, list(values)?);
    if ids.len() != values.len() {
        return Err(not_understood("there are not as many vectors as ids"));
    }
    ids.into_iter().zip(values).map(|(id, values)| stored_vector(id, Some(values), dimension)).collect()
}
