//! Decodes one reply from JSON objects to events. Framing plays no role here.

use super::{reasoning_details::ReasoningDetails, tool_calls::ToolCalls, usage::UsageReport};
use crate::{
    finish::failure_of, json::text, made_image::made_image, reply_state::ReplyState, stream_error::reported_error,
    think::ThinkSplitter,
};
use ricordo_record::{error::ModelError, request::ChatEvent};
use serde_json::{Map, Value};

#[derive(Debug, Default)]
pub(crate) struct Reply {
    pub(crate) state: ReplyState,
    /// Whether reasoning came as `reasoning_content`, perhaps empty, and no tool call after it yet.
    has_reasoning_content: bool,
    think: ThinkSplitter,
    tool_calls: ToolCalls,
    details: ReasoningDetails,
    usage: UsageReport,
}

impl Reply {
    /// Reads one object of a stream, or the whole response, and adds the chat events it yields.
    ///
    /// # Errors
    /// The error that the server reports in it. Events added before the error stay valid.
    pub(crate) fn push(&mut self, object: &Value, events: &mut Vec<ChatEvent>) -> Result<(), ModelError> {
        // Its objects have no common marker, so any object counts.
        self.state.touched = true;
        self.state.model(object, events);
        if let Some(choice) = first_choice(object) {
            self.choice(choice, events);
        }
        events.extend(self.usage.push(object).map(|usage| ChatEvent::Usage { usage }));
        error_of(object).map_or(Ok(()), Err)
    }

    /// Ends the reply after a regular end of the body: emits text that was held back, and the finish event if the
    /// server sent none.
    pub(crate) fn end(&mut self, events: &mut Vec<ChatEvent>) {
        self.flush(events);
        if self.state.finish.is_none() {
            self.finish("stop", events);
        }
    }

    /// Emits text that was held back.
    pub(crate) fn flush(&mut self, events: &mut Vec<ChatEvent>) {
        let from = events.len();
        self.think.end(events);
        self.tool_calls.end(events);
        if !self.tool_calls.is_empty() {
            events.extend(self.details.sent_back());
        }
        self.state.look_at(&events[from..]);
    }

    fn choice(&mut self, choice: &Value, events: &mut Vec<ChatEvent>) {
        let from = events.len();
        if let Some(delta) = choice.get("delta").filter(|delta| delta.is_object()) {
            self.delta(delta, events);
        }
        // Some servers put an empty delta next to the message. A final object that repeats the whole message after its
        // deltas must not be read as the reply again.
        let is_fresh = events.len() == from && !self.think.is_holding();
        if is_fresh && !self.state.has_words && self.tool_calls.is_empty() {
            choice.get("message").into_iter().for_each(|message| self.delta(message, events));
        }
        // The legacy completions format, older than chat.
        if let Some(words) = text(choice.get("text")).filter(|_| is_fresh) {
            self.think.push(words, events);
        }
        self.state.look_at(&events[from..]);
        let reason = text(choice.get("finish_reason")).filter(|reason| failure_of(reason).is_none());
        if let Some(reason) = reason.filter(|_| self.state.finish.is_none()) {
            self.flush(events);
            self.finish(reason, events);
        }
    }

    fn delta(&mut self, delta: &Value, events: &mut Vec<ChatEvent>) {
        // Servers that send several of these fields put the same text in each.
        let thoughts = ["reasoning_content", "reasoning", "thinking", "reasoning_details"];
        let thoughts = thoughts.into_iter().filter_map(|name| delta.get(name)).map(thought);
        reasoning(thoughts.into_iter().find(|text| !text.is_empty()).unwrap_or_default(), events);
        self.details.push(delta.get("reasoning_details"));
        self.has_reasoning_content |= delta.get("reasoning_content").is_some_and(Value::is_string);
        if let Some(content) = delta.get("content") {
            self.words(content, events);
        }
        if let Some(refusal) = text(delta.get("refusal")) {
            self.think.push(refusal, events);
        }
        delta.get("images").and_then(Value::as_array).into_iter().flatten().for_each(|image| self.image(image, events));
        for call in delta.get("tool_calls").and_then(Value::as_array).into_iter().flatten() {
            self.tool_calls.push(call, events);
        }
        if let Some(call) = delta.get("function_call") {
            self.tool_calls.push(call, events);
        }
        // DeepSeek refuses its own tool calls without their reasoning. Servers that refuse the field do not send it.
        if self.has_reasoning_content && !self.tool_calls.is_empty() {
            self.has_reasoning_content = false;
            events.push(ChatEvent::SentBack {
                index: 0,
                reasoning: true,
                extra_content: None,
                reasoning_details: None,
            });
        }
    }

    /// Content is a string, a part, or a list of parts, some of which are reasoning.
    fn words(&mut self, content: &Value, events: &mut Vec<ChatEvent>) {
        match content {
            Value::Array(parts) => parts.iter().for_each(|part| self.words(part, events)),
            Value::Object(part) if is_thought(part) => reasoning(thought(content), events),
            Value::Object(part) if part.contains_key("image_url") => self.image(content, events),
            Value::Object(part) if part.contains_key("refusal") => self.words(&part["refusal"], events),
            _ => self.think.push(&joined(content), events),
        }
    }

    /// Reads an image generated by the model.
    fn image(&mut self, image: &Value, events: &mut Vec<ChatEvent>) {
        match made_image(image) {
            ChatEvent::Text { text } => self.think.push(&text, events),
            image => events.push(image),
        }
    }

    fn finish(&mut self, reason: &str, events: &mut Vec<ChatEvent>) {
        self.state.finish(reason, !self.tool_calls.is_empty(), events);
    }
}

/// The error that an object reports.
fn error_of(object: &Value) -> Option<ModelError> {
    let Some(choice) = first_choice(object) else {
        let alone =
            !object.get("choices").is_some_and(Value::is_array) && object.get("usage").is_none_or(Value::is_null);
        return reported_error(object, alone);
    };
    let error = [object, choice].into_iter().find_map(|of| reported_error(of, false));
    error.or_else(|| failure_of(text(choice.get("finish_reason"))?))
}

/// The first choice; we never request more than one.
fn first_choice(object: &Value) -> Option<&Value> {
    let choices = object.get("choices")?.as_array()?;
    choices.iter().find(|choice| choice.get("index").and_then(Value::as_u64).unwrap_or(0) == 0)
}

/// Whether a part holds reasoning.
fn is_thought(part: &Map<String, Value>) -> bool {
    let kind = part.get("type").and_then(Value::as_str).unwrap_or_default();
    ["reasoning", "thinking", "summary"].iter().any(|word| kind.starts_with(word) || part.contains_key(*word))
        || part.get("thought") == Some(&Value::Bool(true))
}

/// The text of a part: a string, `{text}`, or a list of them.
fn joined(value: &Value) -> String {
    under(&["text"], value)
}

/// The reasoning of a part, for which servers use several field names.
fn thought(value: &Value) -> String {
    under(&["text", "thinking", "reasoning", "summary", "content"], value)
}

fn under(names: &[&str], value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().map(|part| under(names, part)).collect(),
        Value::Object(part) => {
            let found = names.iter().filter_map(|name| part.get(*name)).map(|value| under(names, value));
            found.into_iter().find(|text| !text.is_empty()).unwrap_or_default()
        }
        _ => String::new(),
    }
}

fn reasoning(text: String, events: &mut Vec<ChatEvent>) {
    events.extend((!text.is_empty()).then_some(ChatEvent::Reasoning { text }));
}
