//! Qdrant's calls and responses.

use super::*;

fn qdrant() -> VectorApi {
    api(VectorStoreKind::Qdrant, "http://x:6333/")
}

fn there() -> Collection {
    Collection { place: "ricordo-1".to_owned(), dimension: 2 }
}

fn with(points: &str) -> String {
    format!(r#"{{"result":{points},"status":"ok","time":0.0001}}"#)
}

fn point(id: &str, values: &str) -> String {
    format!(r#"{{"id":"{id}","payload":{{"branch":"{BRANCH}","part":"7"}},"vector":{values},"score":0.9,"version":2}}"#)
}

#[test]
fn the_server_says_what_it_is() {
    let body = r#"{"title":"qdrant - vector search engine","version":"1.15.1","commit":"0"}"#;
    assert_eq!(shown(&qdrant().version()), (Method::Get, "", Value::Null));
    assert_eq!(qdrant().root(), "http://x:6333");
    let version = qdrant().read_version(ok(body)).unwrap();
    assert_eq!((version.name, version.version.as_str()), ("Qdrant", "1.15.1"));
}

#[test]
fn a_collection_is_found_and_made() {
    let api = qdrant();
    assert_eq!(shown(&api.find()), (Method::Get, "collections/ricordo-1", Value::Null));
    let vectors = json!({ "vectors": { "size": 384, "distance": "Cosine" } });
    assert_eq!(shown(&api.create(384)), (Method::Put, "collections/ricordo-1", vectors));
    let index = json!({ "field_name": "branch", "field_schema": "keyword" });
    let call = api.index().unwrap();
    assert_eq!(shown(&call), (Method::Put, "collections/ricordo-1/index?wait=true", index));
    assert_eq!(shown(&api.delete()), (Method::Delete, "collections/ricordo-1", Value::Null));
    let found = include_str!("../../../fixtures/vectors/qdrant-collection.json");
    let expected = Collection { place: "ricordo-1".to_owned(), dimension: 3 };
    assert_eq!(api.read_collection(ok(found)), Ok(expected));
    let missing = r#"{"status":{"error":"Not found: Collection `ricordo-1` doesn't exist!"},"time":0.1}"#;
    assert_eq!(kind(api.read_collection(response(404, missing))), Kind::Gone);
    let again = r#"{"status":{"error":"Wrong input: Collection `ricordo-1` already exists!"},"time":0.1}"#;
    let again = api.read_done(response(409, again)).unwrap_err();
    assert_eq!((again.kind, again.status), (Kind::Refused, Some(409)));
}

#[test]
fn a_collection_of_another_program_is_not_taken() {
    let found = include_str!("../../../fixtures/vectors/qdrant-collection.json");
    let read = |body: &str| qdrant().read_collection(ok(body));
    assert_eq!(kind(read(&found.replace("Cosine", "Dot"))), Kind::Refused);
    let named = found.replace(r#"{"size":3,"distance":"Cosine"}"#, r#"{"dense":{"size":3,"distance":"Cosine"}}"#);
    assert_eq!(kind(read(&named)), Kind::Refused);
    assert_eq!(kind(read(&found.replace(r#""size":3"#, r#""size":-3"#))), Kind::NotUnderstood);
    assert_eq!(kind(read(&with("null"))), Kind::NotUnderstood);
}

#[test]
fn calls_name_ids_branches_and_parts_and_nothing_else() {
    let (api, there) = (qdrant(), there());
    let (ids, branches) = ([ONE.parse().unwrap()], [BRANCH.parse().unwrap()]);
    let any = json!({ "must": [{ "key": "branch", "match": { "any": [BRANCH] } }] });
    let point = json!({ "id": ONE, "vector": [1.0, 0.0], "payload": { "branch": BRANCH, "part": "7" } });
    let at = |path: &'static str| move |body| (Method::Post, path, body);
    let put = api.put(&there, &[stored(ONE, &[1.0, 0.0])]).unwrap();
    assert_eq!(shown(&put), (Method::Put, "collections/ricordo-1/points?wait=true", json!({ "points": [point] })));
    let get = json!({ "ids": [ONE], "with_payload": true, "with_vector": true });
    assert_eq!(shown(&api.get(&there, &ids)), at("collections/ricordo-1/points")(get));
    let query = at("collections/ricordo-1/points/query");
    let all = json!({ "query": [1.0, 0.0], "limit": 5, "with_payload": true, "with_vector": true });
    assert_eq!(shown(&api.nearest(&there, &[1.0, 0.0], None, 5).unwrap()), query(all.clone()));
    let mut some = all;
    some["filter"] = any.clone();
    assert_eq!(shown(&api.nearest(&there, &[1.0, 0.0], Some(&branches), 5).unwrap()), query(some));
    let delete = at("collections/ricordo-1/points/delete?wait=true");
    assert_eq!(shown(&api.remove(&there, Removed::Ids(&ids))), delete(json!({ "points": [ONE] })));
    assert_eq!(shown(&api.remove(&there, Removed::Branches(&branches))), delete(json!({ "filter": any })));
    let page = json!({ "limit": 256, "offset": TWO, "with_payload": true, "with_vector": false });
    assert_eq!(shown(&api.ids(&there, Some(TWO)).unwrap()), at("collections/ricordo-1/points/scroll")(page));
    let count = at("collections/ricordo-1/points/count");
    assert_eq!(shown(&api.count(&there)), count(json!({ "exact": true })));
}

#[test]
fn vectors_are_read_and_damaged_ones_are_not() {
    let (api, there) = (qdrant(), there());
    let points = format!("[{},{}]", point(ONE, "[0.6,0.8]"), point(TWO, "[0.0,1.0]"));
    let expected = vec![stored(ONE, &[0.6, 0.8]), stored(TWO, &[0.0, 1.0])];
    let got = with(&points);
    assert_eq!(api.read_vectors(&there, ok(&got)), Ok(expected.clone()));
    survives_damage(&got, |response| api.read_vectors(&there, response));
    let nearest = with(&format!(r#"{{"points":{points}}}"#));
    assert_eq!(api.read_nearest(&there, ok(&nearest)), Ok(expected));
    survives_damage(&nearest, |response| api.read_nearest(&there, response));
}

#[test]
fn pages_of_ids_lead_to_the_next_one() {
    let point = format!(r#"{{"id":"{ONE}","payload":{{"branch":"{BRANCH}","part":"7"}}}}"#);
    let page = |next: &str| with(&format!(r#"{{"points":[{point}],"next_page_offset":{next}}}"#));
    let read = |body: &str| qdrant().read_ids(None, ok(body));
    assert_eq!(read(&page(&format!("\"{TWO}\""))).unwrap().next.as_deref(), Some(TWO));
    let last = read(&page("null")).unwrap();
    assert_eq!((last.ids.len(), last.ids[0].part, last.next), (1, 7, None));
    assert_eq!(kind(read(&page("17"))), Kind::NotUnderstood);
    assert_eq!(kind(read(&page("null").replace(ONE, "17"))), Kind::NotUnderstood);
    assert_eq!(kind(read(&page("null").replace("\"7\"", "7"))), Kind::NotUnderstood);
}

#[test]
fn what_is_done_says_so() {
    let read = |body: &str| qdrant().read_done(ok(body));
    for done in [r#"{"operation_id":0,"status":"completed"}"#, "true", "false"] {
        assert_eq!(read(&with(done)), Ok(()), "{done}");
    }
    for not_yet in [r#"{"operation_id":0,"status":"acknowledged"}"#, r#"{"operation_id":0,"status":"wait_timeout"}"#] {
        assert_eq!(kind(read(&with(not_yet))), Kind::TimedOut, "{not_yet}");
    }
    for not_done in [r#"{"operation_id":0,"status":"x"}"#, "null", "[]"] {
        assert_eq!(kind(read(&with(not_done))), Kind::NotUnderstood, "{not_done}");
    }
    assert_eq!(qdrant().read_count(ok(&with(r#"{"count":3}"#))), Ok(3));
    assert_eq!(kind(qdrant().read_count(ok(&with(r#"{"count":-3}"#)))), Kind::NotUnderstood);
}

#[test]
fn another_dimension_is_named() {
    let refused =
        r#"{"status":{"error":"Wrong input: Vector dimension error: expected dim: 768, got 1024"},"time":0.1}"#;
    let error = kind(qdrant().read_done(response(400, refused)));
    assert_eq!(error, Kind::OtherDimension { found: Some(768) });
}
