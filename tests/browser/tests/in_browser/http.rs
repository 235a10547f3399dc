//! The transport: requests, streaming, stopping and failures. `fetch` is mocked where a server would be needed; the
//! end-to-end tests use real ones.

use crate::support::run;
use gloo_timers::future::TimeoutFuture;
use ricordo_browser::HttpModel;
use ricordo_core::{
    cancel::Cancel,
    error::{ModelError, ModelErrorKind},
    message::Role,
    model::{ChatEvent, ChatModel, ChatRequest, RequestMessage},
    wire::Protocol,
};
use std::cell::RefCell;
use wasm_bindgen_test::wasm_bindgen_test;

pub(crate) const KEY: &str = "k3y-ricordo-0123456789";

pub(crate) fn model(base_url: &str) -> HttpModel {
    let key = Some(KEY.to_owned());
    HttpModel { protocol: Protocol::OpenAi, base_url: base_url.to_owned(), key, response_timeout_seconds: 20 }
}

pub(crate) fn request() -> ChatRequest {
    ChatRequest {
        model: "m".to_owned(),
        messages: vec![RequestMessage::text(Role::User, "Hello")],
        max_response_tokens: 256,
        ..ChatRequest::default()
    }
}

/// The text of a reply, and its result.
pub(crate) async fn ask(model: &HttpModel, cancel: &Cancel) -> (String, Result<(), ModelError>) {
    let words = RefCell::new(String::new());
    let on_event = |event| {
        if let ChatEvent::Text { text } = event {
            words.borrow_mut().push_str(&text);
        }
    };
    let result = model.stream(&request(), &on_event, cancel).await;
    (words.into_inner(), result)
}

/// Replaces `fetch` by `answer`, the body of `async (request, piece) => Response`, where `piece(text)` is an event of
/// the stream. Records the requests.
pub(crate) async fn play(answer: &str) {
    let body = format!(
        r#"
        globalThis.realFetch ??= globalThis.fetch;
        globalThis.sent = [];
        globalThis.aborted = 0;
        const piece = (text) => `data: ${{JSON.stringify({{ choices: [{{ index: 0, delta: {{ content: text }} }}] }})}}\n\n`;
        const stream = (...texts) => new Response(texts.join(""), {{ headers: {{ "content-type": "text/event-stream" }} }});
        const last = 'data: {{"choices":[{{"index":0,"delta":{{}},"finish_reason":"stop"}}]}}\n\ndata: [DONE]\n\n';
        globalThis.fetch = async (request) => {{
            const headers = Object.fromEntries(request.headers);
            globalThis.sent.push({{ url: request.url, method: request.method, headers, body: await request.clone().text() }});
            request.signal.addEventListener("abort", () => {{ globalThis.aborted += 1; }});
            {answer}
        }};"#
    );
    run(&body, "").await;
}

pub(crate) async fn sent() -> String {
    let sent = run("globalThis.fetch = globalThis.realFetch; return JSON.stringify(globalThis.sent);", "").await;
    sent.as_string().unwrap()
}

#[wasm_bindgen_test]
async fn a_reply_is_streamed_and_nothing_but_two_headers_is_sent() {
    play(r#"return stream(piece("Hel"), piece("lo"), last);"#).await;
    let (words, result) = ask(&model(" http://127.0.0.1:9/v1// "), &Cancel::default()).await;
    let sent = sent().await;
    assert_eq!((words.as_str(), result), ("Hello", Ok(())));
    assert!(sent.contains(r#""url":"http://127.0.0.1:9/v1/chat/completions","method":"POST""#), "{sent}");
    let headers = format!(r#""headers":{{"authorization":"Bearer {KEY}","content-type":"application/json"}}"#);
    assert!(sent.contains(&headers), "{sent}");
    let marks = run("return performance.getEntriesByName('ricordo:request').length", "").await;
    assert!(marks.as_f64().unwrap() >= 1.0);
}

#[wasm_bindgen_test]
async fn stop_closes_the_connection_at_once() {
    play(
        r#"return new Response(new ReadableStream({
            start(controller) { controller.enqueue(new TextEncoder().encode(piece("one"))); }
        }), { headers: { "content-type": "text/event-stream" } });"#,
    )
    .await;
    let cancel = Cancel::default();
    let stop = async {
        TimeoutFuture::new(100).await;
        cancel.cancel();
    };
    let model = model("http://127.0.0.1:9/v1");
    let before = js_sys::Date::now();
    let ((words, result), ()) = futures_util::future::join(ask(&model, &cancel), stop).await;
    let took = js_sys::Date::now() - before;
    sent().await;
    assert_eq!((words.as_str(), result), ("one", Ok(())));
    assert_eq!(run("return globalThis.aborted", "").await.as_f64(), Some(1.0));
    assert!(took < 1_000.0, "{took}");
}

#[wasm_bindgen_test]
async fn a_server_that_keeps_the_connection_open_after_its_last_word_is_left() {
    play(
        r#"return new Response(new ReadableStream({
            start(controller) { controller.enqueue(new TextEncoder().encode(piece("all") + last)); }
        }), { headers: { "content-type": "text/event-stream" } });"#,
    )
    .await;
    let (words, result) = ask(&model("http://127.0.0.1:9/v1"), &Cancel::default()).await;
    sent().await;
    assert_eq!((words.as_str(), result), ("all", Ok(())));
}

#[wasm_bindgen_test]
async fn a_stream_that_is_cut_keeps_its_words_and_says_so() {
    play(
        r#"let pulled = 0;
        return new Response(new ReadableStream({
            pull(controller) {
                if (pulled++ === 0) controller.enqueue(new TextEncoder().encode(piece("half")));
                else controller.error(new TypeError("network error"));
            }
        }), { headers: { "content-type": "text/event-stream" } });"#,
    )
    .await;
    let (words, result) = ask(&model("http://127.0.0.1:9/v1"), &Cancel::default()).await;
    sent().await;
    assert_eq!((words.as_str(), result.unwrap_err().kind), ("half", ModelErrorKind::CutOff));
}

#[wasm_bindgen_test]
async fn silence_is_a_timeout_and_closes_the_connection() {
    play("return await new Promise(() => {});").await;
    let model = HttpModel { response_timeout_seconds: 1, ..model("http://127.0.0.1:9/v1") };
    let (_, result) = ask(&model, &Cancel::default()).await;
    sent().await;
    assert_eq!(result.unwrap_err().kind, ModelErrorKind::TimedOut);
    assert_eq!(run("return globalThis.aborted", "").await.as_f64(), Some(1.0));
}

#[wasm_bindgen_test]
async fn a_reply_without_end_is_stopped() {
    play(
        r#"return new Response(new ReadableStream({
            pull(controller) { controller.enqueue(new TextEncoder().encode(piece(" word").repeat(50))); }
        }), { headers: { "content-type": "text/event-stream" } });"#,
    )
    .await;
    let (words, result) = ask(&model("http://127.0.0.1:9/v1"), &Cancel::default()).await;
    sent().await;
    assert_eq!(result.unwrap_err().kind, ModelErrorKind::RanOn);
    assert!(words.len() < 50_000, "{}", words.len());
}

#[wasm_bindgen_test]
async fn stream_options_are_left_out_where_they_are_refused_and_it_is_remembered() {
    play(
        r#"const body = await request.text();
        if (body.includes("stream_options")) {
            return new Response('{"error":{"message":"Unrecognized request argument supplied: stream_options"}}',
                { status: 400, headers: { "content-type": "application/json" } });
        }
        return stream(piece("ok"), last);"#,
    )
    .await;
    let model = model("http://127.0.0.1:9/refuses-options");
    let first = ask(&model, &Cancel::default()).await;
    let second = ask(&model, &Cancel::default()).await;
    let sent = sent().await;
    assert_eq!(first, ("ok".to_owned(), Ok(())));
    assert_eq!(second, first);
    assert_eq!(sent.matches(r#""url""#).count(), 3, "{sent}");
    assert_eq!(sent.matches("stream_options").count(), 1, "{sent}");
}

#[wasm_bindgen_test]
async fn a_key_that_the_server_repeats_is_not_in_the_error() {
    play(
        r#"const said = `Incorrect API key provided: ${request.headers.get("authorization")}`;
        return new Response(JSON.stringify({ error: { message: said } }),
            { status: 401, headers: { "content-type": "application/json" } });"#,
    )
    .await;
    let model = model("http://127.0.0.1:9/v1");
    let (_, result) = ask(&model, &Cancel::default()).await;
    let listed = model.models().await;
    sent().await;
    for error in [result.unwrap_err(), listed.unwrap_err()] {
        assert_eq!((error.kind, error.status), (ModelErrorKind::Unauthorized, Some(401)));
        assert!(!error.detail.contains(KEY) && error.detail.contains("Incorrect"), "{}", error.detail);
    }
    assert!(!format!("{model:?}").contains(KEY));
}

#[wasm_bindgen_test]
async fn a_wait_that_is_asked_for_is_handed_on() {
    play(r#"return new Response("{}", { status: 429, headers: { "retry-after": "7" } });"#).await;
    let (_, result) = ask(&model("http://127.0.0.1:9/v1"), &Cancel::default()).await;
    sent().await;
    let error = result.unwrap_err();
    assert_eq!((error.kind, error.retry_after_ms), (ModelErrorKind::RateLimited, Some(7_000)));
}

#[wasm_bindgen_test]
async fn a_web_page_is_not_the_protocol() {
    play(
        r#"return new Response("<!doctype html><p>Hi", { headers: { "content-type": "text/html; charset=utf-8" } });"#,
    )
    .await;
    let (_, result) = ask(&model("http://127.0.0.1:9/v1"), &Cancel::default()).await;
    let listed = model("http://127.0.0.1:9/v1").models().await;
    sent().await;
    assert_eq!(result.unwrap_err().kind, ModelErrorKind::NotTheProtocol);
    assert_eq!(listed.unwrap_err().kind, ModelErrorKind::NotTheProtocol);
}

#[wasm_bindgen_test]
async fn models_are_listed_without_a_content_type() {
    play(r#"return new Response('{"object":"list","data":[{"id":"b"},{"id":"a"}]}');"#).await;
    let listed = model("http://127.0.0.1:9/v1").models().await;
    let sent = sent().await;
    let ids: Vec<String> = listed.unwrap().into_iter().map(|model| model.id).collect();
    assert_eq!(ids, ["b", "a"]);
    assert!(
        sent.contains(&format!(
            r#""url":"http://127.0.0.1:9/v1/models","method":"GET","headers":{{"authorization":"Bearer {KEY}"}}"#
        )),
        "{sent}"
    );
}

#[wasm_bindgen_test]
async fn nobody_at_a_loopback_port_is_unreachable() {
    // A port that no program on this machine uses.
    let (_, result) = ask(&model("http://127.0.0.1:59321/v1"), &Cancel::default()).await;
    let error = result.unwrap_err();
    assert_eq!(error.kind, ModelErrorKind::Unreachable, "{error:?}");
    assert!(error.detail.starts_with("http://127.0.0.1:59321/v1"), "{error:?}");
}

#[wasm_bindgen_test]
async fn a_server_that_only_answers_without_cors_refuses_the_origin() {
    play(
        r#"if (request.mode !== "no-cors") throw new TypeError("Failed to fetch");
        return Response.error();"#,
    )
    .await;
    let (_, result) = ask(&model("http://127.0.0.1:9/v1"), &Cancel::default()).await;
    sent().await;
    let error = result.unwrap_err();
    assert_eq!(error.kind, ModelErrorKind::OriginRefused);
    assert!(error.detail.starts_with("http://127.0.0.1"), "{error:?}");
}

#[wasm_bindgen_test]
async fn a_connection_that_is_lost_before_the_response_is_no_refusal_of_the_origin() {
    play(
        r#"if (request.method === "POST") throw new TypeError("Failed to fetch");
        return new Response("", { status: 405 });"#,
    )
    .await;
    let (_, result) = ask(&model("http://127.0.0.1:9/v1"), &Cancel::default()).await;
    let sent = sent().await;
    assert_eq!(result.unwrap_err().kind, ModelErrorKind::CutOff);
    assert!(
        sent.contains(
            r#""url":"http://127.0.0.1:9/v1/chat/completions","method":"GET","headers":{"authorization":"none","content-type":"none"}"#
        ),
        "{sent}"
    );
    assert_eq!(sent.matches(KEY).count(), 1, "{sent}");
}

#[wasm_bindgen_test]
async fn the_local_network_that_is_denied_is_told() {
    let deny = "globalThis.realQuery = Permissions.prototype.query;
        Permissions.prototype.query = async ({ name }) => {
            if (name !== 'local-network-access') throw new TypeError('unknown');
            return { state: 'denied' };
        };";
    play("throw new TypeError('Failed to fetch');").await;
    run(deny, "").await;
    let (_, near) = ask(&model("http://192.168.1.20:8080/v1"), &Cancel::default()).await;
    let (_, far) = ask(&model("https://api.example.org/v1"), &Cancel::default()).await;
    run("Permissions.prototype.query = globalThis.realQuery;", "").await;
    sent().await;
    assert_eq!(near.unwrap_err().kind, ModelErrorKind::LocalNetworkRefused);
    assert_eq!(far.unwrap_err().kind, ModelErrorKind::Unreachable);
}

#[wasm_bindgen_test]
async fn this_computer_and_the_local_network_have_permissions_of_their_own() {
    play("throw new TypeError('Failed to fetch');").await;
    for denied in ["local-network", "loopback-network"] {
        let deny = "globalThis.realQuery = Permissions.prototype.query;
            Permissions.prototype.query = async ({ name }) => ({ state: name === argument ? 'denied' : 'granted' });";
        run(deny, denied).await;
        let (_, near) = ask(&model("http://192.168.1.20:8080/v1"), &Cancel::default()).await;
        let (_, here) = ask(&model("http://127.0.0.1:9/v1"), &Cancel::default()).await;
        run("Permissions.prototype.query = globalThis.realQuery;", "").await;
        let refused = [near, here].map(|result| result.unwrap_err().kind == ModelErrorKind::LocalNetworkRefused);
        assert_eq!(refused, [denied == "local-network", denied == "loopback-network"], "{denied}");
    }
    sent().await;
}

#[wasm_bindgen_test]
async fn what_is_no_address_is_told_before_anything_is_sent() {
    play("throw new Error('it was sent');").await;
    for address in ["", "localhost:8080", "ftp://example.org", "v1/chat", "http://", "http://me:secret@example.org/v1"]
    {
        let (_, result) = ask(&model(address), &Cancel::default()).await;
        assert_eq!(result.unwrap_err().kind, ModelErrorKind::InvalidAddress, "{address}");
    }
    assert_eq!(sent().await, "[]");
}

#[wasm_bindgen_test]
async fn the_path_goes_before_what_follows_a_question_mark() {
    play(r#"return stream(piece("ok"), last);"#).await;
    ask(&model("HTTP://127.0.0.1:9/azure/?version=1#here"), &Cancel::default()).await.1.unwrap();
    ask(&model("http://127.0.0.1:9"), &Cancel::default()).await.1.unwrap();
    let sent = sent().await;
    assert!(sent.contains(r#""url":"http://127.0.0.1:9/azure/chat/completions?version=1""#), "{sent}");
    assert!(sent.contains(r#""url":"http://127.0.0.1:9/chat/completions""#), "{sent}");
}

#[wasm_bindgen_test]
async fn a_key_that_no_header_can_hold_is_told_and_not_repeated() {
    let broken = HttpModel { key: Some("ключ\nX: y".to_owned()), ..model("http://127.0.0.1:9/v1") };
    let (_, result) = ask(&broken, &Cancel::default()).await;
    let error = result.unwrap_err();
    assert_eq!(error.kind, ModelErrorKind::Unauthorized);
    assert!(!error.detail.contains("ключ"));
}
