//! Vectors from an endpoint: what is sent, what is kept, and failures. `fetch` is mocked.

use crate::http::{KEY, play, sent};
use crate::support::run;
use gloo_timers::future::TimeoutFuture;
use ricordo_browser::{EmbeddingCache, HttpEmbedder};
use ricordo_core::{
    error::{ModelError, ModelErrorKind},
    provider::{Provider, ProviderKind},
    recall::{EmbedError, Embedder, Purpose},
    wire::embeddings::EmbeddingsError,
};
use std::pin::pin;
use wasm_bindgen_test::wasm_bindgen_test;

/// Answers with the vector `[length of the text, 1]` for each text.
const LENGTHS: &str = r#"const { input } = await request.clone().json();
    const data = input.map((text, index) => ({ index, embedding: [text.length, 1] }));
    return new Response(JSON.stringify({ data }), { headers: { "content-type": "application/json" } });"#;

fn provider(kind: ProviderKind, base_url: &str) -> Provider {
    Provider { kind, base_url: base_url.to_owned(), ..Provider::in_page() }
}

fn embedder(model: &str) -> HttpEmbedder {
    let provider = provider(ProviderKind::OpenAiCompatible, "https://api.example.org/v1/");
    HttpEmbedder::new(&provider, model, Some(KEY.to_owned()), 20, EmbeddingCache::default())
}

async fn requests() -> usize {
    run("return globalThis.sent.length", "").await.as_f64().unwrap() as usize
}

fn refused(result: Result<Vec<Vec<f32>>, EmbedError>) -> ModelError {
    match result {
        Err(EmbedError::Failed(EmbeddingsError::Refused(error))) => error,
        other => panic!("{other:?}"),
    }
}

#[wasm_bindgen_test]
async fn texts_are_sent_with_the_prefix_of_their_model_and_two_headers() {
    play(LENGTHS).await;
    let embedder = embedder("multilingual-e5-small");
    let passages = embedder.embed(&["one", "three"], Purpose::Passage).await;
    let questions = embedder.embed(&["one", "three"], Purpose::Question).await;
    let none = embedder.embed(&[], Purpose::Passage).await;
    let sent = sent().await;
    assert_eq!(passages, Ok(vec![vec![12.0, 1.0], vec![14.0, 1.0]]));
    assert_eq!(questions, Ok(vec![vec![10.0, 1.0], vec![12.0, 1.0]]));
    assert_eq!(none, Ok(Vec::new()));
    assert!(sent.contains(r#""url":"https://api.example.org/v1/embeddings","method":"POST""#), "{sent}");
    let headers = format!(r#""headers":{{"authorization":"Bearer {KEY}","content-type":"application/json"}}"#);
    assert!(sent.contains(&headers), "{sent}");
    assert!(sent.contains(r#"\"input\":[\"passage: one\",\"passage: three\"]"#), "{sent}");
    assert!(sent.contains(r#"\"input\":[\"query: one\",\"query: three\"]"#), "{sent}");
    assert_eq!(sent.matches("\"url\"").count(), 2, "{sent}");
}

#[wasm_bindgen_test]
async fn ollama_is_asked_in_its_own_protocol() {
    play(r#"return new Response('{"embeddings":[[1,2,3]]}');"#).await;
    let provider = provider(ProviderKind::Ollama, "http://127.0.0.1:9");
    let embedder = HttpEmbedder::new(&provider, "all-minilm", None, 20, EmbeddingCache::default());
    let dimension = embedder.check().await;
    let sent = sent().await;
    assert_eq!(dimension, Ok(3));
    assert!(sent.contains(r#""url":"http://127.0.0.1:9/api/embed","method":"POST""#), "{sent}");
    assert!(sent.contains(r#"\"input\":[\"hello\"]"#), "{sent}");
    assert!(embedder.is_on_this_computer());
    assert_eq!(embedder.id(), "all-minilm http://127.0.0.1:9");
}

#[wasm_bindgen_test]
async fn connections_without_vectors_say_so_and_send_nothing() {
    play(LENGTHS).await;
    for kind in [ProviderKind::Anthropic, ProviderKind::InPage] {
        let provider = provider(kind, "https://api.example.org");
        let embedder = HttpEmbedder::new(&provider, "m", None, 20, EmbeddingCache::default());
        assert_eq!(embedder.check().await, Err(EmbedError::Failed(EmbeddingsError::Unsupported)));
    }
    assert_eq!(sent().await, "[]");
}

#[wasm_bindgen_test]
async fn a_question_is_requested_once_and_its_request_outlives_it() {
    play(&format!("await new Promise(resolve => setTimeout(resolve, 50)); {LENGTHS}")).await;
    let embedder = embedder("m");
    {
        let dropped = pin!(embedder.embed(&["four"], Purpose::Question));
        let limit = TimeoutFuture::new(10);
        let first = futures_util::future::select(dropped, limit).await;
        assert!(matches!(first, futures_util::future::Either::Right(_)), "the message goes without");
    }
    let again = embedder.clone().embed(&["four"], Purpose::Question).await;
    assert_eq!((again, requests().await), (Ok(vec![vec![4.0, 1.0]]), 1));
    assert_eq!(embedder.embed(&["four"], Purpose::Question).await, Ok(vec![vec![4.0, 1.0]]));
    assert_eq!(requests().await, 1);
    // A text that is to be found is another request, and is not kept.
    embedder.embed(&["four"], Purpose::Passage).await.unwrap();
    embedder.embed(&["four"], Purpose::Passage).await.unwrap();
    assert_eq!(requests().await, 3);
    sent().await;
}

#[wasm_bindgen_test]
async fn texts_that_are_dropped_abort_their_request() {
    play("await new Promise(() => {});").await;
    let embedder = embedder("m");
    {
        let dropped = pin!(embedder.embed(&["four"], Purpose::Passage));
        futures_util::future::select(dropped, TimeoutFuture::new(50)).await;
    }
    sent().await;
    assert_eq!(run("return globalThis.aborted", "").await.as_f64(), Some(1.0));
}

#[wasm_bindgen_test]
async fn a_key_that_is_repeated_is_not_in_the_error() {
    for status in [200, 401] {
        // Longer than what is kept of a message, and the key is at the cut.
        for before in [0, 285, 290, 295] {
            play(&format!(
                r#"const message = "x".repeat({before}) + " " + request.headers.get("authorization");
                return new Response(JSON.stringify({{ error: {{ message }} }}), {{ status: {status} }});"#
            ))
            .await;
            let error = refused(embedder("m").embed(&["one"], Purpose::Passage).await);
            sent().await;
            assert!(!error.detail.contains(&KEY[..2]), "{}", error.detail);
        }
    }
}

#[wasm_bindgen_test]
async fn failures_are_errors_that_say_what_happened() {
    let failed = |answer: &'static str| async move {
        play(answer).await;
        let error = embedder("m").embed(&["one", "two"], Purpose::Passage).await.unwrap_err();
        sent().await;
        error
    };
    let kind = |error| refused(Err(error)).kind;
    let limited = failed(r#"return new Response('{}', { status: 429, headers: { "retry-after": "7" } });"#).await;
    assert_eq!(refused(Err(limited)).retry_after_ms, Some(7_000));
    let page = r#"return new Response("<!doctype html>", { headers: { "content-type": "text/html" } });"#;
    assert_eq!(kind(failed(page).await), ModelErrorKind::NotTheProtocol);
    let fewer = failed(r#"return new Response('{"data":[{"index":0,"embedding":[1]}]}');"#).await;
    assert_eq!(fewer, EmbedError::Failed(EmbeddingsError::Count { expected: 2, found: 1 }));
    let cut = r#"return new Response(new ReadableStream({ pull: controller => controller.error(new TypeError("network")) }));"#;
    assert_eq!(kind(failed(cut).await), ModelErrorKind::CutOff);
    let endless = r#"const piece = new TextEncoder().encode(",0.1234567".repeat(100_000));
        return new Response(new ReadableStream({ pull: controller => controller.enqueue(piece) }));"#;
    assert_eq!(failed(endless).await, EmbedError::Failed(EmbeddingsError::TooLong));
}

#[wasm_bindgen_test]
async fn a_server_that_never_answers_is_given_up() {
    play("await new Promise(() => {});").await;
    let provider = provider(ProviderKind::OpenAiCompatible, "https://api.example.org/v1");
    let embedder = HttpEmbedder::new(&provider, "m", None, 1, EmbeddingCache::default());
    let error = refused(embedder.embed(&["one"], Purpose::Question).await);
    sent().await;
    assert_eq!(error.kind, ModelErrorKind::TimedOut);
}
