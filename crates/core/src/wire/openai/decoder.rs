//! The body of an answer to events: tells a stream, a whole JSON answer and something else apart, and knows when a reply
//! has ended. What one JSON object says is read in `reply`.

use super::reply::{Reply, stream_error};
use crate::{
    error::{ModelError, ModelErrorKind},
    model::ChatEvent,
    wire::{
        server_message::excerpt,
        sse::{MAX_EVENT_BYTES, SseEvent, SseParser},
    },
};
use serde_json::Value;

/// How much of a body that is not the protocol is looked at.
const HEAD_BYTES: usize = 2048;

/// Reads the body of an answer that came with HTTP 200, in chunks cut anywhere.
///
/// ```
/// use ricordo_core::wire::openai::Decoder;
/// let mut decoder = Decoder::new();
/// decoder.push(b"data: {\"choices\":[{\"delta\":{\"content\":\"Hi\"},\"finish_reason\":\"stop\"}]}\n\n")?;
/// decoder.push(b"data: [DONE]\n\n")?;
/// assert!(decoder.is_done());
/// decoder.finish()?;
/// # Ok::<(), ricordo_core::error::ModelError>(())
/// ```
#[derive(Debug, Default)]
pub struct Decoder {
    body: Body,
    reply: Reply,
    /// The first bytes, to quote if this is not the protocol.
    head: Vec<u8>,
    started: bool,
    done: bool,
    ended: bool,
    failed: Option<ModelError>,
}

#[derive(Debug, Default)]
enum Body {
    /// Nothing but white space and a byte order mark yet.
    #[default]
    Unknown,
    Stream(SseParser),
    Json(Vec<u8>),
    /// A web page.
    Foreign,
}

impl Decoder {
    /// A decoder before the first byte.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether the server has said `[DONE]`: the transport may close the connection and call [`Decoder::finish`].
    pub fn is_done(&self) -> bool {
        self.done
    }

    /// Takes the next bytes of the body and gives the events they complete.
    ///
    /// However the body is cut, the events are the same. Where events came before an error in one chunk, they are given
    /// first and the error by the next call.
    ///
    /// # Errors
    /// `NotTheProtocol`, `ErrorInStream` or `ContextOverflow`. Every call after an error gives it again.
    pub fn push(&mut self, bytes: &[u8]) -> Result<Vec<ChatEvent>, ModelError> {
        let mut events = Vec::new();
        if self.failed.is_none() && !self.done {
            self.take(bytes, &mut events);
        }
        self.give(events)
    }

    /// The body has ended: the events of what was still open. A caller that shows the part of a reply that did arrive
    /// calls it before [`Decoder::finish`], which can give events or an error but not both.
    pub fn last_events(&mut self) -> Vec<ChatEvent> {
        let mut events = Vec::new();
        if std::mem::replace(&mut self.ended, true) {
            return events;
        }
        if self.failed.is_none() {
            self.end(&mut events);
        }
        events
    }

    /// The body has ended: the last events.
    ///
    /// # Errors
    /// `CutOff` when the reply had not ended, `EmptyReply` when it has no word and no tool call, and what
    /// [`Decoder::push`] gives.
    pub fn finish(mut self) -> Result<Vec<ChatEvent>, ModelError> {
        let events = self.last_events();
        match self.failed {
            Some(error) => Err(error),
            None => Ok(events),
        }
    }

    fn give(&self, events: Vec<ChatEvent>) -> Result<Vec<ChatEvent>, ModelError> {
        match &self.failed {
            Some(error) if events.is_empty() => Err(error.clone()),
            _ => Ok(events),
        }
    }

    fn fail(&mut self, error: ModelError) {
        self.failed.get_or_insert(error);
    }

    fn take(&mut self, bytes: &[u8], events: &mut Vec<ChatEvent>) {
        let mut bytes = bytes;
        if !self.started {
            let Some(start) =
                bytes.iter().position(|byte| !matches!(byte, 0xef | 0xbb | 0xbf | b' ' | b'\t' | b'\r' | b'\n'))
            else {
                return;
            };
            bytes = &bytes[start..];
            self.started = true;
            self.body = match bytes[0] {
                b'{' | b'[' => Body::Json(Vec::new()),
                b'<' => Body::Foreign,
                _ => Body::Stream(SseParser::new()),
            };
        }
        let room = HEAD_BYTES - self.head.len();
        self.head.extend_from_slice(&bytes[..bytes.len().min(room)]);
        match &mut self.body {
            Body::Unknown => {}
            Body::Stream(parser) => {
                let mut framed = Vec::new();
                let end = parser.push(bytes, &mut |event| framed.push(event));
                framed.into_iter().for_each(|event| self.event(event, false, events));
                if end.is_err() && !self.done {
                    self.fail(too_long());
                }
            }
            Body::Json(whole) if whole.len() + bytes.len() > MAX_EVENT_BYTES => self.fail(too_long()),
            Body::Json(whole) => whole.extend_from_slice(bytes),
            Body::Foreign if self.head.len() == HEAD_BYTES => self.fail(not_the_protocol(&self.head)),
            Body::Foreign => {}
        }
    }

    /// Reads one event. The last one of a body may be cut in the middle, which is the connection's fault.
    fn event(&mut self, event: SseEvent, last: bool, events: &mut Vec<ChatEvent>) {
        let data = event.data.trim();
        if self.failed.is_some() || self.done || data.is_empty() {
            return;
        }
        if data == "[DONE]" {
            self.done = true;
            self.reply.end(events);
            return;
        }
        let is_error = event.name.as_deref() == Some("error");
        match serde_json::from_str::<Value>(data) {
            Ok(object) => {
                let read = self.reply.push(&object, events);
                let named = if is_error { Err(stream_error(&object)) } else { Ok(()) };
                if let Err(error) = read.and(named) {
                    self.fail(error);
                }
            }
            Err(_) if is_error => self.fail(stream_error(&Value::String(data.to_owned()))),
            Err(_) if last => {}
            // `event: ping` and the like.
            Err(_) if event.name.is_some() => {}
            Err(_) => self.fail(not_the_protocol(data.as_bytes())),
        }
    }

    fn end(&mut self, events: &mut Vec<ChatEvent>) {
        match std::mem::take(&mut self.body) {
            Body::Unknown => self.fail(ModelError::new(ModelErrorKind::EmptyReply, "")),
            Body::Foreign => self.fail(not_the_protocol(&self.head)),
            Body::Json(whole) => self.whole(&whole, events),
            Body::Stream(mut parser) => {
                let mut framed = Vec::new();
                parser.end(&mut |event| framed.push(event));
                framed.into_iter().for_each(|event| self.event(event, true, events));
                self.end_of_stream(parser.saw_unknown_field(), events);
            }
        }
    }

    fn end_of_stream(&mut self, unknown_fields: bool, events: &mut Vec<ChatEvent>) {
        self.reply.flush(events);
        if self.failed.is_some() {
            return;
        }
        if self.done || self.reply.has_finish() {
            if let Some(error) = self.reply.empty_error() {
                self.fail(error);
            }
        } else if unknown_fields && self.reply.is_untouched() {
            self.fail(not_the_protocol(&self.head));
        } else {
            self.fail(ModelError::new(ModelErrorKind::CutOff, ""));
        }
    }

    /// Reads an answer that was not streamed.
    fn whole(&mut self, body: &[u8], events: &mut Vec<ChatEvent>) {
        let object = match serde_json::from_slice::<Value>(body) {
            Ok(object) => object,
            Err(error) if error.is_eof() => return self.fail(ModelError::new(ModelErrorKind::CutOff, "")),
            Err(_) => return self.fail(not_the_protocol(body)),
        };
        if let Err(error) = self.reply.push(&object, events) {
            return self.fail(error);
        }
        if !object.get("choices").is_some_and(Value::is_array) {
            return self.fail(not_the_protocol(body));
        }
        self.reply.end(events);
        if let Some(error) = self.reply.empty_error() {
            self.fail(error);
        }
    }
}

fn not_the_protocol(body: &[u8]) -> ModelError {
    ModelError::new(ModelErrorKind::NotTheProtocol, excerpt(body))
}

fn too_long() -> ModelError {
    ModelError::new(ModelErrorKind::NotTheProtocol, "one event of more than 16 MB")
}
