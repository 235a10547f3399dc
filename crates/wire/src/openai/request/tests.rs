//! Tests of the serialized request.

use super::*;
use crate::options::SystemMessages;
use ricordo_record::{
    id::BlobId,
    message::SentBack,
    request::{Attachment, Sampling, ToolSpec},
};
use serde_json::json;
use std::str::FromStr as _;

fn request(messages: Vec<RequestMessage>) -> ChatRequest {
    ChatRequest { model: "tiny".into(), messages, max_response_tokens: 256, ..ChatRequest::default() }
}

fn body(request: &ChatRequest, stream_options: bool) -> String {
    let options = RequestOptions { stream_options, ..RequestOptions::default() };
    String::from_utf8(request_body(request, options)).unwrap()
}

fn without_stream_options() -> RequestOptions {
    RequestOptions { stream_options: false, ..RequestOptions::default() }
}

fn messages_of(request: &ChatRequest, options: RequestOptions) -> Value {
    serde_json::from_slice::<Value>(&request_body(request, options)).unwrap()["messages"].take()
}

#[test]
fn words_are_sent_as_plain_strings_in_a_stable_order() {
    let mut request = request(vec![
        RequestMessage::text(Role::System, "Be brief."),
        RequestMessage::text(Role::User, "Привіт \"світе\""),
    ]);
    assert_eq!(
        body(&request, true),
        r#"{"model":"tiny","messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"Привіт \"світе\""}],"stream":true,"stream_options":{"include_usage":true},"max_tokens":256}"#
    );
    request.sampling =
        Sampling { temperature: Some(0.7), top_p: Some(0.9), top_k: Some(40), repeat_penalty: Some(1.1) };
    assert!(body(&request, false).ends_with(r#""stream":true,"max_tokens":256,"temperature":0.7,"top_p":0.9}"#));
}

#[test]
fn what_the_server_refused_is_left_out_or_gets_its_other_name() {
    let mut request = request(vec![RequestMessage::text(Role::User, "Hi")]);
    request.sampling = Sampling { temperature: Some(0.7), top_p: Some(0.9), ..Sampling::default() };
    let written = |options| String::from_utf8(request_body(&request, options)).unwrap();
    let options = RequestOptions { sampling: false, ..without_stream_options() };
    assert!(written(options).ends_with(r#""stream":true,"max_tokens":256}"#), "{}", written(options));
    let options = RequestOptions { other_limit: true, ..options };
    assert!(written(options).ends_with(r#""stream":true,"max_completion_tokens":256}"#), "{}", written(options));
    request.model = "gpt-5".to_owned();
    let written = String::from_utf8(request_body(&request, options)).unwrap();
    assert!(written.ends_with(r#""stream":true,"max_tokens":256}"#), "{written}");
}

#[test]
fn a_server_that_demands_an_order_of_roles_gets_it_with_the_images() {
    let blob = BlobId::from_str("01890a5d-ac96-774b-bcce-b302099a8057").unwrap();
    let image = Part::Image { blob, media_type: "image/png".into(), width: None, height: None, alt: String::new() };
    let mut request = request(vec![
        RequestMessage::text(Role::System, "Be brief."),
        RequestMessage::text(Role::System, "Facts."),
        RequestMessage { role: Role::User, parts: vec![Part::Text { text: "See".into() }, image] },
        RequestMessage::text(Role::System, "It is noon."),
    ]);
    request.attachments = vec![Attachment { blob, media_type: "image/png".into(), bytes: b"\x89PNG".into() }];
    let user = json!({"role": "user", "content": [
        {"type": "text", "text": "See"},
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw=="}},
        {"type": "text", "text": "\n\nIt is noon."},
    ]});
    let first = messages_of(&request, RequestOptions { system: SystemMessages::First, ..RequestOptions::default() });
    assert_eq!(first, json!([{"role": "system", "content": "Be brief.\n\nFacts."}, user]));
    request.messages.remove(0);
    request.attachments.clear();
    let never = messages_of(&request, RequestOptions { system: SystemMessages::Never, ..RequestOptions::default() });
    assert_eq!(never, json!([{"role": "user", "content": "Facts.\n\nSee\n\nIt is noon.\n[image/png]"}]));
}

#[test]
fn a_server_that_demands_short_ids_gets_the_same_for_a_call_and_its_result() {
    let id = || "call_abc".to_owned();
    let call = Part::ToolCall { id: id(), name: "find".into(), arguments: "{}".into(), back: None };
    let result = Part::ToolResult { call: id(), content: "none".into(), is_error: false, held: false };
    let request = request(vec![
        RequestMessage { role: Role::Assistant, parts: vec![call] },
        RequestMessage { role: Role::Tool, parts: vec![result] },
    ]);
    let sent = messages_of(&request, RequestOptions { short_call_ids: true, ..RequestOptions::default() });
    let id = sent[0]["tool_calls"][0]["id"].as_str().unwrap();
    assert!(id.len() == 9 && id != "call_abc", "{id}");
    assert_eq!(sent[1]["tool_call_id"], id);
}

#[test]
fn thoughts_are_never_sent() {
    let parts = vec![Part::Reasoning { text: "secret".into() }, Part::Text { text: "Hi".into() }];
    let sent = body(&request(vec![RequestMessage { role: Role::Assistant, parts }]), false);
    assert!(sent.contains(r#""content":"Hi""#) && !sent.contains("secret"));
}

#[test]
fn what_a_server_wants_back_goes_with_its_tool_calls() {
    let call = |reasoning| {
        let extra = json!({"google": {"thought_signature": "c2ln"}});
        let extra_content = Some(extra.to_string());
        let back = SentBack { server: String::new(), reasoning, extra_content, reasoning_details: None };
        Part::ToolCall { id: "a".into(), name: "f".into(), arguments: "{}".into(), back: Some(back.into()) }
    };
    let thought = |text: &str| Part::Reasoning { text: text.into() };
    let sent = |parts| {
        let sent = body(&request(vec![RequestMessage { role: Role::Assistant, parts }]), false);
        serde_json::from_str::<Value>(&sent).unwrap()["messages"][0].take()
    };
    let whole = sent(vec![thought("Let me "), thought("see."), call(true)]);
    assert_eq!(whole["reasoning_content"], "Let me see.");
    assert_eq!(whole["tool_calls"][0]["extra_content"]["google"]["thought_signature"], "c2ln");
    assert_eq!(sent(vec![thought("Hm."), call(false)]).get("reasoning_content"), None);
}

#[test]
fn the_details_of_its_reasoning_replace_the_reasoning() {
    let details = json!([{"type": "reasoning.encrypted", "data": "c2ln", "index": 0}]);
    let reasoning_details = Some(details.to_string());
    let back = SentBack { server: String::new(), reasoning: true, extra_content: None, reasoning_details };
    let call = |id: &str, back| Part::ToolCall { id: id.into(), name: "f".into(), arguments: "{}".into(), back };
    let parts = vec![Part::Reasoning { text: "Hm.".into() }, call("a", Some(Box::new(back))), call("b", None)];
    let sent = messages_of(&request(vec![RequestMessage { role: Role::Assistant, parts }]), RequestOptions::default());
    assert_eq!((&sent[0]["reasoning_details"], sent[0].get("reasoning_content")), (&details, None));
}

#[test]
fn a_tool_call_and_its_results_have_the_protocols_shape() {
    let call =
        |id: &str| Part::ToolCall { id: id.into(), name: "find".into(), arguments: "{\"q\":1}".into(), back: None };
    let result = |id: &str| Part::ToolResult { call: id.into(), content: "none".into(), is_error: false, held: false };
    let sent = body(
        &request(vec![
            RequestMessage { role: Role::Assistant, parts: vec![call("a"), call("b")] },
            RequestMessage { role: Role::Tool, parts: vec![result("a"), result("b")] },
        ]),
        false,
    );
    let value: serde_json::Value = serde_json::from_str(&sent).unwrap();
    let messages = value["messages"].as_array().unwrap();
    assert_eq!(messages.len(), 3);
    assert!(messages[0]["content"].is_null());
    assert_eq!(messages[0]["tool_calls"][1]["function"]["arguments"], "{\"q\":1}");
    assert_eq!(messages[0]["tool_calls"][0]["type"], "function");
    assert_eq!((&messages[2]["role"], &messages[2]["tool_call_id"]), (&"tool".into(), &"b".into()));
}

#[test]
fn the_arguments_of_a_call_are_sent_as_an_object_and_unchanged_if_they_are_one() {
    let sent = |arguments: &str| {
        let parts = vec![Part::ToolCall { id: "a".into(), name: "f".into(), arguments: arguments.into(), back: None }];
        let sent = body(&request(vec![RequestMessage { role: Role::Assistant, parts }]), false);
        let value: serde_json::Value = serde_json::from_str(&sent).unwrap();
        value["messages"][0]["tool_calls"][0]["function"]["arguments"].as_str().unwrap().to_owned()
    };
    assert_eq!(sent("{\"b\": 1,  \"a\":2}"), "{\"b\": 1,  \"a\":2}");
    assert_eq!((sent("").as_str(), sent(" \n").as_str()), ("{}", "{}"));
    for broken in ["{\"title\": ", "[1]", "milk", "{}{}"] {
        let parsed: serde_json::Value = serde_json::from_str(&sent(broken)).unwrap();
        assert_eq!(parsed, json!({"invalid_arguments": broken}));
    }
}

#[test]
fn what_cannot_be_sent_is_named() {
    let blob = BlobId::from_str("01890a5d-ac96-774b-bcce-b302099a8057").unwrap();
    let parts = vec![
        Part::Text { text: "See".into() },
        Part::Image { blob, media_type: "image/png".into(), width: None, height: None, alt: String::new() },
    ];
    assert!(body(&request(vec![RequestMessage { role: Role::User, parts }]), false).contains(r"See\n[image/png]"));
}

#[test]
fn an_image_with_its_bytes_is_sent_in_its_place() {
    let blob = |last: &str| BlobId::from_str(&format!("01890a5d-ac96-774b-bcce-b302099a805{last}")).unwrap();
    let image =
        |blob| Part::Image { blob, media_type: "image/png".into(), width: None, height: None, alt: String::new() };
    let words = |text: &str| Part::Text { text: text.into() };
    let parts = vec![words("Compare"), image(blob("1")), image(blob("2")), words("please")];
    let mut request = request(vec![
        RequestMessage { role: Role::User, parts: parts.clone() },
        RequestMessage { role: Role::System, parts },
    ]);
    request.attachments =
        vec![Attachment { blob: blob("1"), media_type: "image/png".into(), bytes: b"\x89PNG".into() }];
    let sent: serde_json::Value = serde_json::from_str(&body(&request, false)).unwrap();
    assert_eq!(
        sent["messages"][0]["content"],
        json!([
            {"type": "text", "text": "Compare"},
            {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw=="}},
            {"type": "text", "text": "[image/png]"},
            {"type": "text", "text": "please"},
        ])
    );
    assert_eq!(sent["messages"][1]["content"], "Compareplease\n[image/png]\n[image/png]");
}

#[test]
fn tools_are_described() {
    let mut request = request(vec![RequestMessage::text(Role::User, "x")]);
    request.tools = vec![ToolSpec {
        name: "find".into(),
        description: "Finds.".into(),
        parameters: json!({"type": "object", "properties": {}}),
    }];
    assert!(body(&request, false).ends_with(
        r#""tools":[{"type":"function","function":{"name":"find","description":"Finds.","parameters":{"properties":{},"type":"object"}}}]}"#
    ));
}

#[test]
fn only_reasoning_models_get_the_new_name_of_the_limit() {
    for model in ["o1", "o3-mini", "o4-mini-high", "gpt-5", "gpt-5.1-chat", "gpt-10"] {
        assert!(wants_max_completion_tokens(model), "{model}");
    }
    for model in ["gpt-4o", "gpt-oss-20b", "olmo", "o", "llama3", "openai/o3", "gpt-5x", ""] {
        assert!(!wants_max_completion_tokens(model), "{model}");
    }
}
