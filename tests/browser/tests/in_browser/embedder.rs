//! The adapter of the embedding model, with stand-ins for its engine and for the storage of its weights. The real ones are
//! tested by `tests/e2e/in-page-embedding.test.mjs`.

use futures_util::future::poll_immediate;
use gloo_timers::future::TimeoutFuture;
use js_sys::{Array, Reflect};
use ricordo_browser::{InPageEmbedder, ModelProgress, serve_from};
use ricordo_core::{
    error::{ModelError, ModelErrorKind},
    recall::{EmbedError, Embedder, Purpose},
    wire::embeddings::EmbeddingsError,
};
use std::{cell::RefCell, rc::Rc};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

const BYTES: u64 = 25_840_704;

/// The stand-ins, while they are served in place of the real scripts.
struct StandIns {
    state: JsValue,
}

impl StandIns {
    fn new() -> Self {
        let state =
            js_sys::JSON::parse(r#"{"downloads":0,"loads":0,"isLoaded":false,"fails":false,"asked":[]}"#).unwrap();
        Reflect::set(&js_sys::global(), &"standIn".into(), &state).unwrap();
        serve_from(&format!("{}/stand-ins/", origin()));
        Self { state }
    }

    fn get(&self, name: &str) -> JsValue {
        Reflect::get(&self.state, &name.into()).unwrap()
    }

    fn set(&self, name: &str, value: impl Into<JsValue>) {
        Reflect::set(&self.state, &name.into(), &value.into()).unwrap();
    }

    fn count(&self, name: &str) -> u32 {
        self.get(name).as_f64().unwrap() as u32
    }

    fn asked(&self) -> Vec<String> {
        Array::from(&self.get("asked")).iter().map(|text| text.as_string().unwrap()).collect()
    }
}

impl Drop for StandIns {
    fn drop(&mut self) {
        serve_from(&format!("{}/", origin()));
    }
}

fn origin() -> String {
    Reflect::get(&js_sys::global(), &"origin".into()).unwrap().as_string().unwrap()
}

async fn ready(embedder: &InPageEmbedder) {
    while embedder.progress() != ModelProgress::Ready {
        TimeoutFuture::new(1).await;
    }
}

fn broken() -> EmbedError {
    EmbedError::Failed(EmbeddingsError::Refused(ModelError::new(ModelErrorKind::ModelFailed, "It broke.")))
}

#[wasm_bindgen_test]
async fn it_is_downloaded_only_when_asked_for_and_reports_its_progress() {
    let stand_ins = StandIns::new();
    let states = Rc::new(RefCell::new(Vec::new()));
    let embedder = {
        let states = Rc::clone(&states);
        InPageEmbedder::new(move |state| states.borrow_mut().push(state))
    };
    assert_eq!(embedder.embed(&["one"], Purpose::Passage).await, Err(EmbedError::NotReady));
    TimeoutFuture::new(50).await;
    assert_eq!((stand_ins.count("downloads"), stand_ins.count("loads")), (0, 0));
    assert_eq!(InPageEmbedder::held().await, None);

    embedder.load().await.unwrap();
    let expected =
        [ModelProgress::Downloading { loaded: BYTES / 2, total: BYTES }, ModelProgress::Loading, ModelProgress::Ready];
    assert_eq!(*states.borrow(), expected);
    assert!(InPageEmbedder::held().await.unwrap().whole);
    embedder.load().await.unwrap();
    assert_eq!((stand_ins.count("downloads"), stand_ins.count("loads")), (1, 1));

    embedder.delete_held().await;
    assert_eq!(embedder.progress(), ModelProgress::NotLoaded);
    assert_eq!(InPageEmbedder::held().await, None);
    assert_eq!(embedder.embed(&["one"], Purpose::Passage).await, Err(EmbedError::NotReady));
}

#[wasm_bindgen_test]
async fn each_text_has_its_vector_in_order() {
    let stand_ins = StandIns::new();
    let embedder = InPageEmbedder::new(|_| {});
    embedder.load().await.unwrap();
    let vectors = embedder.embed(&["a", "bcd"], Purpose::Passage).await;
    assert_eq!(vectors, Ok(vec![vec![10.0], vec![12.0]]));
    assert_eq!(embedder.embed(&["a"], Purpose::Question).await, Ok(vec![vec![8.0]]));
    assert_eq!(stand_ins.asked(), ["passage: a", "passage: bcd", "query: a"]);
    assert!(embedder.embed(&[" "], Purpose::Passage).await.is_err());
    assert_eq!(embedder.embed(&[], Purpose::Passage).await, Ok(Vec::new()));
}

#[wasm_bindgen_test]
async fn a_question_is_asked_once_even_if_nobody_waited_for_its_vector() {
    let stand_ins = StandIns::new();
    let embedder = InPageEmbedder::new(|_| {});
    embedder.load().await.unwrap();
    assert!(poll_immediate(embedder.embed(&["where?"], Purpose::Question)).await.is_none());
    let again = embedder.embed(&["where?"], Purpose::Question).await;
    assert_eq!(again, Ok(vec![vec![13.0]]));
    // A vector that is known needs no engine.
    embedder.unload().await;
    assert_eq!(embedder.embed(&["where?"], Purpose::Question).await, again);
    assert_eq!(stand_ins.asked(), ["query: where?"]);
}

#[wasm_bindgen_test]
async fn stored_weights_are_loaded_by_the_first_text() {
    let stand_ins = StandIns::new();
    InPageEmbedder::new(|_| {}).load().await.unwrap();
    stand_ins.set("isLoaded", false);

    let embedder = InPageEmbedder::new(|_| {});
    for _ in 0..3 {
        assert_eq!(embedder.embed(&["one"], Purpose::Question).await, Err(EmbedError::NotReady));
    }
    ready(&embedder).await;
    assert!(embedder.embed(&["one"], Purpose::Question).await.is_ok());
    assert_eq!((stand_ins.count("downloads"), stand_ins.count("loads")), (1, 2));
}

#[wasm_bindgen_test]
async fn an_engine_that_fails_is_loaded_again_but_not_for_ever() {
    let stand_ins = StandIns::new();
    let embedder = InPageEmbedder::new(|_| {});
    embedder.load().await.unwrap();
    stand_ins.set("fails", true);
    for _ in 0..3 {
        ready(&embedder).await;
        assert_eq!(embedder.embed(&["one"], Purpose::Question).await, Err(broken()));
        assert_eq!(embedder.progress(), ModelProgress::NotLoaded);
        // Begins to load it, except after the last time.
        let _ = embedder.embed(&["one"], Purpose::Question).await;
    }
    TimeoutFuture::new(50).await;
    assert_eq!(stand_ins.count("loads"), 3);
    assert_eq!(embedder.embed(&["one"], Purpose::Question).await, Err(broken()));

    stand_ins.set("fails", false);
    embedder.load().await.unwrap();
    assert!(embedder.embed(&["one"], Purpose::Question).await.is_ok());
}
