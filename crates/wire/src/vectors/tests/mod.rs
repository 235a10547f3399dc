//! What is sent to each store, and what its responses may be: recorded from Chroma 1.5, and as Qdrant documents them.

mod chroma;
mod qdrant;

use super::*;
use serde_json::{Value, json};

const ONE: &str = "018f3a5e-0000-7000-8000-000000000001";
const TWO: &str = "018f3a5e-0000-7000-8000-000000000002";
const BRANCH: &str = "018f3a5e-0000-7000-8000-0000000000b1";

fn api(kind: VectorStoreKind, base_url: &str) -> VectorApi {
    VectorApi::new(kind, base_url, "ricordo-1").unwrap()
}

fn ok(body: &str) -> StoreResponse<'_> {
    response(200, body)
}

fn response(status: u16, body: &str) -> StoreResponse<'_> {
    StoreResponse { status, body: body.as_bytes() }
}

/// Method, path and body of a call.
fn shown(call: &Call) -> (Method, &str, Value) {
    let body = call.body.as_ref().map_or(Value::Null, |body| serde_json::from_slice(body).unwrap());
    (call.method, call.path.as_str(), body)
}

fn stored(id: &str, values: &[f32]) -> StoredVector {
    let (id, branch) = (id.parse().unwrap(), BRANCH.parse().unwrap());
    StoredVector { id, branch, part: 7, values: values.to_vec() }
}

fn kind<T: std::fmt::Debug>(result: Result<T, VectorStoreError>) -> Kind {
    result.unwrap_err().kind
}

const BOTH: [VectorStoreKind; 2] = [VectorStoreKind::Qdrant, VectorStoreKind::Chroma];

#[test]
fn a_name_that_both_programs_take_is_one() {
    let new = |name: &str| VectorApi::new(VectorStoreKind::Qdrant, "http://x", name);
    for name in ["abc", "ricordo_1-A", &"a".repeat(128)] {
        assert!(new(name).is_ok(), "{name}");
    }
    for name in ["", "ab", "..", "a/b", "a?b", "-ab", "ab_", "a.b", "їжак", &"a".repeat(129)] {
        assert_eq!(kind(new(name)), Kind::Refused, "{name}");
    }
}

#[test]
fn the_key_is_in_the_header_of_the_program() {
    let headers = |kind, key| api(kind, "http://x").headers(key);
    assert_eq!(headers(VectorStoreKind::Qdrant, Some(" k3y ")), [("api-key", "k3y".to_owned())]);
    assert_eq!(headers(VectorStoreKind::Chroma, Some("k3y")), [("x-chroma-token", "k3y".to_owned())]);
    for kind in BOTH {
        assert_eq!(headers(kind, Some("Bearer k3y")), [("authorization", "Bearer k3y".to_owned())]);
        assert_eq!(headers(kind, Some(" ")), []);
        assert_eq!(headers(kind, None), []);
    }
}

#[test]
fn vectors_that_the_collection_cannot_hold_are_not_sent() {
    let collection = Collection { place: "c1".to_owned(), dimension: 2 };
    for of in BOTH {
        let api = api(of, "http://x");
        let put = |values: &[f32]| kind(api.put(&collection, &[stored(ONE, &[1.0, 0.0]), stored(TWO, values)]));
        assert_eq!(put(&[1.0]), Kind::OtherDimension { found: Some(2) });
        assert_eq!(put(&[1.0, f32::NAN]), Kind::Refused);
        assert_eq!(put(&[1.0, f32::INFINITY]), Kind::Refused);
        let nearest = kind(api.nearest(&collection, &[1.0, 0.0, 0.0], None, 1));
        assert_eq!(nearest, Kind::OtherDimension { found: Some(2) });
    }
}

#[test]
fn numbers_are_written_as_short_as_they_are() {
    let collection = Collection { place: "c1".to_owned(), dimension: 2 };
    for kind in BOTH {
        let api = api(kind, "http://x");
        let calls = [
            api.put(&collection, &[stored(ONE, &[0.1, -0.2])]).unwrap(),
            api.nearest(&collection, &[0.1, -0.2], None, 1).unwrap(),
        ];
        for call in calls {
            let body = String::from_utf8(call.body.unwrap()).unwrap();
            assert!(body.contains("[0.1,-0.2]"), "{body}");
        }
    }
}

#[test]
fn what_is_no_store_is_recognised() {
    for of in BOTH {
        let api = api(of, "http://x");
        for (status, body) in [
            (200, "<!doctype html><title>x</title>"),
            (200, "{}"),
            (200, r#"{"title":"another","version":"1"}"#),
            (200, r#""x""#),
            (404, ""),
            (404, r#"{"detail":"Not Found"}"#),
            (404, "<html>no</html>"),
            (405, ""),
            (501, "no"),
        ] {
            let error = api.read_version(response(status, body)).unwrap_err();
            assert_eq!((error.kind, error.status), (Kind::NotAStore, Some(status)), "{of:?} {status} {body}");
        }
    }
}

#[test]
fn each_refusal_has_its_kind() {
    for of in BOTH {
        let refusal = |message: &str| match of {
            VectorStoreKind::Qdrant => json!({ "status": { "error": message }, "time": 0.1 }).to_string(),
            VectorStoreKind::Chroma => json!({ "error": "ChromaError", "message": message }).to_string(),
        };
        for (status, message, expected) in [
            (401, "no", Kind::Unauthorized),
            (403, "Collection x: forbidden", Kind::Unauthorized),
            (404, "Database [d] not found", Kind::Refused),
            (400, "Wrong input", Kind::Refused),
            (408, "Timeout", Kind::TimedOut),
            (429, "Rate limit", Kind::Limit),
            (507, "Quota", Kind::Limit),
            (500, "No space left on device", Kind::Limit),
            (500, "database or disk is full", Kind::Limit),
            (500, "Collection x: panicked", Kind::Refused),
        ] {
            let error = api(of, "http://x").read_count(response(status, &refusal(message))).unwrap_err();
            assert_eq!((error.kind, error.status), (expected, Some(status)), "{of:?} {message}");
            assert_eq!(error.detail, message);
        }
        let plain = api(of, "http://x").read_count(response(401, "Must provide an API key")).unwrap_err();
        assert_eq!((plain.kind, plain.detail.as_str()), (Kind::Unauthorized, "Must provide an API key"));
        let page = api(of, "http://x").read_count(response(502, "<html>Bad gateway</html>")).unwrap_err();
        assert_eq!((page.kind, page.detail.as_str()), (Kind::Refused, ""));
        let long = api(of, "http://x").read_count(response(400, &refusal(&"x".repeat(5_000)))).unwrap_err();
        assert!(long.detail.chars().count() < 400, "{}", long.detail.len());
    }
}

/// Every way to damage a response: what is missing, of another type, or a value that is no number.
fn damaged(whole: &Value) -> Vec<Value> {
    let mut all = vec![Value::Null, json!([]), json!("x"), json!(true)];
    let children: Vec<(String, Value)> = match whole {
        Value::Object(fields) => fields.iter().map(|(name, value)| (name.clone(), value.clone())).collect(),
        Value::Array(items) => items.iter().enumerate().map(|(at, value)| (at.to_string(), value.clone())).collect(),
        _ => Vec::new(),
    };
    for (name, child) in children {
        let with = |child: Value| {
            let mut copy = whole.clone();
            *copy.pointer_mut(&format!("/{name}")).unwrap() = child;
            copy
        };
        all.extend(damaged(&child).into_iter().map(with));
    }
    all
}

/// Nothing panics, and nothing but the whole response or one with fewer vectors is read.
fn survives_damage(whole: &str, read: impl Fn(StoreResponse<'_>) -> Result<Vec<StoredVector>, VectorStoreError>) {
    let all = read(ok(whole)).unwrap();
    for body in damaged(&serde_json::from_str(whole).unwrap()) {
        match read(ok(&body.to_string())) {
            Ok(found) => assert!(found.iter().all(|vector| all.contains(vector)), "{body}"),
            Err(error) => assert_eq!(error.kind, Kind::NotUnderstood, "{body}"),
        }
    }
    for end in 0..whole.len() {
        assert_eq!(kind(read(ok(&whole[..end]))), Kind::NotUnderstood, "{end}");
    }
    for value in ["NaN", "null", "1e39", "\"1\"", "[1]"] {
        let body = whole.replacen("0.6", value, 1);
        assert_ne!(body, whole);
        assert_eq!(kind(read(ok(&body))), Kind::NotUnderstood, "{body}");
    }
    for values in ["0.6", "0.6,0.8,0.0", ""] {
        let body = whole.replacen("0.6,0.8", values, 1);
        assert_eq!(kind(read(ok(&body))), Kind::NotUnderstood, "{body}");
    }
}
