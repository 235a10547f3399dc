//! Markdown: headings, paragraphs, tables, and blocks of code. Front matter is text like any other.

use crate::source::{BlockKind, Source, lines, title};
use std::ops::Range;

/// The structure of a Markdown text.
pub(crate) fn read(text: &str) -> Source {
    let mut scan = Scan { source: Source::of(text), open: None, table: Table::None };
    let mut fence: Option<(char, usize)> = None;
    let front_matter = front_matter(text);
    if front_matter > 0 {
        scan.source.mark(0..front_matter, BlockKind::Code);
    }
    for (at, line) in lines(text).filter(|(at, _)| *at >= front_matter) {
        let range = at..at + line.len();
        match (fence, fence_of(line)) {
            (Some((sign, length)), Some((other, more, is_bare))) if sign == other && more >= length && is_bare => {
                scan.extend(range);
                scan.close(BlockKind::Code);
                fence = None;
            }
            (Some(_), _) => scan.extend(range),
            (None, Some((sign, length, _))) => {
                scan.close(BlockKind::Prose);
                scan.extend(range);
                fence = Some((sign, length));
            }
            (None, None) => scan.line(text, range),
        }
    }
    scan.close(if fence.is_some() { BlockKind::Code } else { BlockKind::Prose });
    scan.source
}

/// The title of a Markdown text: its first heading, if that is of the first level.
pub(crate) fn title_of(source: &Source) -> Option<String> {
    source.blocks.iter().find_map(|block| match &block.kind {
        BlockKind::Heading { level: 1, title } => Some(title.clone()),
        _ => None,
    })
}

enum Table {
    None,
    /// After its header; the next line draws the rule below it.
    Header(Range<usize>),
    /// In its rows.
    Rows(Range<usize>),
}

struct Scan {
    source: Source,
    open: Option<Range<usize>>,
    table: Table,
}

impl Scan {
    fn extend(&mut self, range: Range<usize>) {
        self.open = Some(self.open.take().map_or(range.start, |open| open.start)..range.end);
    }

    fn close(&mut self, kind: BlockKind) {
        if let Some(range) = self.open.take() {
            self.source.mark(range, kind);
        }
    }

    fn line(&mut self, text: &str, range: Range<usize>) {
        let line = &text[range.clone()];
        if self.row(text, &range) {
            return;
        }
        if line.trim().is_empty() {
            self.close(BlockKind::Prose);
        } else if let Some((level, title)) = heading(line) {
            self.close(BlockKind::Prose);
            self.source.mark(range, BlockKind::Heading { level, title });
        } else if let (Some(level), Some(open)) = (underline(line), self.one_line(text)) {
            let title = title(&text[open.clone()]);
            self.open = None;
            self.source.mark(open.start..range.end, BlockKind::Heading { level, title });
        } else {
            self.extend(range);
        }
    }

    /// The open paragraph, if it is one line that can be a heading.
    fn one_line(&self, text: &str) -> Option<Range<usize>> {
        let open = self.open.clone()?;
        let line = text[open.clone()].trim_end();
        (!line.contains('\n') && !line.trim_start().starts_with(['-', '*', '+', '>', '|'])).then_some(open)
    }

    /// Adds the line as a row of a table, if it is one.
    fn row(&mut self, text: &str, range: &Range<usize>) -> bool {
        let line = text[range.clone()].trim();
        let table = std::mem::replace(&mut self.table, Table::None);
        self.table = match table {
            Table::Header(header) => Table::Rows(header.start..range.end),
            Table::Rows(header) if line.contains('|') => Table::Rows(header),
            _ if line.contains('|') && text[range.end..].lines().next().is_some_and(is_rule) => {
                self.close(BlockKind::Prose);
                self.extend(range.clone());
                self.table = Table::Header(range.clone());
                return true;
            }
            _ => return false,
        };
        if let Table::Rows(header) = &self.table {
            let is_rule = header.end == range.end;
            if is_rule {
                self.extend(range.clone());
                self.close(BlockKind::Row { header: None });
            } else {
                let header = Some(header.clone());
                self.source.mark(range.clone(), BlockKind::Row { header });
            }
        }
        true
    }
}

/// Whether a line is the rule between the header and the rows of a table.
fn is_rule(line: &str) -> bool {
    let line = line.trim();
    line.contains('|') && line.contains('-') && line.chars().all(|char| matches!(char, '|' | '-' | ':' | ' ' | '\t'))
}

/// Length of the front matter, with its closing line.
fn front_matter(text: &str) -> usize {
    let mut all = lines(text);
    match all.next() {
        Some((_, first)) if matches!(first.trim_end(), "---" | "+++") => {
            let end = all.take(200).find(|(_, line)| line.trim_end() == first.trim_end());
            end.map_or(0, |(at, line)| at + line.len())
        }
        _ => 0,
    }
}

fn heading(line: &str) -> Option<(u8, String)> {
    let indented = line.len() - line.trim_start_matches(' ').len();
    let line = line.trim();
    let rest = line.trim_start_matches('#');
    let level = line.len() - rest.len();
    let is_heading = (1..=6).contains(&level) && indented < 4 && (rest.is_empty() || rest.starts_with([' ', '\t']));
    let text = rest.trim().trim_end_matches('#').trim_end();
    is_heading.then(|| (u8::try_from(level).unwrap_or(6), title(text)))
}

/// Level of the heading that a line underlines.
fn underline(line: &str) -> Option<u8> {
    let line = line.trim();
    let is_of = |sign: char| line.len() > 1 && line.chars().all(|char| char == sign);
    if is_of('=') {
        Some(1)
    } else if is_of('-') {
        Some(2)
    } else {
        None
    }
}

/// Sign and length of a line that opens or closes a block of code, and whether nothing follows it.
fn fence_of(line: &str) -> Option<(char, usize, bool)> {
    let line = line.trim();
    let sign = line.chars().next().filter(|sign| matches!(sign, '`' | '~'))?;
    let rest = line.trim_start_matches(sign);
    let length = line.len() - rest.len();
    (length >= 3 && !(sign == '`' && rest.contains('`'))).then_some((sign, length, rest.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(text: &str) -> Vec<String> {
        let source = read(text);
        let blocks = source.blocks.iter().map(|block| {
            let text = &source.text[block.range.clone()];
            match &block.kind {
                BlockKind::Heading { level, title } => format!("h{level} {title}"),
                BlockKind::Prose => format!("p {text}"),
                BlockKind::Code => format!("c {text}"),
                BlockKind::Row { header: None } => format!("th {text}"),
                BlockKind::Row { header: Some(header) } => format!("tr {text} of {}", &source.text[header.clone()]),
            }
        });
        blocks.collect()
    }

    #[test]
    fn headings_are_found_in_both_forms() {
        assert_eq!(
            shape("# One #\ntext\nTwo\n---\nlast\n\nlong\nlines\n---\n#no\n    # code\n"),
            ["h1 One", "p text\nTwo\n---\nlast", "p long\nlines\n---\n#no\n    # code"]
        );
        assert_eq!(shape("Title\n=====\n\nSub\n---\ntext"), ["h1 Title", "h2 Sub", "p text"]);
    }

    #[test]
    fn a_heading_in_code_is_code() {
        assert_eq!(shape("a\n```sh\n# not one\n\nb\n```\n# One"), ["p a", "c ```sh\n# not one\n\nb\n```", "h1 One"]);
        assert_eq!(shape("~~~\n# open"), ["c ~~~\n# open"]);
    }

    #[test]
    fn front_matter_is_text_and_no_heading() {
        assert_eq!(shape("---\ntitle: A\n---\n# B"), ["c ---\ntitle: A\n---", "h1 B"]);
        assert_eq!(shape("---\n\ntext"), ["p ---", "p text"]);
    }

    #[test]
    fn rows_know_their_header() {
        assert_eq!(
            shape("before\n| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\nafter"),
            [
                "p before",
                "th | a | b |\n|---|---|",
                "tr | 1 | 2 | of | a | b |\n|---|---|\n",
                "tr | 3 | 4 | of | a | b |\n|---|---|\n",
                "p after"
            ]
        );
    }

    #[test]
    fn the_first_heading_of_the_first_level_is_the_title() {
        assert_eq!(title_of(&read("text\n\n# A *title*\n# B")).as_deref(), Some("A *title*"));
        assert_eq!(title_of(&read("## A")), None);
    }
}
