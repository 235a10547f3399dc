//! Decodes a response body into events: distinguishes a stream, a whole JSON response and foreign content, and detects
//! the end of the reply. The protocol modules interpret the JSON objects.

use super::{
    Protocol,
    body::Body,
    context_overflow::says_overflow,
    json::{Mender, next_value},
    reply::Reply,
    server_message::excerpt,
    sse::{DONE_MARKER, SseEvent},
    stream_error::{stream_error, text_error},
};
use ricordo_record::{
    error::{ModelError, ModelErrorKind},
    request::ChatEvent,
};
use serde_json::Value;

/// Bytes of a foreign body that are kept to be quoted.
const HEAD_BYTES: usize = 2048;

/// Reads the body of an HTTP 200 response, in chunks split at any byte.
///
/// ```
/// use ricordo_wire::{Decoder, Protocol};
/// let mut decoder = Decoder::new(Protocol::OpenAi);
/// decoder.push(b"data: {\"choices\":[{\"delta\":{\"content\":\"Hi\"},\"finish_reason\":\"stop\"}]}\n\n")?;
/// decoder.push(b"data: [DONE]\n\n")?;
/// assert!(decoder.is_done());
/// decoder.finish()?;
/// # Ok::<(), ricordo_record::error::ModelError>(())
/// ```
#[derive(Debug)]
pub struct Decoder {
    protocol: Protocol,
    body: Body,
    mender: Mender,
    reply: Reply,
    /// Text between events. It is the error if the reply does not end properly.
    stray: Option<String>,
    /// Whether any JSON object was read, of the protocol or not.
    has_objects: bool,
    /// Whether one of them was a response that was not streamed.
    is_whole: bool,
    /// The first bytes of the body, quoted if it is not the protocol.
    head: Vec<u8>,
    done: bool,
    ended: bool,
    failed: Option<ModelError>,
}

/// What remains of a text that is not JSON.
struct Unread {
    text: String,
    behind_values: bool,
}

impl Decoder {
    /// A decoder before the first byte.
    pub fn new(protocol: Protocol) -> Self {
        Self {
            protocol,
            body: Body::Unknown,
            mender: Mender::default(),
            reply: Reply::new(protocol),
            stray: None,
            has_objects: false,
            is_whole: false,
            head: Vec::new(),
            done: false,
            ended: false,
            failed: None,
        }
    }

    /// Whether the server has sent its end marker (`[DONE]`, `done`, `message_stop`). The transport may then close the
    /// connection and call [`Decoder::finish`].
    pub fn is_done(&self) -> bool {
        self.done
    }

    /// Takes the next bytes of the body and returns the events they complete.
    ///
    /// The events do not depend on how the body is split. If a chunk yields events before an error, the events are
    /// returned first and the error by the next call.
    ///
    /// # Errors
    /// `NotTheProtocol`, `EventTooLong`, `ErrorInStream` or `ContextOverflow`. Every call after an error returns it again.
    pub fn push(&mut self, bytes: &[u8]) -> Result<Vec<ChatEvent>, ModelError> {
        let mut events = Vec::new();
        if self.failed.is_none() && !self.done && !self.ended {
            self.take(bytes, &mut events);
        }
        self.give(events)
    }

    /// Ends the body and returns the events of what was still open. Call it before [`Decoder::finish`] to show the part
    /// of a reply that did arrive: `finish` returns events or an error, not both.
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

    /// Ends the body and returns the last events.
    ///
    /// # Errors
    /// `CutOff` if the reply had not ended, `EmptyReply` if it has neither text nor a tool call, and the errors of
    /// [`Decoder::push`].
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

    /// Text that was held back is emitted before the error.
    fn fail(&mut self, error: ModelError, events: &mut Vec<ChatEvent>) {
        self.reply.flush(events);
        self.failed.get_or_insert(error);
    }

    fn take(&mut self, bytes: &[u8], events: &mut Vec<ChatEvent>) {
        let mut bytes = bytes;
        if matches!(self.body, Body::Unknown) {
            let Some(start) =
                bytes.iter().position(|byte| !matches!(byte, 0xef | 0xbb | 0xbf | b' ' | b'\t' | b'\r' | b'\n'))
            else {
                return;
            };
            bytes = &bytes[start..];
            self.body = Body::of(bytes[0], self.protocol);
        }
        let room = HEAD_BYTES - self.head.len();
        self.head.extend_from_slice(&bytes[..bytes.len().min(room)]);
        let mut pieces = Vec::new();
        let taken = self.body.push(bytes, &mut pieces);
        pieces.into_iter().for_each(|piece| self.piece(&piece, false, events));
        if taken.is_err() && !self.done {
            self.fail(ModelError::new(ModelErrorKind::EventTooLong, ""), events);
        } else if matches!(self.body, Body::Foreign) && self.head.len() == HEAD_BYTES {
            self.fail(not_the_protocol(&self.head), events);
        }
    }

    /// Reads one event or line. The last one of a body may be truncated, which is the connection's fault.
    fn piece(&mut self, piece: &SseEvent, last: bool, events: &mut Vec<ChatEvent>) {
        if self.failed.is_some() || self.done || piece.data.trim().is_empty() {
            return;
        }
        let is_error = piece.name.as_deref() == Some("error");
        let Err(unread) = self.values(&piece.data, is_error, events) else { return };
        let is_lost = unread.text.starts_with(['{', '[']);
        let words = unread.text.as_bytes();
        if is_error {
            self.fail(text_error(&excerpt(words)), events);
        } else if piece.is_stray || (unread.behind_values && !is_lost) {
            self.stray.get_or_insert_with(|| excerpt(words));
        } else if !last && (is_lost || piece.name.is_none()) {
            self.fail(not_the_protocol(words), events);
        }
        // The rest is truncated, or `event: ping` and the like.
    }

    /// Reads a sequence of JSON values and returns the rest that cannot be parsed.
    fn values(&mut self, text: &str, is_error: bool, events: &mut Vec<ChatEvent>) -> Result<(), Unread> {
        let text = self.mender.mend(text);
        let (mut rest, mut behind_values) = (text.trim(), false);
        while self.failed.is_none() && !self.done && !rest.is_empty() {
            if rest.starts_with(DONE_MARKER) {
                self.done_marker(events);
                return Ok(());
            }
            let Some(Ok((value, behind))) = next_value(rest) else {
                return Err(Unread { text: rest.to_owned(), behind_values });
            };
            (self.has_objects, behind_values) = (true, true);
            // Some servers wrap an error in a list.
            for object in value.as_array().map_or(std::slice::from_ref(&value), Vec::as_slice) {
                self.object(object, is_error, events);
            }
            let behind = behind.trim_start();
            rest = behind.strip_prefix("data:").unwrap_or(behind).trim_start();
        }
        Ok(())
    }

    fn object(&mut self, object: &Value, is_error: bool, events: &mut Vec<ChatEvent>) {
        if self.failed.is_some() || self.done {
            return;
        }
        self.is_whole |= self.reply.is_whole(object);
        let read = self.reply.push(object, events);
        let named = if is_error { Err(stream_error(object)) } else { Ok(()) };
        if let Err(error) = read.and(named) {
            self.fail(error, events);
        } else if self.reply.is_over() {
            self.done = true;
            self.reply.end(events);
        }
    }

    /// Handles `[DONE]`. Proxies also send it after a reply that broke off.
    fn done_marker(&mut self, events: &mut Vec<ChatEvent>) {
        self.done = true;
        if !self.is_broken_off() {
            self.reply.end(events);
        }
    }

    /// Whether stray text came and the model sent no finish reason.
    fn is_broken_off(&self) -> bool {
        self.stray.is_some() && self.reply.state().finish.is_none()
    }

    fn end(&mut self, events: &mut Vec<ChatEvent>) {
        let mut pieces = Vec::new();
        let mut body = std::mem::take(&mut self.body);
        body.end(&mut pieces);
        match &body {
            Body::Unknown => self.fail(ModelError::new(ModelErrorKind::EmptyReply, ""), events),
            Body::Foreign => self.fail(not_the_protocol(&self.head), events),
            Body::Json(whole) => self.whole(whole, &pieces, events),
            Body::Stream(_) | Body::Lines(_) => {
                pieces.iter().for_each(|piece| self.piece(piece, true, events));
                let looks_foreign = match &body {
                    Body::Stream(parser) => parser.saw_unknown_field(),
                    _ => !self.head.starts_with(b"{"),
                };
                self.end_of_stream(looks_foreign, events);
            }
        }
    }

    /// `looks_foreign`: the body contains something that this kind of body never has.
    fn end_of_stream(&mut self, looks_foreign: bool, events: &mut Vec<ChatEvent>) {
        self.reply.flush(events);
        if self.failed.is_some() {
            return;
        }
        if (looks_foreign || self.has_objects) && !self.reply.state().touched {
            return self.fail(not_the_protocol(&self.head), events);
        }
        if self.is_broken_off()
            && let Some(words) = self.stray.take()
        {
            return self.fail(text_error(&words), events);
        }
        let state = self.reply.state();
        if self.done || state.finish.is_some() {
            if let Some(error) = state.empty_error() {
                self.fail(error, events);
            }
        } else {
            self.fail(ModelError::new(ModelErrorKind::CutOff, ""), events);
        }
    }

    /// Reads a response that was not streamed.
    fn whole(&mut self, body: &[u8], pieces: &[SseEvent], events: &mut Vec<ChatEvent>) {
        let unread = pieces.iter().find_map(|piece| self.values(&piece.data, false, events).err());
        if self.failed.is_some() {
            return;
        }
        if !self.is_whole {
            let is_cut = unread.is_some_and(|unread| {
                next_value(&unread.text).and_then(Result::err).is_some_and(|error| error.is_eof())
            });
            return self.fail(
                if is_cut { ModelError::new(ModelErrorKind::CutOff, "") } else { not_the_protocol(body) },
                events,
            );
        }
        self.reply.end(events);
        if let Some(error) = self.reply.state().empty_error() {
            self.fail(error, events);
        }
    }
}

fn not_the_protocol(body: &[u8]) -> ModelError {
    let words = excerpt(body);
    match says_overflow(&words) {
        true => ModelError::new(ModelErrorKind::ContextOverflow, words),
        false => ModelError::new(ModelErrorKind::NotTheProtocol, words),
    }
}
