//! The vector stores, with the conformance suite: Chroma's own server, and a stand-in for Qdrant's with Qdrant's engine.
//! `cargo xtask test` starts both (`xtask/src/vector_stores.rs`). For failures `fetch` is mocked.

use crate::{
    http::{KEY, play, sent},
    support::{fresh, run},
};
use gloo_timers::future::TimeoutFuture;
use ricordo_browser::HttpVectorStore;
use ricordo_core::{
    id::{BranchId, MessageId},
    recall::{StoredVector, VectorStore, VectorStoreError, VectorStoreErrorKind as Kind},
    wire::vectors::VectorStoreKind,
};
use std::pin::pin;
use wasm_bindgen_test::wasm_bindgen_test;

const CHROMA: &str = "http://127.0.0.1:18871";
const QDRANT: &str = "http://127.0.0.1:18872";
const QDRANT_KEY: &str = "k3y-of-the-stand-in";

pub(crate) fn chroma(collection: &str) -> HttpVectorStore {
    HttpVectorStore::new(VectorStoreKind::Chroma, CHROMA, None, collection, 60)
}

pub(crate) fn qdrant(collection: &str) -> HttpVectorStore {
    HttpVectorStore::new(VectorStoreKind::Qdrant, QDRANT, Some(QDRANT_KEY), collection, 60)
}

/// A collection that is new in this run.
pub(crate) async fn open(store: fn(&str) -> HttpVectorStore, name: &str) -> HttpVectorStore {
    if let Err(error) = store("is-it-there").facts().await {
        panic!("{error}. Run these tests with `cargo xtask test --only browser`, which starts the vector stores.");
    }
    store(&fresh(name))
}

mod on_chroma {
    use super::HttpVectorStore;

    async fn open(name: &str) -> HttpVectorStore {
        super::open(super::chroma, name).await
    }

    ricordo_core::vector_store_conformance!(wasm_bindgen_test::wasm_bindgen_test, open);
}

mod on_the_stand_in_for_qdrant {
    use super::HttpVectorStore;

    async fn open(name: &str) -> HttpVectorStore {
        super::open(super::qdrant, name).await
    }

    ricordo_core::vector_store_conformance!(wasm_bindgen_test::wasm_bindgen_test, open);
}

fn kind<T: std::fmt::Debug>(result: Result<T, VectorStoreError>) -> Kind {
    result.unwrap_err().kind
}

#[wasm_bindgen_test]
async fn a_store_says_what_it_is_and_which_dimension_its_vectors_have() {
    for (store, name) in [(chroma as fn(&str) -> HttpVectorStore, "Chroma"), (qdrant, "Qdrant")] {
        let store = open(store, "facts").await;
        let facts = store.facts().await.unwrap();
        assert_eq!((facts.version.name, facts.dimension), (name, None));
        assert!(facts.version.version.starts_with(|char: char| char.is_ascii_digit()), "{}", facts.version.version);
        store.ensure(3).await.unwrap();
        assert_eq!(store.facts().await.unwrap().dimension, Some(3));
        store.delete().await.unwrap();
    }
}

#[wasm_bindgen_test]
async fn what_is_wrong_with_an_address_or_a_key_is_found() {
    open(qdrant, "wrong").await;
    let facts = async |kind, address: &str, key| HttpVectorStore::new(kind, address, key, "wrong", 20).facts().await;
    let (as_qdrant, as_chroma) = (VectorStoreKind::Qdrant, VectorStoreKind::Chroma);
    assert_eq!(kind(facts(as_qdrant, QDRANT, None).await), Kind::Unauthorized);
    assert_eq!(kind(facts(as_qdrant, QDRANT, Some("another")).await), Kind::Unauthorized);
    assert_eq!(kind(facts(as_qdrant, CHROMA, None).await), Kind::NotAStore);
    assert_eq!(kind(facts(as_chroma, &format!("{CHROMA}/collections"), None).await), Kind::NotAStore);
    // Nothing listens there.
    assert_eq!(kind(facts(as_chroma, "http://127.0.0.1:9", None).await), Kind::Unreachable);
    assert_eq!(kind(facts(as_chroma, "127.0.0.1:8000", None).await), Kind::InvalidAddress);
    assert_eq!(kind(facts(as_chroma, "http://a:b@127.0.0.1:8000", None).await), Kind::InvalidAddress);
    let no_name = HttpVectorStore::new(as_chroma, CHROMA, None, "../x", 20);
    assert_eq!(kind(no_name.facts().await), Kind::Refused);
    assert_eq!(kind(no_name.delete().await), Kind::Refused);
}

/// Answers as Qdrant does: there is a collection of two dimensions, and a call is done.
const DONE: &str = r#"const result = request.method === "GET"
        ? { config: { params: { vectors: { size: 2, distance: "Cosine" } } } }
        : { operation_id: 0, status: "completed" };
    return new Response(JSON.stringify({ result, status: "ok", time: 0 }));"#;

fn mocked(kind: VectorStoreKind, base_url: &str) -> HttpVectorStore {
    HttpVectorStore::new(kind, base_url, Some(KEY), "ricordo-1", 1)
}

fn one() -> [StoredVector; 1] {
    let id: MessageId = "018f3a5e-0000-7000-8000-000000000001".parse().unwrap();
    let branch: BranchId = "018f3a5e-0000-7000-8000-0000000000b1".parse().unwrap();
    [StoredVector { id, branch, part: 7, values: vec![0.5, 1.0] }]
}

#[wasm_bindgen_test]
async fn ids_vectors_and_tags_are_sent_with_one_header_for_the_key() {
    play(DONE).await;
    let put = mocked(VectorStoreKind::Qdrant, " https://q.example.org/p/?gate=1 ").put(&one()).await;
    let sent = sent().await;
    assert_eq!(put, Ok(()));
    let url = r#""url":"https://q.example.org/p/collections/ricordo-1/points?gate=1&wait=true","method":"PUT""#;
    assert!(sent.contains(url), "{sent}");
    assert!(sent.contains(&format!(r#""headers":{{"api-key":"{KEY}","content-type":"application/json"}}"#)), "{sent}");
    assert!(sent.contains(&format!(r#""headers":{{"api-key":"{KEY}"}}"#)), "{sent}");
    let body = r#"{\"points\":[{\"id\":\"018f3a5e-0000-7000-8000-000000000001\",\"vector\":[0.5,1.0],\"payload\":{\"branch\":\"018f3a5e-0000-7000-8000-0000000000b1\",\"part\":\"7\"}}]}"#;
    assert!(sent.contains(body), "{sent}");
}

#[wasm_bindgen_test]
async fn a_key_that_is_repeated_is_not_in_the_error() {
    for kind in [VectorStoreKind::Qdrant, VectorStoreKind::Chroma] {
        for (status, before) in [(200, 0), (401, 0), (401, 285), (401, 295), (400, 290)] {
            play(&format!(
                r#"const key = request.headers.get("api-key") ?? request.headers.get("x-chroma-token");
                const message = "x".repeat({before}) + " " + key;
                return new Response(JSON.stringify({{ error: "E", message, status: {{ error: message }} }}), {{ status: {status} }});"#
            ))
            .await;
            let error = mocked(kind, "https://v.example.org").get(&[one()[0].id]).await.unwrap_err();
            sent().await;
            assert!(!error.detail.contains(&KEY[..2]), "{}", error.detail);
        }
    }
}

#[wasm_bindgen_test]
async fn a_key_that_is_a_word_of_the_errors_changes_no_kind() {
    play(
        r#"return new Response('{"status":{"error":"Not found: Collection `x` doesn\'t exist!"}}', { status: 404 });"#,
    )
    .await;
    let store = HttpVectorStore::new(VectorStoreKind::Qdrant, "https://v.example.org", Some("error"), "ricordo-1", 1);
    assert_eq!(store.count().await, Ok(0));
    assert_eq!(kind(store.get(&[one()[0].id]).await), Kind::Gone);
    sent().await;
}

#[wasm_bindgen_test]
async fn failures_of_a_vector_store_have_their_kinds() {
    let failed = async |answer: &str| {
        play(answer).await;
        let error = mocked(VectorStoreKind::Qdrant, "https://v.example.org").get(&[one()[0].id]).await;
        sent().await;
        kind(error)
    };
    assert_eq!(failed("await new Promise(() => {});").await, Kind::TimedOut);
    assert_eq!(failed(r#"return new Response("{}", { status: 429 });"#).await, Kind::Limit);
    assert_eq!(failed(r#"return new Response("<!doctype html>");"#).await, Kind::NotAStore);
    assert_eq!(failed(r#"return new Response("");"#).await, Kind::NotUnderstood);
    // A server that is off, and one that does not permit the page: its answer to a question without headers is hidden.
    assert_eq!(failed(r#"throw new TypeError("Failed to fetch");"#).await, Kind::Unreachable);
    let hidden = r#"if (request.mode !== "no-cors") throw new TypeError("Failed to fetch"); return new Response("");"#;
    assert_eq!(failed(hidden).await, Kind::Unreachable);
    let cut = r#"return new Response(new ReadableStream({ pull: controller => controller.error(new TypeError("network")) }));"#;
    assert_eq!(failed(cut).await, Kind::Unreachable);
    let endless = r#"const piece = new TextEncoder().encode(",0.1234567".repeat(400_000));
        return new Response(new ReadableStream({ pull: controller => controller.enqueue(piece) }));"#;
    assert_eq!(failed(endless).await, Kind::NotUnderstood);
}

#[wasm_bindgen_test]
async fn calls_that_are_dropped_abort_their_request() {
    play("await new Promise(() => {});").await;
    let store = HttpVectorStore::new(VectorStoreKind::Chroma, "https://v.example.org", None, "ricordo-1", 60);
    {
        let dropped = pin!(store.count());
        futures_util::future::select(dropped, TimeoutFuture::new(50)).await;
    }
    sent().await;
    assert_eq!(run("return globalThis.aborted", "").await.as_f64(), Some(1.0));
}
