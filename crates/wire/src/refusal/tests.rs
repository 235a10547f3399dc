//! Tests of what a refusal teaches, by texts of real servers.

use super::*;
use ricordo_record::{
    message::{Part, Role},
    request::{RequestMessage, Sampling},
};

const ALL: RequestOptions = RequestOptions {
    stream_options: true,
    sampling: true,
    other_limit: false,
    system: SystemMessages::Anywhere,
    short_call_ids: false,
};

/// What is left out after a refusal of a request with everything.
fn after(protocol: Protocol, status: u16, text: &str) -> Option<RequestOptions> {
    accepted(protocol, ALL, Some(status), text)
}

#[test]
fn a_refusal_of_an_unknown_field_leaves_out_stream_options() {
    let without = RequestOptions { stream_options: false, ..ALL };
    let named = r#"{"error":{"message":"Unrecognized request argument supplied: stream_options"}}"#;
    let nameless = r#"{"detail":[{"type":"extra_forbidden","msg":"Extra inputs are not permitted"}]}"#;
    for text in [named, nameless] {
        for status in [400, 422] {
            assert_eq!(after(Protocol::OpenAi, status, text), Some(without), "{text}");
        }
        assert_eq!(after(Protocol::OpenAi, 500, text), None, "{text}");
        assert_eq!(after(Protocol::Anthropic, 400, text), None, "{text}");
        assert_eq!(accepted(Protocol::OpenAi, without, Some(400), text), None, "it was left out: {text}");
    }
}

#[test]
fn a_refusal_of_sampling_leaves_it_out_in_every_protocol() {
    for text in [
        r#"{"error":{"message":"Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1) value is supported.","type":"invalid_request_error","param":"temperature","code":"unsupported_value"}}"#,
        r#"{"error":{"message":"Unsupported parameter: 'top_p' is not supported with this model.","param":"top_p"}}"#,
        r#"{"type":"error","error":{"type":"invalid_request_error","message":"`temperature` is deprecated for this model."}}"#,
        r#"{"error":{"message":"Provider returned error","metadata":{"raw":"{\"error\":{\"message\":\"Unsupported value: \\\"temperature\\\" does not support 0.7\"}}"}}}"#,
        r#"{"error":{"message":"invalid temperature: only 1 is allowed for this model"}}"#,
        r#"{"type":"error","error":{"message":"`temperature` may only be set to 1 when thinking is enabled."}}"#,
        r#"{"error":{"message":"Unrecognized request argument supplied: temperature"}}"#,
        r#"{"detail":[{"type":"extra_forbidden","loc":["body","temperature"],"msg":"Extra inputs are not permitted"}]}"#,
    ] {
        for protocol in [Protocol::OpenAi, Protocol::Ollama, Protocol::Anthropic] {
            assert_eq!(after(protocol, 400, text), Some(RequestOptions { sampling: false, ..ALL }), "{text}");
        }
        assert_eq!(after(Protocol::OpenAi, 500, text), None, "{text}");
    }
}

#[test]
fn a_value_of_a_field_that_is_refused_is_the_users_to_change() {
    for text in [
        "temperature must be between 0 and 2",
        "Invalid 'temperature': decimal above maximum value. Expected a value <= 2, but got 3 instead.",
        "temperature: range: 0..1",
        "`temperature` and `top_p` cannot both be specified for this model. Please use only one.",
        "temperature and top_p are not supported both at once",
        "max_tokens is too large: 100000. This model supports at most 16384 completion tokens",
        "max_completion_tokens is too large: 100000. This model supports at most 32768 completion tokens",
        "'max_tokens' or 'max_completion_tokens' is too large: 5000. This model's maximum context length is 4096",
        r#"{"error":{"code":400,"type":"exceed_context_size_error"}}"#,
        "The model `tiny` does not exist",
        "Rate limit reached",
        "",
    ] {
        assert_eq!(after(Protocol::OpenAi, 400, text), None, "{text}");
    }
}

#[test]
fn a_limit_whose_name_is_refused_gets_its_other_name_once() {
    let renamed = RequestOptions { other_limit: true, ..ALL };
    for text in [
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        "Unrecognized request argument supplied: max_completion_tokens",
        r#"[{"type":"extra_forbidden","loc":["body","max_completion_tokens"],"msg":"Extra inputs are not permitted"}]"#,
    ] {
        assert_eq!(after(Protocol::OpenAi, 400, text), Some(renamed), "{text}");
        assert_eq!(after(Protocol::Ollama, 400, text), None, "{text}");
        let again = accepted(Protocol::OpenAi, RequestOptions { stream_options: false, ..renamed }, Some(400), text);
        assert_eq!(again, None, "{text}");
    }
}

#[test]
fn a_refusal_of_the_order_of_roles_allows_one_system_message_and_then_none() {
    for text in [
        r#"{"error":{"code":500,"message":"Jinja Exception: System message must be at the beginning.","type":"server_error"}}"#,
        "Conversation roles must alternate user/assistant/user/assistant/...",
        "After the optional system message, conversation roles must alternate user and assistant roles",
        "Only user and assistant roles are supported!",
        r#"{"message":"Unexpected role 'system' after role 'user'"}"#,
        r#"{"message":"Unexpected role 'user' after role 'tool'","type":"invalid_request_message_order","code":"3230"}"#,
        r#"{"error":{"metadata":{"raw":"{\"message\":\"Unexpected role \\\"system\\\" after role \\\"user\\\"\"}"}}}"#,
        "Expected last role User or Tool (or Assistant with prefix True) for serving but got system",
        "A conversation must start with a user message.",
        r#"Error rendering prompt with jinja template: "Unknown test: sequence". This is usually an issue with the model's prompt template."#,
    ] {
        for (protocol, status) in
            [(Protocol::OpenAi, Some(500)), (Protocol::OpenAi, None), (Protocol::Ollama, Some(400))]
        {
            let first = RequestOptions { system: SystemMessages::First, ..ALL };
            let never = RequestOptions { system: SystemMessages::Never, ..ALL };
            assert_eq!(accepted(protocol, ALL, status, text), Some(first), "{text}");
            assert_eq!(accepted(protocol, first, status, text), Some(never), "{text}");
            assert_eq!(accepted(protocol, never, status, text), None, "{text}");
        }
        assert_eq!(after(Protocol::Anthropic, 400, text), None, "{text}");
        assert_eq!(after(Protocol::OpenAi, 200, text), None, "a page of that text");
    }
}

#[test]
fn a_model_without_a_system_role_gets_no_system_message() {
    for text in ["System role not supported", "Developer instruction is not enabled for models/gemma-3-27b-it"] {
        let never = RequestOptions { system: SystemMessages::Never, ..ALL };
        assert_eq!(after(Protocol::OpenAi, 400, text), Some(never), "{text}");
        assert_eq!(accepted(Protocol::OpenAi, never, Some(400), text), None, "{text}");
    }
}

#[test]
fn a_refusal_of_the_ids_of_tool_calls_shortens_them() {
    for (status, text) in [
        (400, "Tool call id was call_abc but must be a-z, A-Z, 0-9, with a length of 9."),
        (500, "Jinja Exception: Tool call IDs should be alphanumeric strings with length 9!"),
    ] {
        let shortened = RequestOptions { short_call_ids: true, ..ALL };
        assert_eq!(after(Protocol::OpenAi, status, text), Some(shortened), "{text}");
        assert_eq!(accepted(Protocol::OpenAi, shortened, Some(status), text), None, "{text}");
    }
}

/// Sends a request until it is not refused any more, as the transport does. `refuses` says why the server refuses a body.
fn asked(
    request: &ChatRequest,
    refuses: impl Fn(&str) -> Option<(u16, &'static str)>,
) -> (usize, Option<RequestOptions>) {
    let mut options = RequestOptions::default();
    let mut body = Protocol::OpenAi.request_body(request, options);
    for number in 1.. {
        let Some((status, text)) = refuses(&String::from_utf8(body.clone()).unwrap()) else {
            return (number, Some(options));
        };
        match rewritten(Protocol::OpenAi, request, (options, &body), Some(status), text) {
            Some(next) => (options, body) = next,
            None => return (number, None),
        }
    }
    unreachable!()
}

#[test]
fn a_server_that_refuses_several_things_is_asked_until_it_accepts() {
    let messages = vec![
        RequestMessage::text(Role::System, "Be brief."),
        RequestMessage::text(Role::User, "Hello"),
        RequestMessage::text(Role::System, "It is noon."),
    ];
    let request = ChatRequest {
        model: "tiny".to_owned(),
        messages,
        max_response_tokens: 64,
        sampling: Sampling { temperature: Some(0.2), ..Sampling::default() },
        ..ChatRequest::default()
    };
    let strict = |body: &str| {
        if body.contains("stream_options") {
            return Some((400, "Unknown parameter: 'stream_options'."));
        }
        if body.contains("temperature") {
            return Some((400, "Unsupported parameter: 'temperature' is not supported with this model."));
        }
        if body.contains(r#""max_tokens""#) {
            return Some((400, "'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."));
        }
        body.contains(r#""system""#).then_some((500, "System message must be at the beginning."))
    };
    let never = RequestOptions {
        stream_options: false,
        sampling: false,
        other_limit: true,
        system: SystemMessages::Never,
        short_call_ids: false,
    };
    assert_eq!(asked(&request, strict), (6, Some(never)));
    assert_eq!(asked(&request, |_| Some((500, "roles must alternate"))), (3, None), "it refuses whatever it gets");
    assert_eq!(asked(&request, |_| Some((400, "no such model"))), (1, None));
}

#[test]
fn a_turn_that_ended_after_its_tool_calls_does_not_block_the_conversation() {
    let call = Part::ToolCall { id: "a".into(), name: "f".into(), arguments: "{}".into(), back: None };
    let result = Part::ToolResult { call: "a".into(), content: "none".into(), is_error: false, held: false };
    let messages = vec![
        RequestMessage::text(Role::User, "Tea?"),
        RequestMessage { role: Role::Assistant, parts: vec![call] },
        RequestMessage { role: Role::Tool, parts: vec![result] },
        RequestMessage::text(Role::User, "And coffee?"),
    ];
    let request = ChatRequest { messages, ..ChatRequest::default() };
    let strict = |body: &str| {
        let body: serde_json::Value = serde_json::from_str(body).unwrap();
        let roles: Vec<_> = body["messages"].as_array().unwrap().iter().map(|message| &message["role"]).collect();
        let is_refused = roles.windows(2).any(|pair| pair[0] == "tool" && pair[1] == "user");
        is_refused.then_some((400, r#"{"message":"Unexpected role 'user' after role 'tool'","code":"3230"}"#))
    };
    let first = RequestOptions { system: SystemMessages::First, ..RequestOptions::default() };
    assert_eq!(asked(&request, strict), (2, Some(first)));
}

#[test]
fn what_is_not_in_the_request_is_not_asked_again_without_it() {
    let messages = vec![RequestMessage::text(Role::System, "Be brief."), RequestMessage::text(Role::User, "Hello")];
    let request = ChatRequest { messages, ..ChatRequest::default() };
    assert_eq!(asked(&request, |_| Some((400, "'temperature' is not supported"))), (1, None));
    // With one system message, at the beginning, only leaving it out makes a difference.
    assert_eq!(asked(&request, |_| Some((400, "roles must alternate"))), (2, None));
}
