//! The body of an answer to events: tells a stream, a whole JSON answer and something else apart, and knows when a reply
//! has ended. What one JSON object says is the protocol's matter.

use super::{
    Protocol,
    lines::LineParser,
    reply::Reply,
    server_message::excerpt,
    sse::{MAX_EVENT_BYTES, SseEvent, SseParser},
    stream_error::stream_error,
};
use crate::{
    error::{ModelError, ModelErrorKind},
    model::ChatEvent,
};
use serde_json::Value;

/// How much of a body that is not the protocol is looked at.
const HEAD_BYTES: usize = 2048;

/// Reads the body of an answer that came with HTTP 200, in chunks cut anywhere.
///
/// ```
/// use ricordo_core::wire::{Decoder, Protocol};
/// let mut decoder = Decoder::new(Protocol::OpenAi);
/// decoder.push(b"data: {\"choices\":[{\"delta\":{\"content\":\"Hi\"},\"finish_reason\":\"stop\"}]}\n\n")?;
/// decoder.push(b"data: [DONE]\n\n")?;
/// assert!(decoder.is_done());
/// decoder.finish()?;
/// # Ok::<(), ricordo_core::error::ModelError>(())
/// ```
#[derive(Debug)]
pub struct Decoder {
    protocol: Protocol,
    body: Body,
    reply: Reply,
    /// Whether a JSON object was read, of the protocol or not.
    has_objects: bool,
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
    Lines(LineParser),
    Json(Vec<u8>),
    /// A web page.
    Foreign,
}

impl Decoder {
    /// A decoder before the first byte.
    pub fn new(protocol: Protocol) -> Self {
        Self {
            protocol,
            body: Body::Unknown,
            reply: Reply::new(protocol),
            has_objects: false,
            head: Vec::new(),
            started: false,
            done: false,
            ended: false,
            failed: None,
        }
    }

    /// Whether the server has said that this was all (`[DONE]`, `done`, `message_stop`): the transport may close the connection and call [`Decoder::finish`].
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
                b'<' => Body::Foreign,
                _ if self.protocol == Protocol::Ollama => Body::Lines(LineParser::default()),
                b'{' | b'[' => Body::Json(Vec::new()),
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
            Body::Lines(parser) => {
                let mut lines = Vec::new();
                let end = parser.push(bytes, &mut |line| lines.push(line));
                lines.into_iter().for_each(|line| self.line(line, false, events));
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
                self.has_objects = true;
                let read = self.reply.push(&object, events);
                let named = if is_error { Err(stream_error(&object)) } else { Ok(()) };
                if let Err(error) = read.and(named) {
                    self.fail(error);
                } else if self.reply.is_over() {
                    self.done = true;
                    self.reply.end(events);
                }
            }
            Err(_) if is_error => self.fail(stream_error(&Value::String(data.to_owned()))),
            Err(_) if last => {}
            // `event: ping` and the like.
            Err(_) if event.name.is_some() => {}
            Err(_) => self.fail(not_the_protocol(data.as_bytes())),
        }
    }

    fn line(&mut self, data: String, last: bool, events: &mut Vec<ChatEvent>) {
        self.event(SseEvent { name: None, data }, last, events);
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
            Body::Lines(mut parser) => {
                let mut lines = Vec::new();
                parser.end(&mut |line| lines.push(line));
                lines.into_iter().for_each(|line| self.line(line, true, events));
                self.end_of_stream(!self.head.starts_with(b"{"), events);
            }
        }
    }

    /// `looks_foreign`: something came that this kind of body never has.
    fn end_of_stream(&mut self, looks_foreign: bool, events: &mut Vec<ChatEvent>) {
        self.reply.flush(events);
        if self.failed.is_some() {
            return;
        }
        let content = self.reply.content();
        if self.done || content.finish.is_some() {
            if let Some(error) = content.empty_error() {
                self.fail(error);
            }
        } else if (looks_foreign || self.has_objects) && !self.reply.is_touched() {
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
        if !self.reply.is_whole(&object) {
            return self.fail(not_the_protocol(body));
        }
        self.reply.end(events);
        if let Some(error) = self.reply.content().empty_error() {
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
