//! A message, its parts, and the error of a failed reply.

use crate::api_error::{model_code, name_of};
use ricordo_core::{
    error::ModelError,
    message::{Author, Finish, Message, Part, Usage},
    settings::Language,
    snapshot::Snapshot,
    tools::tools_used_line,
};
use serde_json::{Value, json};

/// A message as a page sees it. `seen` is the conversation it is shown in, which has the marks and forgets.
pub(crate) fn message(message: &Message, seen: Option<&Snapshot>) -> Value {
    let mut plain = json!({
        "id": message.id,
        "role": name_of(&message.role),
        "text": text(message),
        "parts": parts(&message.parts),
        "createdAt": message.created_at.0,
        "tokens": message.tokens,
    });
    let mut set = |name: &str, value: Value| plain[name] = value;
    if let Some(person) = &message.author {
        set("author", author(person));
    }
    if let Some(answered) = message.reply_to {
        set("replyTo", json!(answered));
    }
    if let Some(model) = &message.model {
        set("model", json!(model));
    }
    if let Some(counted) = message.usage {
        set("usage", usage(counted));
    }
    if let Some(finish) = &message.finish {
        set("finish", json!(finish.name()));
    }
    if let Some(Finish::Failed { failure }) = &message.finish {
        set("error", error(&failure.error));
    }
    if let Some(seen) = seen {
        if let Some(mark) = seen.mark(message.id) {
            set("mark", json!(name_of(&mark)));
        }
        set("forgotten", json!(seen.boundary().is_some_and(|boundary| message.sequence < boundary)));
    }
    plain
}

/// A person who wrote a message.
pub(super) fn author(Author { name, username, id }: &Author) -> Value {
    json!({ "name": name, "username": username, "id": id })
}

/// Token usage that a provider reported.
pub(crate) fn usage(usage: Usage) -> Value {
    let mut plain = json!({ "promptTokens": usage.prompt_tokens, "completionTokens": usage.completion_tokens });
    if let Some(cached) = usage.cached_tokens {
        plain["cachedTokens"] = json!(cached);
    }
    if let Some(written) = usage.written_tokens {
        plain["writtenTokens"] = json!(written);
    }
    plain
}

fn error(error: &ModelError) -> Value {
    let mut plain = json!({ "code": model_code(error.kind).name(), "message": error.to_string() });
    if let Some(status) = error.status {
        plain["status"] = json!(status);
    }
    if let Some(wait) = error.retry_after_ms {
        plain["retryAfterMs"] = json!(wait);
    }
    plain
}

/// The text of a message. Tools that were used become a note in the wording that a model gets.
fn text(message: &Message) -> String {
    let tools = message.parts.iter().find_map(reported_tools);
    tools.unwrap_or_else(|| message.text())
}

fn reported_tools(part: &Part) -> Option<String> {
    match part {
        Part::ToolsUsed { names } => Some(tools_used_line(names, Language::En)),
        _ => None,
    }
}

fn parts(parts: &[Part]) -> Vec<Value> {
    let plain = |part: &Part| match part {
        Part::Text { text } => json!({ "type": "text", "text": text }),
        Part::Reasoning { text } => json!({ "type": "reasoning", "text": text }),
        Part::Image { media_type, alt, width, height, .. } => {
            json!({ "type": "image", "mediaType": media_type, "alt": alt, "width": width, "height": height })
        }
        Part::File { media_type, name, .. } => json!({ "type": "file", "mediaType": media_type, "name": name }),
        Part::ToolCall { id, name, arguments, .. } => {
            json!({ "type": "toolCall", "id": id, "name": name, "arguments": arguments })
        }
        Part::ToolResult { call, content, is_error, held } => {
            let mut plain = json!({ "type": "toolResult", "call": call, "content": content, "isError": is_error });
            if *held {
                plain["held"] = json!(true);
            }
            plain
        }
        Part::ToolsUsed { .. } => json!({ "type": "text", "text": reported_tools(part) }),
    };
    parts.iter().map(plain).collect()
}
