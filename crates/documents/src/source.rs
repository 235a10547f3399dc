//! A text with its structure: what every reader makes and the chunker cuts.

use crate::characters::tags;
use std::ops::Range;

/// Longest title of a heading in the path of a chunk, in characters.
const LONGEST_TITLE: usize = 200;

/// Most blocks of a text. What comes after them belongs to the last one, so that no text of many empty headings takes
/// many times its size.
const MOST_BLOCKS: usize = 1_000_000;

/// A text with its structure.
#[derive(Clone, Debug, Default)]
pub(crate) struct Source {
    pub(crate) text: String,
    /// In order, without overlap. Only white space is between them.
    pub(crate) blocks: Vec<Block>,
    /// Whether the lines of the text are those of the file.
    pub(crate) has_lines: bool,
    /// Offsets at which pages begin.
    pub(crate) pages: Vec<usize>,
    /// File inside a repository.
    pub(crate) path: Option<String>,
    /// Characters that were left out because nobody sees them.
    pub(crate) hidden: u64,
}

/// A part of a text that is cut only if it is too long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    pub(crate) range: Range<usize>,
    pub(crate) kind: BlockKind,
}

/// What a block is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum BlockKind {
    /// 1 is the highest level.
    Heading { level: u8, title: String },
    /// Cut at sentences.
    Prose,
    /// Cut at lines.
    Code,
    /// A row of a table, with the row of its header, if that is another one.
    Row { header: Option<Range<usize>> },
}

impl Source {
    /// A text that is read as it is.
    pub(crate) fn of(text: &str) -> Self {
        Self { text: text.to_owned(), has_lines: true, ..Self::default() }
    }

    /// Counts a text that was left out because nobody sees it.
    pub(crate) fn leave_out(&mut self, text: &str) {
        self.hidden += text.chars().filter(|char| !char.is_whitespace()).count() as u64;
    }

    /// Number of characters that nobody sees: those that were left out, and those that will be.
    pub(crate) fn unseen(&self) -> u64 {
        self.hidden + tags(&self.text)
    }

    /// Adds a range of the text as a block, without the blank lines around it. Blank blocks are not added.
    pub(crate) fn mark(&mut self, range: Range<usize>, kind: BlockKind) {
        let range = without_blank_lines(&self.text, range);
        let is_full = self.blocks.len() >= MOST_BLOCKS;
        match self.blocks.last_mut().filter(|_| is_full) {
            _ if range.is_empty() => {}
            Some(last) => *last = Block { range: last.range.start..range.end, kind: BlockKind::Prose },
            None => self.blocks.push(Block { range, kind }),
        }
    }

    /// Appends a text as a block, after a separator. Returns its range; `None` if it is blank.
    pub(crate) fn append(&mut self, separator: &str, text: &str, kind: BlockKind) -> Option<Range<usize>> {
        if text.trim().is_empty() {
            return None;
        }
        if !self.text.is_empty() {
            self.text.push_str(separator);
        }
        let start = self.text.len();
        self.text.push_str(text);
        let range = start..self.text.len();
        self.mark(range.clone(), kind);
        Some(range)
    }
}

/// A heading's title as it stands in a path: one line, not too long.
pub(crate) fn title(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    line.chars().take(LONGEST_TITLE).collect()
}

/// A range without the blank lines at its start and the white space at its end. The first line keeps its indentation.
pub(crate) fn without_blank_lines(text: &str, range: Range<usize>) -> Range<usize> {
    let inner = &text[range.clone()];
    let end = range.start + inner.trim_end().len();
    let blank = inner.len() - inner.trim_start().len();
    let start = range.start + inner[..blank].rfind('\n').map_or(0, |at| at + 1);
    start.min(end)..end
}

/// The lines of a text with their offsets, each with its line end.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> + Clone {
    let mut at = 0;
    text.split_inclusive('\n').map(move |line| {
        let start = at;
        at += line.len();
        (start, line)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_limited_and_no_text_is_lost() {
        let text = "# a\n".repeat(MOST_BLOCKS + 2);
        let source = crate::formats::markdown::read(&text);
        assert_eq!(source.blocks.len(), MOST_BLOCKS);
        assert_eq!(source.blocks.last().map(|last| last.range.clone()), Some(text.len() - 12..text.len() - 1));
    }

    #[test]
    fn blank_lines_are_taken_off_and_the_indentation_stays() {
        let text = "\n \n    a\n  b\n\n ";
        assert_eq!(&text[without_blank_lines(text, 0..text.len())], "    a\n  b");
        assert!(without_blank_lines(" \n \n", 0..4).is_empty());
        assert!(without_blank_lines("", 0..0).is_empty());
    }
}
