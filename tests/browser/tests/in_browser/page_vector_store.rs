//! The adapter of a page's own vector store: the conformance suite over the store of the example, and stores that do
//! anything else.

use crate::support::run;
use futures_util::future::{join, select};
use gloo_timers::future::TimeoutFuture;
use js_sys::Function;
use ricordo_browser::PageVectorStore;
use ricordo_core::{
    cancel::Cancel,
    id::MessageId,
    recall::{Removed, StoredVector, VectorStore, VectorStoreError, VectorStoreErrorKind as Kind},
};
use std::{cell::RefCell, collections::BTreeMap, fmt::Debug, pin::pin};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

const EXAMPLE: &str = include_str!("../../../../examples/vector-store/map-store.mjs");
const LONGEST_MS: u32 = 20_000;
const ID: &str = "018f3a5e-0000-7000-8000-000000000001";
const OTHER_ID: &str = "018f3a5e-0000-7000-8000-000000000002";
const BRANCH: &str = "018f3a5e-0000-7000-8000-0000000000b1";

thread_local! {
    static COLLECTIONS: RefCell<BTreeMap<String, JsValue>> = RefCell::default();
}

fn map_store() -> JsValue {
    let body = format!("{} return mapStore();", EXAMPLE.replace("export ", ""));
    Function::new_no_args(&body).call0(&JsValue::UNDEFINED).unwrap()
}

async fn open(name: &str) -> PageVectorStore {
    let object = COLLECTIONS.with_borrow_mut(|all| all.entry(name.to_owned()).or_insert_with(map_store).clone());
    PageVectorStore::new(object, LONGEST_MS).unwrap()
}

mod of_the_example {
    use super::open;

    ricordo_core::vector_store_conformance!(wasm_bindgen_test::wasm_bindgen_test, open);
}

/// A store whose methods are the example's, but for those given: fields of an object in JavaScript.
async fn with_methods(methods: &str, longest_ms: u32) -> PageVectorStore {
    let object = run(&format!("return Object.assign(argument, {{ {methods} }});"), map_store()).await;
    PageVectorStore::new(object, longest_ms).unwrap()
}

fn id(text: &str) -> MessageId {
    text.parse().unwrap()
}

fn one() -> StoredVector {
    StoredVector { id: id(ID), branch: BRANCH.parse().unwrap(), part: 7, values: vec![0.5, 1.0] }
}

fn error<T: Debug>(result: Result<T, VectorStoreError>) -> (Kind, String) {
    let VectorStoreError { kind, detail, .. } = result.unwrap_err();
    (kind, detail)
}

#[wasm_bindgen_test]
async fn a_method_gets_copies_of_ids_vectors_and_tags_and_a_signal() {
    let seen = "put(...given) { globalThis.given = given; return null; }";
    with_methods(seen, LONGEST_MS).await.put(&[one()]).await.unwrap();
    let body = "const [[vector, ...more], signal] = globalThis.given;
        const { values, ...tags } = vector;
        return JSON.stringify([tags, [...values], more, values instanceof Float32Array, signal instanceof AbortSignal]);";
    let expected = format!(r#"[{{"id":"{ID}","branch":"{BRANCH}","part":7}},[0.5,1],[],true,true]"#);
    assert_eq!(run(body, "").await.as_string(), Some(expected));
}

#[wasm_bindgen_test]
async fn an_object_without_the_methods_is_refused() {
    for (wrong, detail) in [
        ("return 7;", "`ensure` is missing"),
        ("return null;", "`ensure` is missing"),
        ("delete argument.nearest; return argument;", "`nearest` is missing"),
        ("return Object.assign(argument, { count: 3 });", "`count` is missing"),
        ("return Object.assign(argument, { onThisComputer: 'yes' });", "`onThisComputer` is true or false"),
    ] {
        let refused = PageVectorStore::new(run(wrong, map_store()).await, LONGEST_MS).unwrap_err();
        assert!(refused.contains(detail), "{refused}");
    }
    let methods_of_a_class = "return Object.create(Object.assign(argument, { onThisComputer: undefined }));";
    let store = PageVectorStore::new(run(methods_of_a_class, map_store()).await, LONGEST_MS).unwrap();
    assert!(!store.is_on_this_computer(), "unless the page says so");
    assert!(open("here").await.is_on_this_computer());
}

#[wasm_bindgen_test]
async fn what_a_method_throws_has_its_reason_and_its_words() {
    for (thrown, kind, detail) in [
        ("Object.assign(new Error('No such table.'), { code: 'gone' })", Kind::Gone, "No such table"),
        ("{ code: 'other-dimension', message: '3' }", Kind::OtherDimension { found: None }, "3"),
        ("{ code: 'unreachable' }", Kind::Unreachable, "what is no error"),
        ("{ code: 'timed-out' }", Kind::TimedOut, "what is no error"),
        ("{ code: 'unauthorized' }", Kind::Unauthorized, "what is no error"),
        ("{ code: 'limit' }", Kind::Limit, "what is no error"),
        ("new TypeError('Failed to fetch')", Kind::Refused, "Failed to fetch"),
        ("new DOMException('Later', 'AbortError')", Kind::Refused, "Later"),
        ("'full'", Kind::Refused, "full"),
        ("undefined", Kind::Refused, "what is no error"),
        ("{ get message() { throw 1; }, get code() { throw 1; } }", Kind::Refused, "what is no error"),
    ] {
        for method in ["get() { throw", "async get() { throw"] {
            let store = with_methods(&format!("{method} {thrown}; }}"), LONGEST_MS).await;
            assert_eq!(error(store.get(&[id(ID)]).await), (kind, format!("`get` threw: {detail}")));
        }
    }
    let long = with_methods("get() { throw 'x'.repeat(1e6); }", LONGEST_MS).await;
    assert!(error(long.get(&[id(ID)]).await).1.len() < 400);
    let gone = "count() { throw { code: 'gone' }; }, delete() { throw { code: 'gone' }; }";
    let gone = with_methods(gone, LONGEST_MS).await;
    assert_eq!((gone.count().await, gone.delete().await), (Ok(0), Ok(())), "nothing is there");
}

/// A vector as the page returns it, with some fields replaced.
fn returned(fields: &str) -> String {
    format!("{{ id: '{ID}', branch: '{BRANCH}', part: 7, values: [0.5, 1], {fields} }}")
}

#[wasm_bindgen_test]
async fn wrong_vectors_are_errors() {
    let good = returned("");
    let wrong = |fields: &str| format!("[{}]", returned(fields));
    for answer in [
        "undefined".to_owned(),
        "({ length: 1 })".to_owned(),
        "'text'".to_owned(),
        "[7]".to_owned(),
        "[undefined]".to_owned(),
        "new Array(4_000_000_000)".to_owned(),
        format!("[{good}, {good}, {good}]"),
        wrong("id: 'none'"),
        wrong("id: 7"),
        wrong("branch: undefined"),
        wrong("part: -1"),
        wrong("part: 1.5"),
        wrong("part: '7'"),
        wrong("part: 4294967296"),
        wrong("values: [0.5, NaN]"),
        wrong("values: [0.5, 1e300]"),
        wrong("values: [0.5, '1']"),
        wrong("values: '0.5'"),
        wrong("values: undefined"),
    ] {
        let methods = format!("get: () => {answer}, nearest: async () => {answer}");
        let store = with_methods(&methods, LONGEST_MS).await;
        for result in [store.get(&[id(ID), id(OTHER_ID)]).await, store.nearest(&[1.0, 0.0], None, 2).await] {
            assert_eq!(error(result).0, Kind::NotUnderstood, "{answer}");
        }
    }
    for answer in [
        format!("[{}]", returned("id: '018f3a5e-0000-7000-8000-00000000000f'")),
        format!("[{good}, {}]", returned(&format!("id: '{OTHER_ID}', values: [1]"))),
    ] {
        let store = with_methods(&format!("get: () => {answer}"), LONGEST_MS).await;
        assert_eq!(error(store.get(&[id(ID), id(OTHER_ID)]).await).0, Kind::NotUnderstood, "{answer}");
    }
    let store = with_methods(&format!("nearest: () => [{good}]"), LONGEST_MS).await;
    assert_eq!(store.nearest(&[1.0, 0.0], None, 1).await, Ok(vec![one()]));
    assert_eq!(error(store.nearest(&[1.0], None, 1).await).0, Kind::NotUnderstood, "of another length");
    let other = [OTHER_ID.parse().unwrap()];
    assert_eq!(error(store.nearest(&[1.0, 0.0], Some(&other), 1).await).0, Kind::NotUnderstood, "of another branch");
}

#[wasm_bindgen_test]
async fn wrong_pages_and_numbers_are_errors() {
    for answer in
        ["undefined", "[]", "({ ids: 7 })", "({ ids: ['x'] })", "({ ids: [], next: 7 })", "({ ids: [], next: 'here' })"]
    {
        let store = with_methods(&format!("ids: () => {answer}"), LONGEST_MS).await;
        assert_eq!(error(store.ids(Some("here")).await).0, Kind::NotUnderstood, "{answer}");
    }
    for answer in ["undefined", "-1", "1.5", "NaN", "'3'", "Infinity"] {
        let store = with_methods(&format!("count: () => {answer}"), LONGEST_MS).await;
        assert_eq!(error(store.count().await).0, Kind::NotUnderstood, "{answer}");
    }
}

/// Methods that never end, and count the signals that were aborted.
const ENDLESS: &str =
    "remove: (_, signal) => new Promise(() => signal.addEventListener('abort', () => globalThis.aborted++))";

async fn aborted() -> Option<f64> {
    run("const { aborted } = globalThis; globalThis.aborted = 0; return aborted;", "").await.as_f64()
}

#[wasm_bindgen_test]
async fn a_call_that_never_ends_is_given_up_and_its_signal_aborted() {
    aborted().await;
    let removed = [id(ID)];
    let late = with_methods(ENDLESS, 20).await;
    assert_eq!(error(late.remove(Removed::Ids(&removed)).await).0, Kind::TimedOut);
    assert_eq!(aborted().await, Some(1.0));

    let store = with_methods(ENDLESS, LONGEST_MS).await;
    select(pin!(store.remove(Removed::Ids(&removed))), TimeoutFuture::new(20)).await;
    assert_eq!(aborted().await, Some(1.0), "nobody waits for it");

    let cancel = Cancel::default();
    let ended = store.until(&cancel);
    let cancelling = async { cancel.cancel() };
    let (ended, ()) = join(ended.remove(Removed::Ids(&removed)), cancelling).await;
    assert_eq!((error(ended).0, aborted().await), (Kind::TimedOut, Some(1.0)));
}
