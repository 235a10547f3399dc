//! Values separated by signs: rows as they are, each with the header's row.

use crate::source::{BlockKind, Source};
use std::ops::Range;

/// Signs between values.
const SEPARATORS: [char; 4] = [',', ';', '\t', '|'];
/// Longest row, in bytes, in which a quote may span lines. In a longer one the quote was never closed.
const LONGEST_ROW: usize = 64 << 10;

/// The rows of a table. The first one is its header.
pub(crate) fn read(text: &str) -> Source {
    let mut source = Source::of(text);
    let mut header = None;
    for range in rows(text) {
        let row = BlockKind::Row { header: header.clone() };
        source.mark(range, row);
        if header.is_none() {
            header = source.blocks.last().map(|block| block.range.clone());
        }
    }
    source
}

fn rows(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at;
        at += row(&text[start..]);
        (start < at).then_some(start..at)
    })
}

/// Length of the first row with its line end.
fn row(text: &str) -> usize {
    let line = text.find('\n').map_or(text.len(), |at| at + 1);
    if !text[..line].contains('"') {
        return line;
    }
    let (mut is_quoted, mut before) = (false, ',');
    for (at, char) in text.char_indices() {
        match char {
            '"' if is_quoted => is_quoted = false,
            // A doubled quote inside a quoted value closes and opens it again.
            '"' if SEPARATORS.contains(&before) || before == '"' => is_quoted = true,
            '\n' if !is_quoted => return at + 1,
            _ if at > LONGEST_ROW => return line,
            _ => {}
        }
        before = char;
    }
    if is_quoted { line } else { text.len() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows_of(text: &str) -> Vec<&str> {
        rows(text).map(|range| &text[range]).collect()
    }

    #[test]
    fn a_quoted_value_may_span_lines() {
        assert_eq!(
            rows_of("a,b\n1,\"two\nlines, \"\"so\"\"\n\"\n2;\"x\ny\"\n"),
            ["a,b\n", "1,\"two\nlines, \"\"so\"\"\n\"\n", "2;\"x\ny\"\n"]
        );
    }

    #[test]
    fn a_quote_that_is_never_closed_ends_with_its_line() {
        assert_eq!(rows_of("a,\"b\nc,d\n"), ["a,\"b\n", "c,d\n"]);
        assert_eq!(rows_of("5\" pipe,1\nc,d"), ["5\" pipe,1\n", "c,d"]);
    }

    #[test]
    fn every_row_but_the_first_knows_the_header() {
        let source = read("\nname,age\nAda,36\n\nAlan,41");
        let headers: Vec<_> = source.blocks.iter().map(|block| block.kind.clone()).collect();
        let header = BlockKind::Row { header: Some(1..9) };
        assert_eq!(headers, [BlockKind::Row { header: None }, header.clone(), header]);
    }
}
