//! Server-sent events: bytes in, split anywhere; whole events out. Does not interpret the events.
//!
//! The parser follows the HTML standard, with one leniency: an event that no empty line closed before the body ended is
//! emitted, too, because some servers leave the last one open.
//!
//! It also emits three things that the standard ignores: an `error` field, as llama.cpp and servers based on it have
//! sent it; text outside any field, written by a proxy in between; and `[DONE]` before the empty line after it, which
//! may never come.

/// The most bytes of one event. A reply of a million tokens in one chunk stays below it.
pub const MAX_EVENT_BYTES: usize = 16 * 1024 * 1024;

/// The last data of a chat completion.
pub(super) const DONE_MARKER: &str = "[DONE]";

/// One server-sent event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SseEvent {
    /// The `event` field; `None` if there was none, as with OpenAI.
    pub name: Option<String>,
    /// The `data` lines, joined by line breaks.
    pub data: String,
    /// Whether it is text outside any field, found between events.
    pub is_stray: bool,
}

/// An event or a line grew beyond [`MAX_EVENT_BYTES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventTooLong;

/// The parser. It keeps the incomplete line and event, and reads every byte once.
#[derive(Debug, Default)]
pub struct SseParser {
    line: Vec<u8>,
    name: Option<String>,
    data: Option<String>,
    stray: String,
    after_carriage_return: bool,
    first_line_seen: bool,
    unknown_fields: bool,
}

impl SseParser {
    /// A parser before the first byte.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether a line came that is not valid in an event stream: the body is probably something else.
    pub fn saw_unknown_field(&self) -> bool {
        self.unknown_fields
    }

    /// Takes the next bytes of the body and passes each event they complete to `on_event`, in order.
    ///
    /// # Errors
    /// [`EventTooLong`]; the events before it were passed on.
    pub fn push(&mut self, bytes: &[u8], on_event: &mut impl FnMut(SseEvent)) -> Result<(), EventTooLong> {
        let mut rest = bytes;
        if self.after_carriage_return && !rest.is_empty() {
            self.after_carriage_return = false;
            rest = rest.strip_prefix(b"\n").unwrap_or(rest);
        }
        while let Some(end) = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
            self.grow_line(&rest[..end])?;
            let carriage_return = rest[end] == b'\r';
            rest = &rest[end + 1..];
            if carriage_return {
                self.after_carriage_return = rest.is_empty();
                rest = rest.strip_prefix(b"\n").unwrap_or(rest);
            }
            self.end_line(on_event);
        }
        self.grow_line(rest)
    }

    /// Ends the body: passes on the event that is still open, if it has data.
    pub fn end(&mut self, on_event: &mut impl FnMut(SseEvent)) {
        if !self.line.is_empty() {
            self.end_line(on_event);
        }
        self.dispatch(on_event);
    }

    fn grow_line(&mut self, bytes: &[u8]) -> Result<(), EventTooLong> {
        let open = self.data.as_ref().map_or(0, String::len) + self.stray.len();
        if self.line.len() + open + bytes.len() > MAX_EVENT_BYTES {
            return Err(EventTooLong);
        }
        self.line.extend_from_slice(bytes);
        Ok(())
    }

    fn end_line(&mut self, on_event: &mut impl FnMut(SseEvent)) {
        // A line is complete here, so a character split between two chunks is, too.
        let bytes = std::mem::take(&mut self.line);
        let text = String::from_utf8_lossy(&bytes);
        let mut line = text.as_ref();
        if !std::mem::replace(&mut self.first_line_seen, true) {
            line = line.strip_prefix('\u{feff}').unwrap_or(line);
        }
        if line.is_empty() {
            self.dispatch(on_event);
        } else if !line.starts_with(':') {
            let (field, value) = line.split_once(':').unwrap_or((line, ""));
            match field {
                "data" | "event" | "id" | "retry" => {
                    self.field(field, value.strip_prefix(' ').unwrap_or(value), on_event)
                }
                "error" => self.named("error", value.trim(), on_event),
                _ => self.other(line, is_name(field) && field.len() < line.len()),
            }
        }
        self.line = bytes;
        self.line.clear();
    }

    fn field(&mut self, field: &str, value: &str, on_event: &mut impl FnMut(SseEvent)) {
        self.hand_over_stray(on_event);
        match (field, &mut self.data) {
            ("data", _) if value.trim() == DONE_MARKER => {
                self.dispatch(on_event);
                on_event(SseEvent { name: None, data: DONE_MARKER.to_owned(), is_stray: false });
            }
            ("data", Some(data)) => {
                data.push('\n');
                data.push_str(value);
            }
            ("data", empty) => *empty = Some(value.to_owned()),
            ("event", _) => self.name = Some(value.to_owned()).filter(|name| !name.is_empty()),
            _ => {}
        }
    }

    /// Emits a field that is an event by itself.
    fn named(&mut self, name: &str, value: &str, on_event: &mut impl FnMut(SseEvent)) {
        self.dispatch(on_event);
        on_event(SseEvent { name: Some(name.to_owned()), data: value.to_owned(), is_stray: false });
    }

    /// A line that is not valid in an event stream: an unknown field, which is ignored, or text. Text after data is
    /// appended to it, because some servers break JSON into lines.
    fn other(&mut self, line: &str, is_field: bool) {
        self.unknown_fields = true;
        if !is_field {
            let text = self.data.as_mut().unwrap_or(&mut self.stray);
            text.push('\n');
            text.push_str(line);
        }
    }

    fn hand_over_stray(&mut self, on_event: &mut impl FnMut(SseEvent)) {
        if !self.stray.is_empty() {
            on_event(SseEvent { name: None, data: std::mem::take(&mut self.stray), is_stray: true });
        }
    }

    fn dispatch(&mut self, on_event: &mut impl FnMut(SseEvent)) {
        self.hand_over_stray(on_event);
        let name = self.name.take();
        if let Some(data) = self.data.take() {
            on_event(SseEvent { name, data, is_stray: false });
        }
    }
}

/// Whether this can be a field name. A sentence that happens to contain a colon has none.
fn is_name(field: &str) -> bool {
    field.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'-' | b'_'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn events(chunks: &[&[u8]]) -> Vec<SseEvent> {
        let mut parser = SseParser::new();
        let mut events = Vec::new();
        for chunk in chunks {
            parser.push(chunk, &mut |event| events.push(event)).unwrap();
        }
        parser.end(&mut |event| events.push(event));
        events
    }

    fn data(chunks: &[&[u8]]) -> Vec<String> {
        events(chunks).into_iter().map(|event| event.data).collect()
    }

    #[test]
    fn every_line_ending_closes_a_line() {
        for body in ["data: a\n\ndata: b\n\n", "data: a\r\n\r\ndata: b\r\n\r\n", "data: a\r\rdata: b\r\r"] {
            assert_eq!(data(&[body.as_bytes()]), ["a", "b"], "{body:?}");
        }
    }

    #[test]
    fn a_line_feed_that_arrives_after_its_carriage_return_opens_no_line() {
        assert_eq!(data(&[b"data: a\r", b"\ndata: b\r", b"", b"\n\r", b"\n"]), ["a\nb"]);
    }

    #[test]
    fn comments_ids_and_empty_chunks_are_no_events() {
        assert_eq!(data(&[b": keep-alive\n\n", b"", b"id: 7\nretry: 10\n\n", b"data:x\n\n"]), ["x"]);
    }

    #[test]
    fn data_lines_are_joined_and_one_space_is_taken_off() {
        assert_eq!(data(&["data:  a\ndata\ndata:b\n\n".as_bytes()]), [" a\n\nb"]);
    }

    #[test]
    fn events_have_names() {
        let named = events(&[b"event: error\ndata: {}\n\ndata: plain\n\n"]);
        assert_eq!(named[0], SseEvent { name: Some("error".into()), data: "{}".into(), is_stray: false });
        assert_eq!(named[1].name, None);
    }

    #[test]
    fn an_error_field_is_an_event_by_itself() {
        let named = events(&[b"event: message\ndata: a\nerror: {\"x\":1}\ndata: b\n\n"]);
        let seen: Vec<_> = named.iter().map(|event| (event.name.as_deref(), event.data.as_str())).collect();
        assert_eq!(seen, [(Some("message"), "a"), (Some("error"), "{\"x\":1}"), (None, "b")]);
    }

    #[test]
    fn the_last_word_waits_for_no_empty_line() {
        let mut parser = SseParser::new();
        let mut seen = Vec::new();
        parser.push(b"data: a\ndata: [DONE]\n", &mut |event| seen.push(event.data)).unwrap();
        assert_eq!(seen, ["a", "[DONE]"]);
    }

    #[test]
    fn text_outside_of_a_field_is_handed_over_and_an_unknown_field_is_not() {
        let stray = events(&[b"x-trace: 7\nBad gateway\n<p>at: 9</p>\ndata: a\n\nTimeout: no\n\n"]);
        let seen: Vec<_> = stray.iter().map(|event| (event.is_stray, event.data.as_str())).collect();
        assert_eq!(seen, [(true, "\nBad gateway\n<p>at: 9</p>"), (false, "a"), (true, "\nTimeout: no")]);
    }

    #[test]
    fn data_that_is_broken_into_lines_is_put_together() {
        assert_eq!(data(&[b"data: {\n  \"a\": 1\n}\n\n"]), ["{\n  \"a\": 1\n}"]);
    }

    #[test]
    fn a_byte_order_mark_is_skipped_even_when_it_is_cut() {
        assert_eq!(data(&[b"\xef", b"\xbb", b"\xbfdata: x\n\n"]), ["x"]);
    }

    #[test]
    fn a_character_that_is_cut_comes_out_whole() {
        let body = "data: їжак 🦔\n\n".as_bytes();
        for cut in 0..body.len() {
            assert_eq!(data(&[&body[..cut], &body[cut..]]), ["їжак 🦔"]);
        }
    }

    #[test]
    fn the_last_event_needs_no_empty_line() {
        assert_eq!(data(&[b"data: a\n\ndata: b"]), ["a", "b"]);
    }

    #[test]
    fn an_event_without_end_is_refused() {
        let mut parser = SseParser::new();
        let chunk = vec![b'x'; 1024 * 1024];
        let refused = (0..20).find_map(|_| parser.push(&chunk, &mut |_| {}).err());
        assert_eq!(refused, Some(EventTooLong));
    }

    #[test]
    fn a_line_of_something_else_is_noticed() {
        let mut parser = SseParser::new();
        parser.push(b"Bad gateway\n", &mut |_| {}).unwrap();
        assert!(parser.saw_unknown_field());
    }
}
