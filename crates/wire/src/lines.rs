//! NDJSON framing: bytes in, split anywhere; whole lines out. Does not interpret the lines.

use super::sse::{EventTooLong, MAX_EVENT_BYTES};

/// The parser. It keeps the incomplete line.
#[derive(Debug, Default)]
pub(super) struct LineParser {
    line: Vec<u8>,
}

impl LineParser {
    /// Takes the next bytes of the body and passes each line they complete to `on_line`, without its line end. Empty
    /// lines are skipped.
    ///
    /// # Errors
    /// [`EventTooLong`]; the lines before it were passed on.
    pub(super) fn push(&mut self, bytes: &[u8], on_line: &mut impl FnMut(String)) -> Result<(), EventTooLong> {
        let mut pieces = bytes.split(|byte| *byte == b'\n');
        let last = pieces.next_back().unwrap_or_default();
        for piece in pieces {
            self.grow(piece)?;
            self.end(on_line);
        }
        self.grow(last)
    }

    /// Ends the body: passes on the incomplete line.
    pub(super) fn end(&mut self, on_line: &mut impl FnMut(String)) {
        // A line is complete here, so a character split between two chunks is, too.
        let line = String::from_utf8_lossy(&self.line).trim().to_owned();
        self.line.clear();
        if !line.is_empty() {
            on_line(line);
        }
    }

    fn grow(&mut self, bytes: &[u8]) -> Result<(), EventTooLong> {
        if self.line.len() + bytes.len() > MAX_EVENT_BYTES {
            return Err(EventTooLong);
        }
        self.line.extend_from_slice(bytes);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_out_whole_wherever_they_are_cut() {
        let body = "{\"a\":\"їжак 🦔\"}\r\n\n  \n{}\nlast".as_bytes();
        for cut in 0..=body.len() {
            let mut parser = LineParser::default();
            let mut lines = Vec::new();
            for chunk in [&body[..cut], b"", &body[cut..]] {
                parser.push(chunk, &mut |line| lines.push(line)).unwrap();
            }
            parser.end(&mut |line| lines.push(line));
            assert_eq!(lines, ["{\"a\":\"їжак 🦔\"}", "{}", "last"], "cut at {cut}");
        }
    }

    #[test]
    fn a_line_without_end_is_refused() {
        let mut parser = LineParser::default();
        let chunk = vec![b'x'; 1024 * 1024];
        assert_eq!((0..20).find_map(|_| parser.push(&chunk, &mut |_| {}).err()), Some(EventTooLong));
    }
}
