//! Where a range of a text is in its file.

use crate::{characters::visible, source::Source};
use ricordo_record::document::ChunkPlace;
use std::ops::Range;

/// The lines and pages of a text.
pub(super) struct Places<'a> {
    source: &'a Source,
    /// Offsets at which lines begin; empty if lines are not known.
    lines: Vec<usize>,
}

impl<'a> Places<'a> {
    pub(super) fn new(source: &'a Source) -> Self {
        let ends = source.text.match_indices('\n').map(|(at, _)| at + 1);
        let lines = if source.has_lines { [0].into_iter().chain(ends).collect() } else { Vec::new() };
        Self { source, lines }
    }

    /// The place of a range that is not empty.
    pub(super) fn of(&self, range: &Range<usize>, headings: Vec<String>) -> ChunkPlace {
        let lines = (number(&self.lines, range.start), number(&self.lines, range.end.saturating_sub(1)));
        let page = number(&self.source.pages, range.start);
        let last_page = number(&self.source.pages, range.end.saturating_sub(1));
        ChunkPlace {
            headings,
            page,
            lines: lines.0.zip(lines.1),
            path: self.source.path.as_deref().map(|path| visible(path).into_owned()),
            last_page: last_page.filter(|_| last_page != page),
        }
    }
}

/// The number, from 1, of the last start that is not after an offset; `None` if there is none.
fn number(starts: &[usize], at: usize) -> Option<u32> {
    let number = starts.partition_point(|start| *start <= at);
    u32::try_from(number).ok().filter(|number| *number > 0)
}
