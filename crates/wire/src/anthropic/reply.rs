//! Assembles one reply from JSON events. The JSON of each event names its type, so framing plays no role here.

use super::usage::UsageReport;
use crate::{finish::failure_of, json::text, reply_state::ReplyState, stream_error::reported_error};
use ricordo_record::{error::ModelError, request::ChatEvent};
use serde_json::Value;

#[derive(Debug, Default)]
pub(crate) struct Reply {
    pub(crate) state: ReplyState,
    over: bool,
    /// Tool calls whose block is still open. Blocks of other kinds need no state.
    open: Vec<OpenCall>,
    calls: u32,
    usage: UsageReport,
}

#[derive(Debug)]
struct OpenCall {
    /// Index of the block, as the server numbers them.
    block: u64,
    /// Index of the call within the reply.
    index: u32,
    /// The arguments that came with `content_block_start`.
    input: Option<Value>,
    has_arguments: bool,
}

impl Reply {
    /// Reads one stream event, or the whole response, and adds the chat events it yields.
    ///
    /// # Errors
    /// The error that the server reports in it. Events added before the error stay valid.
    pub(crate) fn push(&mut self, object: &Value, events: &mut Vec<ChatEvent>) -> Result<(), ModelError> {
        let from = events.len();
        let kind = text(object.get("type")).unwrap_or_default();
        let is_known = self.read(kind, object, events);
        self.state.touched |= is_known;
        self.state.look_at(&events[from..]);
        let reason = object.pointer("/delta/stop_reason").or_else(|| object.get("stop_reason"));
        let error = reported_error(object, !is_known || kind == "error");
        error.or_else(|| failure_of(text(reason)?)).map_or(Ok(()), Err)
    }

    /// Ends the reply after a regular end of the body: adds the finish event if the server sent none.
    pub(crate) fn end(&mut self, events: &mut Vec<ChatEvent>) {
        if self.state.finish.is_none() {
            self.finish("end_turn", events);
        }
    }

    /// Whether `message_stop` has been read.
    pub(crate) fn is_over(&self) -> bool {
        self.over
    }

    /// Reads an event and returns whether its type is known. The protocol may gain types at any time, so unknown ones
    /// are ignored.
    fn read(&mut self, kind: &str, object: &Value, events: &mut Vec<ChatEvent>) -> bool {
        let block = object.get("index").and_then(Value::as_u64).unwrap_or(0);
        match kind {
            "message_start" => self.head(object.get("message").unwrap_or(&Value::Null), events),
            "content_block_start" => {
                self.start(block, object.get("content_block").unwrap_or(&Value::Null), events);
            }
            "content_block_delta" => self.delta(block, object.get("delta").unwrap_or(&Value::Null), events),
            "content_block_stop" => self.stop(block, events),
            "message_delta" => self.tail(object.get("delta").unwrap_or(&Value::Null), object, events),
            "message_stop" => self.over = true,
            "message" => self.whole(object, events),
            "ping" | "error" => {}
            _ => return false,
        }
        true
    }

    fn head(&mut self, message: &Value, events: &mut Vec<ChatEvent>) {
        self.state.model(message, events);
        self.usage(message, events);
    }

    fn start(&mut self, block: u64, content: &Value, events: &mut Vec<ChatEvent>) {
        match text(content.get("type")).unwrap_or_default() {
            "text" => words(content.get("text"), events),
            "thinking" => thoughts(content.get("thinking"), events),
            "tool_use" => {
                let index = self.calls;
                self.calls = self.calls.saturating_add(1);
                let input = content.get("input").filter(|input| input.is_object()).cloned();
                self.open.push(OpenCall { block, index, input, has_arguments: false });
                events.push(ChatEvent::ToolCall {
                    index,
                    id: text(content.get("id")).map(str::to_owned),
                    name: text(content.get("name")).map(str::to_owned),
                    arguments: String::new(),
                });
            }
            // The server's own tools and their results, and redacted thinking.
            _ => {}
        }
    }

    fn delta(&mut self, block: u64, delta: &Value, events: &mut Vec<ChatEvent>) {
        match text(delta.get("type")).unwrap_or_default() {
            "text_delta" => words(delta.get("text"), events),
            "thinking_delta" => thoughts(delta.get("thinking"), events),
            "input_json_delta" => {
                let call = self.open.iter_mut().rfind(|call| call.block == block);
                if let (Some(call), Some(arguments)) = (call, text(delta.get("partial_json"))) {
                    call.has_arguments = true;
                    events.push(more_arguments(call.index, arguments.to_owned()));
                }
            }
            // Signatures and citations.
            _ => {}
        }
    }

    /// A call that received no argument deltas has the arguments it started with, most often none.
    fn stop(&mut self, block: u64, events: &mut Vec<ChatEvent>) {
        if let Some(at) = self.open.iter().rposition(|call| call.block == block) {
            let call = self.open.swap_remove(at);
            if !call.has_arguments {
                let input = call.input.map_or_else(|| "{}".to_owned(), |input| input.to_string());
                events.push(more_arguments(call.index, input));
            }
        }
    }

    fn tail(&mut self, delta: &Value, object: &Value, events: &mut Vec<ChatEvent>) {
        let reason = text(delta.get("stop_reason")).filter(|reason| failure_of(reason).is_none());
        if let Some(reason) = reason.filter(|_| self.state.finish.is_none()) {
            self.finish(reason, events);
        }
        self.usage(object, events);
    }

    /// Reads a response that was not streamed.
    fn whole(&mut self, message: &Value, events: &mut Vec<ChatEvent>) {
        for (block, content) in (0..).zip(message.get("content").and_then(Value::as_array).into_iter().flatten()) {
            self.start(block, content, events);
            self.stop(block, events);
        }
        self.head(message, events);
        self.tail(message, &Value::Null, events);
    }

    fn usage(&mut self, object: &Value, events: &mut Vec<ChatEvent>) {
        let usage = object.get("usage").and_then(|usage| self.usage.push(usage));
        events.extend(usage.map(|usage| ChatEvent::Usage { usage }));
    }

    fn finish(&mut self, reason: &str, events: &mut Vec<ChatEvent>) {
        self.state.finish(reason, self.calls > 0, events);
    }
}

fn more_arguments(index: u32, arguments: String) -> ChatEvent {
    ChatEvent::ToolCall { index, id: None, name: None, arguments }
}

fn words(value: Option<&Value>, events: &mut Vec<ChatEvent>) {
    events.extend(text(value).map(|text| ChatEvent::Text { text: text.to_owned() }));
}

fn thoughts(value: Option<&Value>, events: &mut Vec<ChatEvent>) {
    events.extend(text(value).map(|text| ChatEvent::Reasoning { text: text.to_owned() }));
}
