//! The plain objects that cross the boundary, in the camel case that JavaScript expects.

use crate::error::model_code;
use ricordo_core::{
    message::{Finish, Message, Usage},
    session::TurnEvent,
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
    NotSaved { message: String },
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
            TurnEvent::NotSaved(error) => Self::NotSaved { message: error.to_string() },
        })
    }
}
