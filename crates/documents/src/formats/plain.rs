//! Plain text: paragraphs between blank lines.

use crate::source::{BlockKind, Source, lines};
use std::ops::Range;

/// The paragraphs of a text.
pub(crate) fn read(text: &str) -> Source {
    let mut source = Source::of(text);
    for range in paragraphs(text) {
        source.mark(range, BlockKind::Prose);
    }
    source
}

/// The ranges between blank lines.
pub(super) fn paragraphs(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut open: Option<Range<usize>> = None;
    for (at, line) in lines(text) {
        if line.trim().is_empty() {
            found.extend(open.take());
        } else {
            open = Some(open.map_or(at, |open| open.start)..at + line.len());
        }
    }
    found.extend(open);
    found
}
