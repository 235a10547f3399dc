//! The transport in the other protocols: addresses, headers, bodies and replies.

use crate::http::{KEY, ask, model, play, sent};
use ricordo_browser::HttpModel;
use ricordo_core::{cancel::Cancel, error::ModelErrorKind, wire::Protocol};
use wasm_bindgen_test::wasm_bindgen_test;

fn ollama(base_url: &str) -> HttpModel {
    HttpModel { protocol: Protocol::Ollama, key: None, ..model(base_url) }
}

fn anthropic(base_url: &str) -> HttpModel {
    HttpModel { protocol: Protocol::Anthropic, ..model(base_url) }
}

#[wasm_bindgen_test]
async fn ollama_is_asked_at_its_own_door_with_one_header() {
    play(
        r#"const lines = ["Hel", "lo"].map((content) => JSON.stringify({ message: { content }, done: false }) + "\n");
        return new Response(lines.join("") + '{"done":true,"done_reason":"stop"}\n',
            { headers: { "content-type": "application/x-ndjson" } });"#,
    )
    .await;
    let (words, result) = ask(&ollama("http://localhost:9/"), &Cancel::default()).await;
    let sent = sent().await;
    assert_eq!((words.as_str(), result), ("Hello", Ok(())));
    assert!(sent.contains(r#""url":"http://localhost:9/api/chat","method":"POST""#), "{sent}");
    assert!(sent.contains(r#""headers":{"content-type":"application/json"}"#), "{sent}");
    assert!(sent.contains(r#"\"truncate\":false"#), "{sent}");
}

#[wasm_bindgen_test]
async fn anthropic_gets_its_headers_and_no_authorization() {
    play(
        r#"const event = (type, more) => `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`;
        const body = event("message_start", { message: { model: "m", usage: { input_tokens: 3 } } })
            + event("content_block_delta", { index: 0, delta: { type: "text_delta", text: "Hello" } })
            + event("message_delta", { delta: { stop_reason: "end_turn" } }) + event("message_stop", {});
        return new Response(body, { headers: { "content-type": "text/event-stream" } });"#,
    )
    .await;
    let (words, result) = ask(&anthropic("https://api.example.org"), &Cancel::default()).await;
    let sent = sent().await;
    assert_eq!((words.as_str(), result), ("Hello", Ok(())));
    assert!(sent.contains(r#""url":"https://api.example.org/v1/messages","method":"POST""#), "{sent}");
    let headers = format!(
        r#""headers":{{"anthropic-dangerous-direct-browser-access":"true","anthropic-version":"2023-06-01","content-type":"application/json","x-api-key":"{KEY}"}}"#
    );
    assert!(sent.contains(&headers), "{sent}");
}

#[wasm_bindgen_test]
async fn a_connection_that_ends_before_ollama_says_done_is_cut_off() {
    play(r#"return new Response('{"message":{"content":"half"},"done":false}\n');"#).await;
    let (words, result) = ask(&ollama("http://localhost:9"), &Cancel::default()).await;
    sent().await;
    assert_eq!((words.as_str(), result.unwrap_err().kind), ("half", ModelErrorKind::CutOff));
}

#[wasm_bindgen_test]
async fn the_models_are_listed_where_each_protocol_has_them() {
    play(
        r#"return new Response(request.url.endsWith("/api/tags")
            ? '{"models":[{"name":"llama3.2:latest"}]}'
            : '{"data":[{"type":"model","id":"claude"}],"has_more":false}');"#,
    )
    .await;
    let tags = ollama("http://localhost:9").models().await;
    let models = anthropic("https://api.example.org/v1").models().await;
    let sent = sent().await;
    assert_eq!((tags.unwrap()[0].id.as_str(), models.unwrap()[0].id.as_str()), ("llama3.2:latest", "claude"));
    assert!(sent.contains(r#""url":"http://localhost:9/api/tags","method":"GET","headers":{}"#), "{sent}");
    assert!(sent.contains(r#""url":"https://api.example.org/v1/models","method":"GET""#), "{sent}");
}

#[wasm_bindgen_test]
async fn a_key_that_anthropic_repeats_is_not_in_the_error() {
    play(
        r#"const message = `invalid x-api-key: ${request.headers.get("x-api-key")}`;
        return new Response(JSON.stringify({ type: "error", error: { type: "authentication_error", message } }),
            { status: 401, headers: { "content-type": "application/json" } });"#,
    )
    .await;
    let (_, result) = ask(&anthropic("https://api.example.org"), &Cancel::default()).await;
    sent().await;
    let error = result.unwrap_err();
    assert_eq!(error.kind, ModelErrorKind::Unauthorized);
    assert!(!error.detail.contains(KEY) && error.detail.contains("invalid x-api-key"), "{}", error.detail);
}
