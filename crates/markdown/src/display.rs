//! Display formulas over several lines, joined into one line before parsing.
//!
//! Within a formula a line may be `=` or begin with `- c`, which Markdown takes for a heading or a list. So the line breaks of a
//! formula become spaces. This decides where blocks end, so it must not depend on what follows: a formula ends at the next
//! blank line or fence at the latest. Until then no block after its beginning is settled ([`Joined::hold`]).

use crate::{
    limits,
    spans::{Close, chunks, close_of, close_of_code, close_of_dollars, may_open, run},
};
use std::{borrow::Cow, ops::Range};

/// After this many unclosed marks in a chunk the search stops.
const MOST_FAILURES: usize = 100;

/// A text whose formulas have one line each; its length stays the same.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Joined<'a> {
    pub(crate) text: Cow<'a, str>,
    /// Offset of a formula or of code that later text may close.
    pub(crate) hold: Option<usize>,
    /// The mark that closes the open display formula, with the offset of the formula.
    pub(crate) open_display: Option<(usize, &'static str)>,
    /// Places at which no block begins, because they are within a formula or within code.
    pub(crate) inside: Vec<Range<usize>>,
}

/// What decides where the blocks of a text end, beside its nodes.
#[derive(Debug, Default)]
pub(crate) struct Shape {
    /// See [`Joined`].
    pub(crate) hold: Option<usize>,
    pub(crate) open_display: Option<(usize, &'static str)>,
    pub(crate) inside: Vec<Range<usize>>,
    /// The text with the lines as they were parsed, if they differ from those of the text.
    pub(crate) text: Option<String>,
}

/// Joins the lines of each display formula.
pub(crate) fn join(text: Cow<'_, str>) -> Joined<'_> {
    // Code counts even if there is no formula yet: one may follow it.
    if !text.contains(['`', '$', '\\']) {
        return Joined { text, ..Joined::default() };
    }
    let mut scan = Scan { text: &text, breaks: Vec::new(), joined: Joined::default() };
    for (chunk, is_open) in chunks(&text) {
        scan.chunk(chunk, is_open);
    }
    let Scan { breaks, joined, .. } = scan;
    let text = if breaks.is_empty() {
        text
    } else {
        let mut bytes = text.into_owned().into_bytes();
        for at in breaks.into_iter().flatten() {
            if matches!(bytes[at], b'\n' | b'\r') {
                bytes[at] = b' ';
            }
        }
        Cow::Owned(String::from_utf8(bytes).unwrap_or_default())
    };
    Joined { text, ..joined }
}

struct Scan<'a> {
    text: &'a str,
    /// Formulas whose line breaks become spaces.
    breaks: Vec<Range<usize>>,
    joined: Joined<'static>,
}

impl Scan<'_> {
    fn chunk(&mut self, chunk: Range<usize>, is_open: bool) {
        let (mut at, mut failures) = (chunk.start, 0);
        while let Some(found) = self.text[at..chunk.end].find(['\\', '`', '$']) {
            at += found;
            let marks = run(self.text, at, chunk.end);
            let (behind, close) = match self.text.as_bytes()[at] {
                b'`' => (at + marks, close_of_code(self.text, at, chunk.end)),
                b'$' if marks == 2 => (at + 2, close_of_dollars(self.text, at, chunk.end)),
                b'$' => (at + marks, Close::Never),
                _ if self.text[at..chunk.end].starts_with("\\[") && may_open(&self.text[..at]) => {
                    (at + 2, close_of(self.text, at, chunk.end, "\\]"))
                }
                _ => {
                    let escaped = self.text[at + 1..chunk.end].chars().next();
                    at += 1 + escaped.map_or(0, char::len_utf8);
                    continue;
                }
            };
            match close {
                Close::At(end) => {
                    self.joined.inside.push(at + 1..end);
                    self.formula(at..end);
                    at = end;
                }
                Close::NotYet if is_open => {
                    self.joined.hold = Some(at);
                    self.joined.open_display = self.open_display(at);
                    return;
                }
                Close::Never | Close::NotYet => {
                    at = behind;
                    failures += 1;
                }
            }
            if failures > MOST_FAILURES {
                self.joined.inside.push(at..chunk.end);
                self.joined.hold = is_open.then_some(at);
                return;
            }
        }
    }

    /// Notes a formula whose lines are to be joined.
    fn formula(&mut self, range: Range<usize>) {
        let formula = &self.text[range.clone()];
        let is_several = !formula.starts_with('`') && formula.contains('\n');
        let inside = formula.get(2..formula.len() - 2).unwrap_or_default();
        if is_several && self.is_at_edge(&range) && can_be_joined(inside) {
            self.breaks.push(range);
        }
    }

    /// Whether the marks of a formula stand where those of a display formula do: dollars first and last on their lines, a
    /// bracket first or last on its line. Two dollars elsewhere are mostly no formula but a class of prices.
    fn is_at_edge(&self, range: &Range<usize>) -> bool {
        let before = self.text[..range.start].rsplit('\n').next().unwrap_or_default();
        let line = self.text[range.start + 2..].split('\n').next().unwrap_or_default();
        let behind = self.text[range.end..].split('\n').next().unwrap_or_default();
        if before.trim_start().starts_with('>') {
            return false;
        }
        let is_alone = line.trim().is_empty();
        if self.text[range.start..].starts_with('$') {
            let is_first = before.trim().is_empty() || (is_alone && is_list_mark(before.trim()));
            return is_first && behind.chars().all(|letter| letter.is_whitespace() || ".,;:".contains(letter));
        }
        before.trim().is_empty() || is_alone || is_list_mark(before.trim())
    }

    /// The mark that will close a display formula that is probably one: it is the first on its line.
    fn open_display(&self, at: usize) -> Option<(usize, &'static str)> {
        let before = self.text[..at].rsplit('\n').next().unwrap_or_default().trim();
        let is_first = before.is_empty() || is_list_mark(before);
        let close = match self.text.as_bytes()[at] {
            b'$' => "$$",
            b'\\' => "\\]",
            _ => return None,
        };
        is_first.then_some((at, close))
    }
}

/// Whether joining the lines leaves the TeX the same and takes no other block apart.
fn can_be_joined(inside: &str) -> bool {
    let has_comment = inside.match_indices('%').any(|(at, _)| !inside[..at].ends_with('\\'));
    !inside.trim().is_empty() && !has_comment && !inside.contains(['`']) && inside.len() <= limits::TEX
}

/// Whether this is the mark of a list item.
fn is_list_mark(before: &str) -> bool {
    let number = before.strip_suffix(['.', ')']).unwrap_or_default();
    matches!(before, "-" | "*" | "+") || (!number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(text: &str) -> String {
        join(text.into()).text.into_owned()
    }

    #[test]
    fn the_lines_of_a_formula_become_one() {
        assert_eq!(joined("\\[\na\n=\nb\n\\]\nand"), "\\[ a = b \\]\nand");
        assert_eq!(joined("so\n$$\r\n- c\r\n> 0\r\n$$\r\n"), "so\n$$  - c  > 0  $$\r\n");
        assert_eq!(joined("1. $$\n   a\n   $$\n"), "1. $$    a    $$\n");
        assert_eq!(joined("we get \\[\n+ c\n\\]"), "we get \\[ + c \\]");
    }

    #[test]
    fn lines_that_are_no_formula_stay() {
        for text in [
            "\\[\na\n\n=\n\\]",
            "\\[\na % why\n=\n\\]",
            "> \\[\n> a\n> \\]",
            "- Cheap: $$\n- Dear: $$\n",
            "- A ($$)\n- B ($$)\n",
            "Use `$$` for it:\n- a\n$$\n",
            "$$ a\n```\n$$\n```",
        ] {
            assert_eq!(joined(text), text);
        }
    }

    #[test]
    fn an_open_formula_holds_back_what_follows_it() {
        let open = join("a\n\\[\n=\n- b\n".into());
        assert_eq!((open.hold, open.open_display), (Some(2), Some((2, "\\]"))));
        assert_eq!(join("a\n\\[\n=\n- b\n\n".into()).hold, None, "a blank line ends it");
        assert_eq!(join("a\n$$\nb\n$".into()).hold, Some(2), "half a mark may become one");
    }
}
