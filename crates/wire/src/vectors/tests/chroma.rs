//! Chroma's calls and responses.

use super::*;

const COLLECTIONS: &str = "api/v2/tenants/default_tenant/databases/default_database/collections";
const PLACE: &str = "613ee9bc-d4b0-4089-95ce-af72d13e47b1";

fn chroma() -> VectorApi {
    api(VectorStoreKind::Chroma, "http://x:8000")
}

fn there() -> Collection {
    Collection { place: PLACE.to_owned(), dimension: 2 }
}

/// Whether a call is of this method and at this path below the collections.
fn is_at(call: &Call, method: Method, path: &str) -> bool {
    call.method == method && call.path == format!("{COLLECTIONS}/{path}")
}

fn body(call: &Call) -> Value {
    shown(call).2
}

#[test]
fn the_server_says_its_version() {
    assert_eq!(shown(&chroma().version()), (Method::Get, "api/v2/version", Value::Null));
    let version = chroma().read_version(ok("\"1.0.0\"")).unwrap();
    assert_eq!((version.name, version.version.as_str()), ("Chroma", "1.0.0"));
}

#[test]
fn the_address_may_name_a_tenant_and_a_database() {
    let parts = |base| {
        let api = api(VectorStoreKind::Chroma, base);
        (api.root().to_owned(), api.create(2).path)
    };
    let cloud = "api/v2/tenants/0a-b/databases/notes/collections".to_owned();
    for base in ["http://x:8000", " http://x:8000/ ", "http://x:8000/api/v2", "http://x:8000/api/v2/"] {
        assert_eq!(parts(base), ("http://x:8000".to_owned(), COLLECTIONS.to_owned()), "{base}");
    }
    assert_eq!(parts("https://h/p/api/v2/tenants/0a-b/databases/notes/"), ("https://h/p".to_owned(), cloud));
    let whole = "https://h/api/v2/tenants/t/databases/d/collections";
    assert_eq!(parts(whole), (whole.to_owned(), COLLECTIONS.to_owned()));
}

#[test]
fn a_collection_is_found_and_made() {
    let api = chroma();
    assert!(is_at(&api.find(), Method::Get, "ricordo-1"));
    assert!(is_at(&api.delete(), Method::Delete, "ricordo-1"));
    assert_eq!(api.index(), None);
    let create = json!({
        "name": "ricordo-1",
        "get_or_create": true,
        "metadata": { "dimension": 384 },
        "configuration": { "hnsw": { "space": "cosine" } },
    });
    assert_eq!(shown(&api.create(384)), (Method::Post, COLLECTIONS, create));
    let found = include_str!("../../../fixtures/vectors/chroma-collection.json");
    let collection = api.read_collection(ok(found)).unwrap();
    assert_eq!((collection.place.len(), collection.dimension), (36, 3));
    let filled = found.replace("\"dimension\":null", "\"dimension\":4");
    assert_ne!(found, filled);
    assert_eq!(api.read_collection(ok(&filled)).unwrap().dimension, 4);
    let missing = r#"{"error":"NotFoundError","message":"Collection [ricordo-1] does not exist"}"#;
    assert_eq!(kind(api.read_collection(response(404, missing))), Kind::Gone);
}

#[test]
fn a_collection_of_another_program_is_not_taken() {
    let found = include_str!("../../../fixtures/vectors/chroma-collection.json");
    let read = |body: &str| chroma().read_collection(ok(body));
    assert_eq!(kind(read(&found.replace("\"space\":\"cosine\"", "\"space\":\"l2\""))), Kind::Refused);
    assert_eq!(kind(read(&found.replace("{\"dimension\":3}", "null"))), Kind::NotUnderstood);
    for place in ["\"\"", "\"../x\"", "7"] {
        let collection = format!(r#"{{"id":{place},"dimension":3}}"#);
        assert_eq!(kind(read(&collection)), Kind::NotUnderstood, "{place}");
    }
}

#[test]
fn calls_name_ids_branches_and_parts_and_nothing_else() {
    let (api, there) = (chroma(), there());
    let (ids, branches) = ([ONE.parse().unwrap()], [BRANCH.parse().unwrap()]);
    let is_post = |call: &Call, path: &str| is_at(call, Method::Post, &format!("{PLACE}/{path}"));
    let put = api.put(&there, &[stored(ONE, &[1.0, 0.0])]).unwrap();
    assert!(is_post(&put, "upsert"));
    let tags = json!({ "branch": BRANCH, "part": "7" });
    assert_eq!(body(&put), json!({ "ids": [ONE], "embeddings": [[1.0, 0.0]], "metadatas": [tags] }));
    let get = api.get(&there, &ids);
    assert!(is_post(&get, "get"));
    assert_eq!(body(&get), json!({ "ids": [ONE], "include": ["embeddings", "metadatas"] }));
    let query = api.nearest(&there, &[1.0, 0.0], None, 5).unwrap();
    assert!(is_post(&query, "query"));
    let mut asked = json!({ "query_embeddings": [[1.0, 0.0]], "n_results": 5, "include": ["embeddings", "metadatas"] });
    assert_eq!(body(&query), asked);
    asked["where"] = json!({ "branch": { "$in": [BRANCH] } });
    assert_eq!(body(&api.nearest(&there, &[1.0, 0.0], Some(&branches), 5).unwrap()), asked);
    let remove = api.remove(&there, Removed::Ids(&ids));
    assert!(is_post(&remove, "delete"));
    assert_eq!(body(&remove), json!({ "ids": [ONE] }));
    let remove = api.remove(&there, Removed::Branches(&branches));
    assert_eq!(body(&remove), json!({ "where": { "branch": { "$in": [BRANCH] } } }));
    let page = api.ids(&there, Some("256")).unwrap();
    assert!(is_post(&page, "get"));
    assert_eq!(body(&page), json!({ "limit": 256, "offset": 256, "include": ["metadatas"] }));
    assert_eq!(kind(api.ids(&there, Some("x"))), Kind::NotUnderstood);
    assert!(is_at(&api.count(&there), Method::Get, &format!("{PLACE}/count")));
}

#[test]
fn vectors_are_read_and_damaged_ones_are_not() {
    let (api, there) = (chroma(), there());
    let tags = format!(r#"{{"part":"7","branch":"{BRANCH}"}}"#);
    let (ids, values) = (format!(r#"["{ONE}","{TWO}"]"#), "[[0.6,0.8],[0.0,1.0]]");
    let got = format!(
        r#"{{"ids":{ids},"embeddings":{values},"documents":null,"metadatas":[{tags},{tags}],"include":["embeddings"]}}"#
    );
    let expected = vec![stored(ONE, &[0.6, 0.8]), stored(TWO, &[0.0, 1.0])];
    assert_eq!(api.read_vectors(&there, ok(&got)), Ok(expected.clone()));
    survives_damage(&got, |response| api.read_vectors(&there, response));
    let nearest = format!(
        r#"{{"ids":[{ids}],"embeddings":[{values}],"documents":null,"metadatas":[[{tags},{tags}]],"distances":[[0.0,0.4]]}}"#
    );
    assert_eq!(api.read_nearest(&there, ok(&nearest)), Ok(expected));
    survives_damage(&nearest, |response| api.read_nearest(&there, response));
}

#[test]
fn a_full_page_of_ids_leads_to_the_next_one() {
    let page = |count: u64| {
        let ids: Vec<String> = (0..count).map(|at| format!("018f3a5e-0000-7000-8000-{at:012}")).collect();
        let tags: Vec<Value> = ids.iter().map(|_| json!({ "branch": BRANCH, "part": "7" })).collect();
        json!({ "ids": ids, "embeddings": null, "metadatas": tags }).to_string()
    };
    let read = |from, count| chroma().read_ids(from, ok(&page(count))).unwrap();
    assert_eq!(read(None, 256).next.as_deref(), Some("256"));
    assert_eq!(read(Some("256"), 256).next.as_deref(), Some("512"));
    assert_eq!(read(Some("512"), 255).next, None);
    assert_eq!(read(Some("512"), 0), StoredIds::default());
    let fewer = page(2).replacen(&format!("\"{ONE}\""), "\"x\"", 1);
    assert_eq!(kind(chroma().read_ids(None, ok(&fewer))), Kind::NotUnderstood);
}

#[test]
fn what_is_done_says_so() {
    for done in ["{}", r#"{"deleted":2}"#] {
        assert_eq!(chroma().read_done(ok(done)), Ok(()), "{done}");
    }
    assert_eq!(kind(chroma().read_done(ok("null"))), Kind::NotUnderstood);
    assert_eq!(chroma().read_count(ok("3")), Ok(3));
    assert_eq!(kind(chroma().read_count(ok("-3"))), Kind::NotUnderstood);
}

#[test]
fn another_dimension_is_named() {
    let refused = |message: &str| {
        let body = json!({ "error": "InvalidArgumentError", "message": message }).to_string();
        kind(chroma().read_done(response(400, &body)))
    };
    let expected = Kind::OtherDimension { found: Some(3) };
    assert_eq!(refused("Collection expecting embedding with dimension of 3, got 2"), expected);
    assert_eq!(refused("Inconsistent dimensions in provided embeddings"), Kind::OtherDimension { found: None });
    assert_eq!(refused("Database [d] does not exist"), Kind::Refused);
}
