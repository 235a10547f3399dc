//! Serializes the request. The compile step of the core decides what it contains.

use super::{
    call_ids::CallIds,
    content::{Content, content},
};
use crate::{
    arguments::{as_object, is_object},
    function::Tool,
    options::RequestOptions,
    roles::arranged,
};
use ricordo_record::{
    message::{Part, Role, sends_reasoning},
    request::{ChatRequest, RequestMessage},
};
use serde::Serialize;
use serde_json::Value;
use std::borrow::Cow;

#[derive(Serialize)]
struct Body<'a> {
    model: &'a str,
    messages: Vec<Message<'a>>,
    stream: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    stream_options: Option<StreamOptions>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_completion_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    top_p: Option<f32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<Tool<'a>>,
}

#[derive(Serialize)]
struct StreamOptions {
    include_usage: bool,
}

#[derive(Serialize)]
struct Message<'a> {
    role: &'static str,
    /// `null` only if the message has tool calls instead.
    content: Option<Content<'a>>,
    /// The reasoning before the tool calls, only for the server that made it.
    #[serde(skip_serializing_if = "Option::is_none")]
    reasoning_content: Option<String>,
    /// The same for OpenRouter, which wants it as it sent it.
    #[serde(skip_serializing_if = "Option::is_none")]
    reasoning_details: Option<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tool_calls: Vec<ToolCall<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_call_id: Option<Cow<'a, str>>,
}

#[derive(Serialize)]
struct ToolCall<'a> {
    id: Cow<'a, str>,
    r#type: &'static str,
    function: Function<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    extra_content: Option<Value>,
}

#[derive(Serialize)]
struct Function<'a> {
    name: &'a str,
    arguments: Cow<'a, str>,
}

/// The JSON of the request, always for a streamed reply. Deterministic: equal requests give equal bytes.
///
/// `stream_options` asks for the token counts at the end of the stream. `options` says what the server is known to
/// refuse; `refusal` learns that from its errors. `top_k` and `repeat_penalty` are not part of this protocol and are never
/// sent, and reasoning only together with the tool calls that need it. The user's images are sent as data addresses; a
/// file, or an image whose bytes are not attached, is replaced by a short note.
pub fn request_body(request: &ChatRequest, options: RequestOptions) -> Vec<u8> {
    // OpenAI's reasoning models refuse `max_tokens`; older servers (Ollama among them) do not know its successor and
    // would reply without a limit. Only the model's name tells them apart, and a refusal corrects that.
    let successor = wants_max_completion_tokens(&request.model) != options.other_limit;
    let sampling = Some(request.sampling).filter(|_| options.sampling).unwrap_or_default();
    let arranged = arranged(request, options.system);
    let mut ids = CallIds::new(options.short_call_ids);
    let body = Body {
        model: &request.model,
        messages: arranged.iter().flat_map(|message| messages(message, request, &mut ids)).collect(),
        stream: true,
        stream_options: options.stream_options.then_some(StreamOptions { include_usage: true }),
        max_tokens: (!successor).then_some(request.max_response_tokens),
        max_completion_tokens: successor.then_some(request.max_response_tokens),
        temperature: sampling.temperature,
        top_p: sampling.top_p,
        tools: request.tools.iter().map(Tool::of).collect(),
    };
    // Strings and numbers under string keys always serialize.
    serde_json::to_vec(&body).unwrap_or_default()
}

/// `o1`, `o3-mini`, `o4-mini-high`, `gpt-5`, `gpt-5.1-chat`; not `gpt-4o`, `gpt-oss`, `olmo`.
fn wants_max_completion_tokens(model: &str) -> bool {
    let number_after = |family: &str| {
        let version = model.strip_prefix(family)?;
        let digits = version.bytes().take_while(u8::is_ascii_digit).count();
        let ends = version[digits..].chars().next().is_none_or(|next| matches!(next, '-' | '.'));
        version[..digits].parse::<u32>().ok().filter(|_| ends)
    };
    number_after("o").is_some() || number_after("gpt-").is_some_and(|version| version >= 5)
}

/// Converts a message. Each tool result becomes a message of its own; everything else maps one to one.
fn messages<'a>(message: &'a RequestMessage, request: &ChatRequest, ids: &mut CallIds<'a>) -> Vec<Message<'a>> {
    let mut out = Vec::new();
    let content = content(message, request);
    let is_blank = matches!(&content, Content::Words(words) if words.is_empty());
    let tool_calls: Vec<_> = message.parts.iter().filter_map(|part| tool_call(part, ids)).collect();
    let results: Vec<_> = message.parts.iter().filter_map(|part| tool_result(part, ids)).collect();
    if results.is_empty() || !tool_calls.is_empty() || !is_blank {
        let content = (tool_calls.is_empty() || !is_blank).then_some(content);
        let reasoning_content = sends_reasoning(&message.parts).then(|| reasoning(&message.parts));
        let reasoning_details = reasoning_details(&message.parts);
        let role = role(message.role);
        out.push(Message { role, content, reasoning_content, reasoning_details, tool_calls, tool_call_id: None });
    }
    out.extend(results);
    out
}

fn role(role: Role) -> &'static str {
    match role {
        Role::User => "user",
        Role::Assistant => "assistant",
        // A tool message must name its call. Tool text without a call, such as `Tools used: a, b`, is a note.
        Role::System | Role::Tool => "system",
    }
}

fn tool_call<'a>(part: &'a Part, ids: &mut CallIds<'a>) -> Option<ToolCall<'a>> {
    match part {
        Part::ToolCall { id, name, arguments, back } => {
            let id = ids.call(id, name, arguments);
            // Some servers parse the arguments and refuse what is no object.
            let arguments =
                if is_object(arguments) { arguments.into() } else { as_object(arguments).to_string().into() };
            let extra_content = back.as_ref().and_then(|back| serde_json::from_str(back.extra_content.as_ref()?).ok());
            Some(ToolCall { id, r#type: "function", function: Function { name, arguments }, extra_content })
        }
        _ => None,
    }
}

fn reasoning(parts: &[Part]) -> String {
    let texts =
        parts.iter().filter_map(|part| if let Part::Reasoning { text } = part { Some(text.as_str()) } else { None });
    texts.collect()
}

fn reasoning_details(parts: &[Part]) -> Option<Value> {
    let details = parts.iter().find_map(|part| match part {
        Part::ToolCall { back: Some(back), .. } => back.reasoning_details.as_deref(),
        _ => None,
    });
    serde_json::from_str(details?).ok()
}

fn tool_result<'a>(part: &'a Part, ids: &CallIds<'a>) -> Option<Message<'a>> {
    match part {
        Part::ToolResult { call, content, .. } => Some(Message {
            role: "tool",
            content: Some(Content::Words(content.clone())),
            reasoning_content: None,
            reasoning_details: None,
            tool_calls: Vec::new(),
            tool_call_id: Some(ids.result(call)),
        }),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
