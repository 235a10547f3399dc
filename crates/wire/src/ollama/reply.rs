//! Decodes one reply from JSON objects to events. Framing plays no role here.

use crate::{
    count::count, finish::failure_of, json::text, reply_state::ReplyState, stream_error::reported_error,
    think::ThinkSplitter,
};
use ricordo_record::{error::ModelError, message::Usage, request::ChatEvent};
use serde_json::Value;

#[derive(Debug, Default)]
pub(crate) struct Reply {
    pub(crate) state: ReplyState,
    over: bool,
    /// Models that the server does not know as reasoning models put their reasoning into the content.
    think: ThinkSplitter,
    calls: u32,
}

impl Reply {
    /// Reads one object of the body and adds the chat events it yields.
    ///
    /// # Errors
    /// The error that the server reports in it. Events added before the error stay valid.
    pub(crate) fn push(&mut self, object: &Value, events: &mut Vec<ChatEvent>) -> Result<(), ModelError> {
        let message = object.get("message").filter(|message| message.is_object());
        let done = object.get("done").and_then(Value::as_bool);
        let error = reported_error(object, message.is_none() && done.is_none());
        self.state.touched |= error.is_some() || message.is_some() || done.is_some();
        self.state.model(object, events);
        if let Some(message) = message {
            let from = events.len();
            self.message(message, text(object.get("created_at")).unwrap_or_default(), events);
            self.state.look_at(&events[from..]);
        }
        let failed = error.or_else(|| failure_of(text(object.get("done_reason"))?));
        if let Some(error) = failed {
            return Err(error);
        }
        if done == Some(true) {
            self.over = true;
            self.done(object, events);
        }
        Ok(())
    }

    /// Emits text that was held back.
    pub(crate) fn flush(&mut self, events: &mut Vec<ChatEvent>) {
        let from = events.len();
        self.think.end(events);
        self.state.look_at(&events[from..]);
    }

    /// Whether the object with `done` has been read.
    pub(crate) fn is_over(&self) -> bool {
        self.over
    }

    fn message(&mut self, message: &Value, created_at: &str, events: &mut Vec<ChatEvent>) {
        if let Some(thoughts) = text(message.get("thinking")) {
            events.push(ChatEvent::Reasoning { text: thoughts.to_owned() });
        }
        if let Some(words) = text(message.get("content")) {
            self.think.push(words, events);
        }
        for call in message.get("tool_calls").and_then(Value::as_array).into_iter().flatten() {
            self.call(call, created_at, events);
        }
    }

    /// Tool calls are not split into deltas; their arguments are an object.
    fn call(&mut self, call: &Value, created_at: &str, events: &mut Vec<ChatEvent>) {
        let function = call.get("function").unwrap_or(call);
        let Some(name) = text(function.get("name")) else { return };
        let index = self.calls;
        self.calls = self.calls.saturating_add(1);
        let arguments = match function.get("arguments") {
            None | Some(Value::Null) => "{}".to_owned(),
            Some(Value::String(text)) => text.clone(),
            Some(object) => object.to_string(),
        };
        events.push(ChatEvent::ToolCall {
            index,
            id: Some(text(call.get("id")).map_or_else(|| made_up_id(created_at, index), str::to_owned)),
            name: Some(name.to_owned()),
            arguments,
        });
    }

    fn done(&mut self, object: &Value, events: &mut Vec<ChatEvent>) {
        self.flush(events);
        self.state.finish(text(object.get("done_reason")).unwrap_or_default(), self.calls > 0, events);
        let (prompt, completion) = (count(object.get("prompt_eval_count")), count(object.get("eval_count")));
        if prompt.is_some() || completion.is_some() {
            let usage = Usage {
                prompt_tokens: prompt.unwrap_or(0),
                completion_tokens: completion.unwrap_or(0),
                cached_tokens: None,
                written_tokens: None,
            };
            events.push(ChatEvent::Usage { usage });
        }
    }
}

/// Older servers give calls no id. The timestamp of the reply makes one that is unique within the conversation.
fn made_up_id(created_at: &str, index: u32) -> String {
    let moment: String = created_at.chars().filter(char::is_ascii_digit).collect();
    format!("call_{moment}_{index}")
}
