//! One reply, from the JSON objects it is made of to events. How the objects were framed is not known here.

use super::{tool_calls::ToolCalls, usage::UsageReport};
use crate::{
    error::{ModelError, ModelErrorKind},
    message::Finish,
    model::ChatEvent,
    wire::{content::Content, stream_error::stream_error, think::ThinkSplitter},
};
use serde_json::Value;

/// The reply so far.
#[derive(Debug, Default)]
pub(in crate::wire) struct Reply {
    touched: bool,
    think: ThinkSplitter,
    tool_calls: ToolCalls,
    usage: UsageReport,
    model_told: bool,
    content: Content,
}

impl Reply {
    /// Takes one object of a stream, or the whole answer, and adds its events.
    ///
    /// # Errors
    /// The error that the server reports in it. The events added before stay valid.
    pub(in crate::wire) fn push(&mut self, object: &Value, events: &mut Vec<ChatEvent>) -> Result<(), ModelError> {
        self.touched = true;
        self.model(object, events);
        if let Some(choice) = first_choice(object) {
            self.choice(choice, events);
        }
        events.extend(self.usage.push(object).map(|usage| ChatEvent::Usage { usage }));
        match reported_error(object) {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    /// The body has ended as the protocol says: adds what was held back, and the end if the server did not name it.
    pub(in crate::wire) fn end(&mut self, events: &mut Vec<ChatEvent>) {
        self.flush(events);
        if self.content.finish.is_none() {
            self.finish("stop", events);
        }
    }

    /// Adds what was held back.
    pub(in crate::wire) fn flush(&mut self, events: &mut Vec<ChatEvent>) {
        let from = events.len();
        self.think.end(events);
        self.content.look_at(&events[from..]);
    }

    /// What the reply holds so far.
    pub(in crate::wire) fn content(&self) -> &Content {
        &self.content
    }

    /// Whether an object of the protocol has been read. They have no common mark, so any object counts.
    pub(in crate::wire) fn is_touched(&self) -> bool {
        self.touched
    }

    fn model(&mut self, object: &Value, events: &mut Vec<ChatEvent>) {
        if let Some(model) = text(object.get("model")).filter(|_| !self.model_told) {
            self.model_told = true;
            events.push(ChatEvent::Model { model: model.to_owned() });
        }
    }

    fn choice(&mut self, choice: &Value, events: &mut Vec<ChatEvent>) {
        let from = events.len();
        // A last piece that repeats the whole message after its deltas is not the reply a second time.
        let message = choice.get("message").filter(|_| !self.content.has_words && self.tool_calls.is_empty());
        if let Some(delta) = choice.get("delta").filter(|delta| delta.is_object()).or(message) {
            self.delta(delta, events);
        }
        self.content.look_at(&events[from..]);
        let reason = text(choice.get("finish_reason")).filter(|reason| !is_error(reason));
        if let Some(reason) = reason.filter(|_| self.content.finish.is_none()) {
            self.flush(events);
            self.finish(reason, events);
        }
    }

    fn delta(&mut self, delta: &Value, events: &mut Vec<ChatEvent>) {
        // Servers that send several of these send the same words in each.
        let thoughts = ["reasoning_content", "reasoning", "thinking"];
        let thoughts = thoughts.into_iter().find_map(|name| text(delta.get(name))).map(str::to_owned);
        let thoughts = thoughts.or_else(|| delta.get("reasoning_details").map(joined));
        events.extend(thoughts.filter(|text| !text.is_empty()).map(|text| ChatEvent::Reasoning { text }));
        if let Some(content) = delta.get("content") {
            self.words(content, events);
        }
        if let Some(refusal) = text(delta.get("refusal")) {
            self.think.push(refusal, events);
        }
        for call in delta.get("tool_calls").and_then(Value::as_array).into_iter().flatten() {
            self.tool_calls.push(call, events);
        }
        if let Some(call) = delta.get("function_call") {
            self.tool_calls.push(call, events);
        }
    }

    /// Content is a string, or a list of parts of which some are thoughts.
    fn words(&mut self, content: &Value, events: &mut Vec<ChatEvent>) {
        match content {
            Value::String(text) if !text.is_empty() => self.think.push(text, events),
            Value::Array(parts) => {
                for part in parts {
                    if let Some(thoughts) = part.get("thinking").or_else(|| part.get("reasoning")) {
                        let text = joined(thoughts);
                        events.extend((!text.is_empty()).then_some(ChatEvent::Reasoning { text }));
                    } else {
                        let words = joined(part);
                        if !words.is_empty() {
                            self.think.push(&words, events);
                        }
                    }
                }
            }
            _ => {}
        }
    }

    fn finish(&mut self, reason: &str, events: &mut Vec<ChatEvent>) {
        let finish = match reason {
            "length" | "max_tokens" | "model_length" => Finish::Length,
            "content_filter" | "sensitive" => Finish::ContentFilter,
            "tool_calls" | "function_call" | "tool_use" => Finish::ToolCalls,
            // Some servers say "stop" and wait for results all the same.
            _ if !self.tool_calls.is_empty() => Finish::ToolCalls,
            _ => Finish::Complete,
        };
        self.content.finish = Some(finish.clone());
        events.push(ChatEvent::Finish { finish });
    }
}

/// The error an object reports, if it does.
fn reported_error(object: &Value) -> Option<ModelError> {
    let choice = first_choice(object);
    let error = [object.get("error"), choice.and_then(|choice| choice.get("error"))];
    let error = error.into_iter().flatten().find(|error| !error.is_null() && **error != Value::Bool(false));
    let by_type = choice.is_none()
        && ["object", "type"].iter().any(|name| object.get(name).and_then(Value::as_str) == Some("error"));
    let reason = choice.and_then(|choice| text(choice.get("finish_reason")));
    let by_reason = reason.is_some_and(is_error);
    let told = match error {
        Some(error) => error,
        None if by_type => object,
        None if by_reason => return Some(ModelError::new(ModelErrorKind::ErrorInStream, "")),
        None => return None,
    };
    Some(stream_error(told))
}

/// Whether a `finish_reason` says that the reply failed.
fn is_error(reason: &str) -> bool {
    matches!(reason, "error" | "network_error")
}

/// The first choice; more than one was not asked for.
fn first_choice(object: &Value) -> Option<&Value> {
    let choices = object.get("choices")?.as_array()?;
    choices.iter().find(|choice| choice.get("index").and_then(Value::as_u64).unwrap_or(0) == 0)
}

fn text(value: Option<&Value>) -> Option<&str> {
    value.and_then(Value::as_str).filter(|text| !text.is_empty())
}

/// The words of a part: a string, `{text}`, or a list of them.
fn joined(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().map(joined).collect(),
        Value::Object(part) => part.get("text").map(joined).unwrap_or_default(),
        _ => String::new(),
    }
}
