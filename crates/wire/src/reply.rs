//! One reply in any protocol: dispatches each JSON object to the protocol's module.

use super::{Protocol, anthropic, ollama, openai, reply_state::ReplyState};
use ricordo_record::{error::ModelError, request::ChatEvent};
use serde_json::Value;

#[derive(Debug)]
pub(super) enum Reply {
    OpenAi(openai::Reply),
    Ollama(ollama::Reply),
    Anthropic(anthropic::Reply),
}

impl Reply {
    pub(super) fn new(protocol: Protocol) -> Self {
        match protocol {
            Protocol::OpenAi => Self::OpenAi(openai::Reply::default()),
            Protocol::Ollama => Self::Ollama(ollama::Reply::default()),
            Protocol::Anthropic => Self::Anthropic(anthropic::Reply::default()),
        }
    }

    /// Reads one object of the body and adds the chat events it yields.
    ///
    /// # Errors
    /// The error that the server reports in it. Events added before the error stay valid.
    pub(super) fn push(&mut self, object: &Value, events: &mut Vec<ChatEvent>) -> Result<(), ModelError> {
        match self {
            Self::OpenAi(reply) => reply.push(object, events),
            Self::Ollama(reply) => reply.push(object, events),
            Self::Anthropic(reply) => reply.push(object, events),
        }
    }

    /// Emits text that was held back.
    pub(super) fn flush(&mut self, events: &mut Vec<ChatEvent>) {
        match self {
            Self::OpenAi(reply) => reply.flush(events),
            Self::Ollama(reply) => reply.flush(events),
            Self::Anthropic(_) => {}
        }
    }

    /// Ends the reply after a regular end of the body: emits text that was held back, and the finish event if the
    /// server sent none.
    pub(super) fn end(&mut self, events: &mut Vec<ChatEvent>) {
        match self {
            Self::OpenAi(reply) => reply.end(events),
            // The object that ends the body also has the finish reason.
            Self::Ollama(_) => {}
            Self::Anthropic(reply) => reply.end(events),
        }
    }

    /// Whether the last object was the protocol's end marker.
    pub(super) fn is_over(&self) -> bool {
        match self {
            // The end marker is outside any object: `[DONE]`.
            Self::OpenAi(_) => false,
            Self::Ollama(reply) => reply.is_over(),
            Self::Anthropic(reply) => reply.is_over(),
        }
    }

    /// What has been received so far.
    pub(super) fn state(&self) -> &ReplyState {
        match self {
            Self::OpenAi(reply) => &reply.state,
            Self::Ollama(reply) => &reply.state,
            Self::Anthropic(reply) => &reply.state,
        }
    }

    /// Whether an object is a response that was not streamed.
    pub(super) fn is_whole(&self, object: &Value) -> bool {
        match self {
            Self::OpenAi(_) => object.get("choices").is_some_and(Value::is_array),
            Self::Ollama(_) => object.get("done") == Some(&Value::Bool(true)),
            Self::Anthropic(_) => object.get("type").and_then(Value::as_str) == Some("message"),
        }
    }
}
