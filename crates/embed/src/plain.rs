//! The plain objects that cross the boundary, in the camel case that JavaScript expects.

use crate::error::model_code;
use ricordo_core::{
    message::{Finish, Message, Part, Usage},
    session::TurnEvent,
    tools::ToolEvent,
};
use serde::{Deserialize, Serialize};

/// What `ContextManager.open` takes.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OpenOptions {
    /// The database; without a name everything lives in memory.
    pub(crate) name: Option<String>,
    /// Where the model is.
    pub(crate) endpoint: Endpoint,
}

/// An OpenAI-compatible endpoint.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Endpoint {
    /// Such as `http://127.0.0.1:8080/v1`.
    pub(crate) base_url: String,
    /// The model's id there.
    pub(crate) model: String,
    /// The API key, if it needs one.
    pub(crate) key: Option<String>,
    /// The model's context in tokens, if it is known.
    pub(crate) context_tokens: Option<u32>,
}

/// A message as a page sees it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PlainMessage {
    id: String,
    role: &'static str,
    text: String,
    created_at: i64,
    model: Option<String>,
    tokens: u32,
    usage: Option<PlainUsage>,
    finish: Option<&'static str>,
    error: Option<PlainFailure>,
}

#[derive(Debug, Serialize)]
struct PlainFailure {
    code: &'static str,
    message: String,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PlainUsage {
    prompt_tokens: u32,
    completion_tokens: u32,
    cached_tokens: Option<u32>,
}

/// What `onEvent` is called with.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub(crate) enum PlainEvent {
    Stored { message: PlainMessage },
    Sent,
    Text { text: String },
    Reasoning { text: String },
    Usage { usage: PlainUsage },
    Round { reply: PlainMessage, calls: Vec<PlainCall> },
    Tool { event: PlainToolEvent },
    ToolsRefused,
    Truncated { message: String },
    NotSaved { message: String },
}

/// A tool that the model asked for, and what it was answered.
#[derive(Debug, Serialize)]
pub(crate) struct PlainCall {
    name: String,
    arguments: String,
    result: String,
    failed: bool,
}

/// What a tool did: all its kinds in one shape.
#[derive(Debug, Serialize)]
pub(crate) struct PlainToolEvent {
    did: &'static str,
    id: Option<String>,
    text: Option<String>,
    reason: Option<String>,
}

impl From<Usage> for PlainUsage {
    fn from(usage: Usage) -> Self {
        let Usage { prompt_tokens, completion_tokens, cached_tokens } = usage;
        Self { prompt_tokens, completion_tokens, cached_tokens }
    }
}

impl From<&Message> for PlainMessage {
    fn from(message: &Message) -> Self {
        use ricordo_core::message::Role;
        let role = match message.role {
            Role::User => "user",
            Role::Assistant => "assistant",
            Role::Tool => "tool",
            Role::System => "system",
        };
        let finish = message.finish.as_ref().map(|finish| match finish {
            Finish::Complete => "complete",
            Finish::Length => "length",
            Finish::ToolCalls => "toolCalls",
            Finish::ContentFilter => "contentFilter",
            Finish::Stopped => "stopped",
            Finish::Interrupted => "interrupted",
            Finish::Failed { .. } => "failed",
        });
        let error = match &message.finish {
            Some(Finish::Failed { failure }) => {
                Some(PlainFailure { code: model_code(failure.error.kind), message: failure.error.to_string() })
            }
            _ => None,
        };
        Self {
            id: message.id.to_string(),
            role,
            text: message.text(),
            created_at: message.created_at.0,
            model: message.model.clone(),
            tokens: message.tokens,
            usage: message.usage.map(Into::into),
            finish,
            error,
        }
    }
}

impl PlainEvent {
    /// The event as a page sees it; `None` for what stays inside.
    pub(crate) fn of(event: TurnEvent) -> Option<Self> {
        Some(match event {
            TurnEvent::Compiled(_) => return None,
            TurnEvent::Stored(message) => Self::Stored { message: (&*message).into() },
            TurnEvent::Sent => Self::Sent,
            TurnEvent::Text(text) => Self::Text { text },
            TurnEvent::Reasoning(text) => Self::Reasoning { text },
            TurnEvent::Usage(usage) => Self::Usage { usage: usage.into() },
            TurnEvent::Round { reply, results } => {
                Self::Round { reply: (&*reply).into(), calls: calls(&reply.parts, &results.parts) }
            }
            TurnEvent::Tool(event) => Self::Tool { event: (&*event).into() },
            TurnEvent::ToolsRefused => Self::ToolsRefused,
            TurnEvent::Truncated(truncation, kind) => Self::Truncated { message: truncation.sentence(kind) },
            TurnEvent::NotSaved(error) => Self::NotSaved { message: error.to_string() },
        })
    }
}

impl From<&ToolEvent> for PlainToolEvent {
    fn from(event: &ToolEvent) -> Self {
        let about = |did, id: String, text: &str| Self { did, id: Some(id), text: Some(text.to_owned()), reason: None };
        let refused = |did, reason: String| Self { did, id: None, text: None, reason: Some(reason) };
        match event {
            ToolEvent::MemoryProposed(memory) => about("memoryProposed", memory.id.to_string(), &memory.text),
            ToolEvent::MemoryKept(memory) => about("memoryKept", memory.id.to_string(), &memory.text),
            ToolEvent::MemoryMerged(memory) => about("memoryMerged", memory.id.to_string(), &memory.text),
            ToolEvent::MemoryChanged { memory, .. } => about("memoryChanged", memory.id.to_string(), &memory.text),
            ToolEvent::MemoryArchived(memory) => about("memoryArchived", memory.id.to_string(), &memory.text),
            ToolEvent::MemoryDeleted(memory) => about("memoryDeleted", memory.id.to_string(), &memory.text),
            ToolEvent::TaskAdded(task) => about("taskAdded", task.id.to_string(), &task.title),
            ToolEvent::TaskCompleted(task) => about("taskCompleted", task.id.to_string(), &task.title),
            ToolEvent::MemoryRefused(refusal) => refused("memoryRefused", refusal.to_string()),
            ToolEvent::TaskRefused(refusal) => refused("taskRefused", refusal.to_string()),
        }
    }
}

/// The calls of a reply, each with its answer.
fn calls(asked: &[Part], answered: &[Part]) -> Vec<PlainCall> {
    let answer = |wanted: &str| {
        answered.iter().find_map(|part| match part {
            Part::ToolResult { call, content, is_error } if call == wanted => Some((content.clone(), *is_error)),
            _ => None,
        })
    };
    let asked = asked.iter().filter_map(|part| match part {
        Part::ToolCall { id, name, arguments } => {
            let (result, failed) = answer(id).unwrap_or_default();
            Some(PlainCall { name: name.clone(), arguments: arguments.clone(), result, failed })
        }
        _ => None,
    });
    asked.collect()
}
