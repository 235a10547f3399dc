//! Serializes the request. The compile step of the core decides what it contains.

use crate::{
    arguments::as_object,
    function::Tool,
    image::{base64, file_note, image_note},
    options::RequestOptions,
    roles::arranged,
};
use ricordo_record::{
    message::{Part, Role, text_of},
    request::{ChatRequest, RequestMessage},
};
use serde::Serialize;
use serde_json::Value;

#[derive(Serialize)]
struct Body<'a> {
    model: &'a str,
    messages: Vec<Message<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<Tool<'a>>,
    stream: bool,
    truncate: bool,
    shift: bool,
    options: Options,
}

#[derive(Serialize)]
struct Options {
    #[serde(skip_serializing_if = "Option::is_none")]
    num_ctx: Option<u32>,
    num_predict: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    top_p: Option<f32>,
}

#[derive(Default, Serialize)]
struct Message<'a> {
    role: &'static str,
    content: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    images: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tool_calls: Vec<ToolCall<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_name: Option<&'a str>,
}

#[derive(Serialize)]
struct ToolCall<'a> {
    function: Function<'a>,
}

#[derive(Serialize)]
struct Function<'a> {
    name: &'a str,
    arguments: Value,
}

/// The JSON of the request, always for a streamed reply. Deterministic: equal requests give equal bytes.
///
/// `truncate` and `shift` are off: a prompt or reply beyond the context ends in an error or a finish reason, instead of
/// the server silently dropping the oldest messages. Servers that do not know these fields ignore them. Reasoning is
/// never sent. A file, or an image whose bytes are not attached, is replaced by a short note. `options` says what the
/// model is known to refuse.
pub fn request_body(request: &ChatRequest, options: RequestOptions) -> Vec<u8> {
    let sampling = Some(request.sampling).filter(|_| options.sampling).unwrap_or_default();
    let arranged = arranged(request, options.system);
    let mut tool_names = ToolNames::default();
    let body = Body {
        model: &request.model,
        messages: arranged.iter().flat_map(|message| messages(message, request, &mut tool_names)).collect(),
        tools: request.tools.iter().map(Tool::of).collect(),
        stream: true,
        truncate: false,
        shift: false,
        options: Options {
            num_ctx: request.context_tokens,
            num_predict: request.max_response_tokens,
            temperature: sampling.temperature,
            top_p: sampling.top_p,
        },
    };
    // Strings and numbers under string keys always serialize.
    serde_json::to_vec(&body).unwrap_or_default()
}

/// Tool names of the calls so far: in this protocol a result names the tool, in ours the call.
#[derive(Default)]
struct ToolNames<'a> {
    calls: Vec<(&'a str, &'a str)>,
}

impl<'a> ToolNames<'a> {
    fn of_result(&self, call: &str) -> Option<&'a str> {
        self.calls.iter().rfind(|(id, _)| *id == call).map(|(_, name)| *name)
    }
}

/// Converts a message. Each tool result becomes a message of its own; everything else maps one to one.
fn messages<'a>(
    message: &'a RequestMessage,
    request: &ChatRequest,
    tool_names: &mut ToolNames<'a>,
) -> Vec<Message<'a>> {
    let mut own = Message { role: role(message.role), content: text_of(&message.parts), ..Message::default() };
    let mut results = Vec::new();
    for part in &message.parts {
        match part {
            Part::Image { blob, media_type, .. } => match request.attachment(*blob) {
                Some(attachment) => own.images.push(base64(attachment)),
                None => note(&mut own.content, &image_note(media_type)),
            },
            Part::File { name, .. } => note(&mut own.content, &file_note(name)),
            Part::ToolCall { id, name, arguments, .. } => {
                tool_names.calls.push((id, name));
                own.tool_calls.push(ToolCall { function: Function { name, arguments: as_object(arguments) } });
            }
            Part::ToolResult { call, content, .. } => results.push(Message {
                role: "tool",
                content: content.clone(),
                tool_name: tool_names.of_result(call),
                ..Message::default()
            }),
            Part::Text { .. } | Part::Reasoning { .. } | Part::ToolsUsed { .. } => {}
        }
    }
    let says_something = !own.content.is_empty() || !own.images.is_empty() || !own.tool_calls.is_empty();
    let own = (says_something || results.is_empty()).then_some(own);
    own.into_iter().chain(results).collect()
}

fn role(role: Role) -> &'static str {
    match role {
        Role::User => "user",
        Role::Assistant => "assistant",
        // Tool text without a call, such as `Tools used: a, b`, is a note.
        Role::System | Role::Tool => "system",
    }
}

fn note(content: &mut String, note: &str) {
    if !content.is_empty() {
        content.push('\n');
    }
    content.push_str(note);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::SystemMessages;
    use ricordo_record::{
        id::BlobId,
        request::{Attachment, Sampling, ToolSpec},
    };
    use serde_json::json;
    use std::str::FromStr as _;

    fn body(request: &ChatRequest) -> String {
        String::from_utf8(request_body(request, RequestOptions::default())).unwrap()
    }

    #[test]
    fn the_context_is_asked_for_and_nothing_is_to_be_cut() {
        let request = ChatRequest {
            model: "tiny".into(),
            messages: vec![RequestMessage::text(Role::System, "Be brief."), RequestMessage::text(Role::User, "Привіт")],
            max_response_tokens: 256,
            sampling: Sampling { temperature: Some(0.5), top_k: Some(40), ..Sampling::default() },
            context_tokens: Some(8192),
            ..ChatRequest::default()
        };
        assert_eq!(
            body(&request),
            r#"{"model":"tiny","messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"Привіт"}],"stream":true,"truncate":false,"shift":false,"options":{"num_ctx":8192,"num_predict":256,"temperature":0.5}}"#
        );
    }

    #[test]
    fn what_the_model_refused_is_left_out_or_sent_as_the_users() {
        let request = ChatRequest {
            messages: vec![
                RequestMessage::text(Role::System, "Be brief."),
                RequestMessage::text(Role::User, "Привіт"),
                RequestMessage::text(Role::System, "It is noon."),
            ],
            sampling: Sampling { temperature: Some(0.5), top_p: Some(0.9), ..Sampling::default() },
            ..ChatRequest::default()
        };
        let sent = |system| {
            let body = request_body(&request, RequestOptions { sampling: false, system, ..RequestOptions::default() });
            serde_json::from_slice::<Value>(&body).unwrap()
        };
        let first = sent(SystemMessages::First);
        assert_eq!(first["options"], json!({"num_predict": 0}));
        let (system, user) = (json!({"role": "system", "content": "Be brief."}), "Привіт\n\nIt is noon.");
        assert_eq!(first["messages"], json!([system, {"role": "user", "content": user}]));
        let all = format!("Be brief.\n\n{user}");
        assert_eq!(sent(SystemMessages::Never)["messages"], json!([{"role": "user", "content": all}]));
    }

    #[test]
    fn tools_calls_and_results_have_the_protocols_shape() {
        let call = |id: &str, name: &str, arguments: &str| Part::ToolCall {
            id: id.into(),
            name: name.into(),
            arguments: arguments.into(),
            back: None,
        };
        let result = |id: &str| Part::ToolResult { call: id.into(), content: id.into(), is_error: false, held: false };
        let request = ChatRequest {
            messages: vec![
                RequestMessage {
                    role: Role::Assistant,
                    parts: vec![
                        Part::Reasoning { text: "secret".into() },
                        call("1", "find", "{\"q\":1}"),
                        call("2", "list", ""),
                    ],
                },
                RequestMessage { role: Role::Tool, parts: vec![result("2"), result("1"), result("gone")] },
            ],
            tools: vec![ToolSpec {
                name: "find".into(),
                description: "Finds.".into(),
                parameters: json!({"type": "object"}),
            }],
            ..ChatRequest::default()
        };
        let sent = body(&request);
        assert!(!sent.contains("secret"));
        let sent: Value = serde_json::from_str(&sent).unwrap();
        assert_eq!(
            sent["messages"],
            json!([
                {"role": "assistant", "content": "", "tool_calls": [
                    {"function": {"name": "find", "arguments": {"q": 1}}},
                    {"function": {"name": "list", "arguments": {}}},
                ]},
                {"role": "tool", "content": "2", "tool_name": "list"},
                {"role": "tool", "content": "1", "tool_name": "find"},
                {"role": "tool", "content": "gone"},
            ])
        );
        assert_eq!(
            sent["tools"],
            json!([{"type": "function", "function": {"name": "find", "description": "Finds.", "parameters": {"type": "object"}}}])
        );
    }

    #[test]
    fn an_image_is_sent_or_named() {
        let blob = |last: &str| BlobId::from_str(&format!("01890a5d-ac96-774b-bcce-b302099a805{last}")).unwrap();
        let image =
            |blob| Part::Image { blob, media_type: "image/png".into(), width: None, height: None, alt: String::new() };
        let parts = vec![Part::Text { text: "See".into() }, image(blob("1")), image(blob("2"))];
        let request = ChatRequest {
            messages: vec![RequestMessage { role: Role::User, parts }],
            attachments: vec![Attachment { blob: blob("1"), media_type: "image/png".into(), bytes: b"\x89PNG".into() }],
            ..ChatRequest::default()
        };
        let sent: Value = serde_json::from_str(&body(&request)).unwrap();
        let expected = json!({"role": "user", "content": "See\n[image/png]", "images": ["iVBORw=="]});
        assert_eq!(sent["messages"], json!([expected]));
    }
}
