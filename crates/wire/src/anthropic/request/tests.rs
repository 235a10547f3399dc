//! Tests of the serialized request.

use super::*;
use ricordo_record::{
    id::BlobId,
    message::{Part, Role},
    request::{Attachment, RequestMessage, Sampling},
};
use std::str::FromStr as _;

fn body(request: &ChatRequest) -> Value {
    serde_json::from_slice(&request_body(request, RequestOptions::default())).unwrap()
}

fn says(messages: &[(Role, &str)]) -> ChatRequest {
    let messages = messages.iter().map(|(role, text)| RequestMessage::text(*role, *text)).collect();
    ChatRequest { model: "claude".into(), messages, max_response_tokens: 64, ..ChatRequest::default() }
}

fn text(text: &str) -> Value {
    json!({"type": "text", "text": text})
}

fn kept(mut block: Value) -> Value {
    block["cache_control"] = json!({"type": "ephemeral"});
    block
}

fn call(id: &str) -> Part {
    Part::ToolCall { id: id.into(), name: "find".into(), arguments: "{\"q\":1}".into(), back: None }
}

fn result(id: &str, content: &str, is_error: bool) -> Part {
    Part::ToolResult { call: id.into(), content: content.into(), is_error, held: false }
}

#[test]
fn the_bytes_have_a_stable_order() {
    let mut request = says(&[(Role::System, "Be brief."), (Role::User, "Hi")]);
    request.stable_messages = 1;
    assert_eq!(
        String::from_utf8(request_body(&request, RequestOptions::default())).unwrap(),
        r#"{"model":"claude","max_tokens":64,"system":[{"type":"text","text":"Be brief.","cache_control":{"type":"ephemeral"}}],"messages":[{"role":"user","content":[{"type":"text","text":"Hi"}]}],"stream":true}"#
    );
}

#[test]
fn a_model_that_refuses_sampling_gets_none() {
    let mut request = says(&[(Role::User, "Hi")]);
    let written = |request: &ChatRequest, sampling| {
        let body = request_body(request, RequestOptions { sampling, ..RequestOptions::default() });
        let body: Value = serde_json::from_slice(&body).unwrap();
        (body.get("temperature").is_some(), body.get("top_p").is_some())
    };
    request.sampling = Sampling { temperature: Some(0.2), ..Sampling::default() };
    assert_eq!((written(&request, true), written(&request, false)), ((true, false), (false, false)));
    request.sampling = Sampling { top_p: Some(0.9), ..Sampling::default() };
    assert_eq!((written(&request, true), written(&request, false)), ((false, true), (false, false)));
}

#[test]
fn the_clock_is_told_at_the_start_of_the_next_message_of_the_user() {
    let sent = body(&says(&[
        (Role::System, "A"),
        (Role::System, "B"),
        (Role::User, "1"),
        (Role::Assistant, "2"),
        (Role::System, "It is noon."),
        (Role::User, "3"),
    ]));
    assert_eq!(sent["system"], json!([text("A"), text("B")]));
    assert_eq!(
        sent["messages"],
        json!([
            {"role": "user", "content": [text("1")]},
            {"role": "assistant", "content": [text("2")]},
            {"role": "user", "content": [text("It is noon."), text("3")]},
        ])
    );
}

#[test]
fn roles_alternate_and_the_user_begins() {
    let sent = body(&says(&[
        (Role::Assistant, "Hello"),
        (Role::Assistant, "there"),
        (Role::User, "a"),
        (Role::User, " \n"),
        (Role::Assistant, ""),
        (Role::User, "b"),
    ]));
    assert_eq!(
        sent["messages"],
        json!([
            {"role": "user", "content": [text("(Earlier messages are left out.)")]},
            {"role": "assistant", "content": [text("Hello"), text("there")]},
            {"role": "user", "content": [text("a"), text("b")]},
        ])
    );
    assert!(sent.get("system").is_none());
}

#[test]
fn results_come_first_behind_their_calls() {
    let request = ChatRequest {
        messages: vec![
            RequestMessage::text(Role::User, "Look"),
            RequestMessage {
                role: Role::Assistant,
                parts: vec![Part::Reasoning { text: "secret".into() }, call("a"), call("b.1")],
            },
            RequestMessage::text(Role::System, "Tools used: find"),
            RequestMessage { role: Role::Tool, parts: vec![result("a", "none", false), result("b.1", "", true)] },
            RequestMessage::text(Role::User, "And?"),
        ],
        ..ChatRequest::default()
    };
    let tool_use = |id: &str| json!({"type": "tool_use", "id": id, "name": "find", "input": {"q": 1}});
    assert_eq!(
        body(&request)["messages"],
        json!([
            {"role": "user", "content": [text("Look")]},
            {"role": "assistant", "content": [tool_use("a"), tool_use("b_1")]},
            {"role": "user", "content": [
                {"type": "tool_result", "tool_use_id": "a", "content": "none"},
                {"type": "tool_result", "tool_use_id": "b_1", "content": "(no message)", "is_error": true},
                text("Tools used: find"),
                text("And?"),
            ]},
        ])
    );
}

#[test]
fn calls_come_last_before_their_results() {
    let words = |text: &str| Part::Text { text: text.into() };
    let request = ChatRequest {
        messages: vec![
            RequestMessage::text(Role::User, "Look"),
            RequestMessage {
                role: Role::Assistant,
                parts: vec![words("One"), call("a"), words("two"), call("b"), words("three")],
            },
            RequestMessage { role: Role::Tool, parts: vec![result("a", "none", false), result("b", "", false)] },
        ],
        ..ChatRequest::default()
    };
    let tool_use = |id: &str| json!({"type": "tool_use", "id": id, "name": "find", "input": {"q": 1}});
    let sent = body(&request);
    let expected = json!([text("One"), text("two"), text("three"), tool_use("a"), tool_use("b")]);
    assert_eq!(sent["messages"][1]["content"], expected);
    let no_text = json!({"type": "tool_result", "tool_use_id": "b"});
    assert_eq!(sent["messages"][2]["content"][1], no_text, "only an error needs text");
}

#[test]
fn images_are_sent_or_named() {
    let blob = |last: &str| BlobId::from_str(&format!("01890a5d-ac96-774b-bcce-b302099a805{last}")).unwrap();
    let image =
        |blob| Part::Image { blob, media_type: "image/png".into(), width: None, height: None, alt: String::new() };
    let request = ChatRequest {
        messages: vec![RequestMessage { role: Role::User, parts: vec![image(blob("1")), image(blob("2"))] }],
        attachments: vec![Attachment { blob: blob("1"), media_type: "image/webp".into(), bytes: b"RIFF".into() }],
        ..ChatRequest::default()
    };
    let source = json!({"type": "base64", "media_type": "image/webp", "data": "UklGRg=="});
    let expected = json!([{"type": "image", "source": source}, text("[image/png]")]);
    assert_eq!(body(&request)["messages"][0]["content"], expected);
}

#[test]
fn the_end_of_the_stable_prefix_and_the_last_tool_are_marked() {
    let tool =
        |name: &str| ToolSpec { name: name.into(), description: "Does.".into(), parameters: json!({"type": "object"}) };
    let mut request = says(&[(Role::System, "A"), (Role::User, "1"), (Role::Assistant, "2"), (Role::User, "3")]);
    request.tools = vec![tool("a"), tool("b")];
    request.stable_messages = 3;
    let sent = body(&request);
    let sent_tool = |name: &str| json!({"name": name, "description": "Does.", "input_schema": {"type": "object"}});
    assert_eq!(sent["tools"], json!([sent_tool("a"), kept(sent_tool("b"))]));
    assert_eq!(sent["system"], json!([text("A")]));
    assert_eq!(sent["messages"][1]["content"], json!([kept(text("2"))]));
    assert_eq!(sent.to_string().matches("cache_control").count(), 2);
    request.stable_messages = 0;
    assert_eq!(body(&request).to_string().matches("cache_control").count(), 1);
}

#[test]
fn the_mark_stays_before_the_first_block_that_changes() {
    // The result is not stable and moves before text that is.
    let request = ChatRequest {
        messages: vec![
            RequestMessage { role: Role::Assistant, parts: vec![call("a")] },
            RequestMessage::text(Role::System, "note"),
            RequestMessage { role: Role::Tool, parts: vec![result("a", "x", false)] },
        ],
        stable_messages: 2,
        ..ChatRequest::default()
    };
    let sent = body(&request);
    assert_eq!(sent["messages"][1]["content"][0]["cache_control"]["type"], "ephemeral");
    assert_eq!(sent["messages"].to_string().matches("cache_control").count(), 1);
}

#[test]
fn sampling_is_what_the_server_takes() {
    let mut request = says(&[(Role::User, "x")]);
    request.sampling = Sampling { temperature: Some(1.5), top_p: Some(0.5), ..Sampling::default() };
    assert_eq!((&body(&request)["temperature"], body(&request).get("top_p")), (&json!(1.0), None));
    request.sampling.temperature = None;
    assert_eq!(body(&request)["top_p"], 0.5);
}

/// The server refuses calls and results in a request that defines no tools.
#[test]
fn the_tools_of_earlier_calls_are_defined_where_the_model_may_call_none() {
    let named =
        |id: &str, name: &str| Part::ToolCall { id: id.into(), name: name.into(), arguments: "{}".into(), back: None };
    let mut request = ChatRequest {
        messages: vec![
            RequestMessage::text(Role::User, "Look"),
            RequestMessage { role: Role::Assistant, parts: vec![call("a"), named("b", "add task"), call("c")] },
            RequestMessage { role: Role::Tool, parts: ["a", "b", "c"].map(|id| result(id, "none", false)).into() },
        ],
        ..ChatRequest::default()
    };
    let sent = body(&request);
    let stub = |name: &str| json!({"name": name, "description": "Not available now.", "input_schema": {"type": "object", "properties": {}}});
    assert_eq!(sent["tools"], json!([stub("find"), kept(stub("add_task"))]), "{sent}");
    assert_eq!(sent["tool_choice"], json!({"type": "none"}));

    let spec = ToolSpec { name: "list".into(), description: "Lists.".into(), parameters: json!({"type": "object"}) };
    request.tools = vec![spec];
    let sent = body(&request);
    assert_eq!((sent["tools"].as_array().unwrap().len(), sent.get("tool_choice")), (1, None));
    let plain = body(&says(&[(Role::User, "Hi")]));
    assert_eq!((plain.get("tools"), plain.get("tool_choice")), (None, None));
}
