//! Splits a response body into events, lines, or one JSON value. Does not interpret them.

use super::{
    Protocol,
    lines::LineParser,
    sse::{EventTooLong, MAX_EVENT_BYTES, SseEvent, SseParser},
};

/// A response body, classified by its first byte.
#[derive(Debug, Default)]
pub(super) enum Body {
    /// Only white space and a byte order mark so far.
    #[default]
    Unknown,
    Stream(SseParser),
    Lines(LineParser),
    /// A response that was not streamed.
    Json(Vec<u8>),
    /// A web page.
    Foreign,
}

impl Body {
    /// Classifies the body by its first significant byte.
    pub(super) fn of(first: u8, protocol: Protocol) -> Self {
        match first {
            b'<' => Self::Foreign,
            _ if protocol == Protocol::Ollama => Self::Lines(LineParser::default()),
            b'{' | b'[' => Self::Json(Vec::new()),
            _ => Self::Stream(SseParser::new()),
        }
    }

    /// Takes the next bytes and adds the pieces they complete.
    pub(super) fn push(&mut self, bytes: &[u8], pieces: &mut Vec<SseEvent>) -> Result<(), EventTooLong> {
        match self {
            Self::Stream(parser) => parser.push(bytes, &mut |event| pieces.push(event)),
            Self::Lines(parser) => parser.push(bytes, &mut |line| pieces.push(unnamed(line))),
            Self::Json(whole) if whole.len() + bytes.len() > MAX_EVENT_BYTES => Err(EventTooLong),
            Self::Json(whole) => {
                whole.extend_from_slice(bytes);
                Ok(())
            }
            Self::Unknown | Self::Foreign => Ok(()),
        }
    }

    /// Ends the body: adds the piece that was still open.
    pub(super) fn end(&mut self, pieces: &mut Vec<SseEvent>) {
        match self {
            Self::Stream(parser) => parser.end(&mut |event| pieces.push(event)),
            Self::Lines(parser) => parser.end(&mut |line| pieces.push(unnamed(line))),
            Self::Json(whole) => pieces.push(unnamed(String::from_utf8_lossy(whole).into_owned())),
            Self::Unknown | Self::Foreign => {}
        }
    }
}

fn unnamed(data: String) -> SseEvent {
    SseEvent { name: None, data, is_stray: false }
}
