//! Characters that are no markup in their place, hidden from the parser.
//!
//! The parser cannot be told that a dollar is a price and a tilde means "about". So such a character is replaced by a
//! control character of the same length, and restored in all that the parser returns. Nothing is hidden from a text that
//! has such control characters of its own.
//!
//! * A dollar that neither opens nor closes a formula ([`crate::spans::formula`]).
//! * A single tilde (`~5 minutes`, `~/.bashrc`): only two strike out.
//! * `_`, `*` and `~` within a bare address.
//! * The colon of a line such as `[Anna]: Hello` ([`crate::lines`]).
//!
//! TeX in backslashed brackets, which CommonMark takes for escaped ones, gets two dollars for each bracket here.

use crate::{
    bare,
    limits::floor,
    spans::{Close, chunks, close_of, close_of_code, formula, may_open, run},
};
use std::{borrow::Cow, ops::Range};

/// The characters that are hidden; the placeholder of the first is U+0001.
const HIDDEN: [u8; 5] = *b"$~_*:";

/// Whether something may be hidden or replaced in a text.
pub(crate) fn is_in(text: &str) -> bool {
    text.contains(['$', '~']) || text.contains("\\(") || text.contains("\\[") || has_address(text)
}

fn has_address(text: &str) -> bool {
    text.contains("://") || text.contains("www.")
}

/// Whether a text has characters that look like placeholders.
pub(crate) fn is_taken(text: &str) -> bool {
    text.bytes().any(|byte| original(byte).is_some())
}

/// The placeholder of a character.
pub(crate) fn placeholder(hidden: u8) -> u8 {
    let index = HIDDEN.iter().position(|one| *one == hidden);
    index.and_then(|index| u8::try_from(index + 1).ok()).unwrap_or(hidden)
}

fn original(placeholder: u8) -> Option<u8> {
    HIDDEN.get(usize::from(placeholder).checked_sub(1)?).copied()
}

/// A text with what was hidden in it.
pub(crate) fn shown(text: &str) -> Cow<'_, str> {
    if !is_taken(text) {
        return Cow::Borrowed(text);
    }
    let letters = text.chars().map(|letter| {
        let hidden = u8::try_from(letter).ok().and_then(original);
        hidden.map_or(letter, char::from)
    });
    Cow::Owned(letters.collect())
}

/// The text with placeholders, and with dollars around TeX; its length stays the same.
pub(crate) fn hide(text: Cow<'_, str>, may_hide: bool) -> Cow<'_, str> {
    if !is_in(&text) {
        return text;
    }
    let mut scan = Scan { text: &text, bytes: text.as_bytes().to_vec(), may_hide };
    for (chunk, _) in chunks(&text) {
        scan.chunk(chunk);
    }
    String::from_utf8(scan.bytes).map_or_else(|_| text.clone(), Cow::Owned)
}

/// After this many unclosed brackets or dollars in a chunk the search stops, and dollars are hidden.
const MOST_FAILURES: usize = 200;
/// Longest address, tag or label that is recognized, in bytes.
const LONGEST: usize = 2 * 1024;

struct Scan<'a> {
    text: &'a str,
    bytes: Vec<u8>,
    may_hide: bool,
}

impl Scan<'_> {
    fn chunk(&mut self, chunk: Range<usize>) {
        let (text, end) = (self.text, chunk.end);
        let (mut at, mut failures) = (chunk.start, 0);
        while let Some(found) = text[at..end].find(['\\', '`', '$', '~', '<', ']', '[', 'h', 'w']) {
            at += found;
            let rest = &text[at..end];
            let marks = run(text, at, end);
            at = match text.as_bytes()[at] {
                b'\\' => match if failures < MOST_FAILURES { bracket(text, at, end) } else { None } {
                    Some(Close::At(behind)) => self.dollars(at, behind),
                    found => {
                        failures += usize::from(found.is_some());
                        at + 1 + rest[1..].chars().next().map_or(0, char::len_utf8)
                    }
                },
                b'`' => match close_of_code(text, at, end) {
                    Close::At(behind) => behind,
                    _ => at + marks,
                },
                b'$' => match if failures < MOST_FAILURES { formula(text, at, end) } else { Close::Never } {
                    Close::At(behind) => behind,
                    _ => {
                        failures += 1;
                        self.hide(at..at + marks)
                    }
                },
                b'~' if marks == 1 => self.hide(at..at + 1),
                b'<' | b'[' | b']' => after_address(text, at, end),
                b'h' | b'w' => match bare::end_at(&text[..end.min(floor(text, at + LONGEST))], at) {
                    Some(behind) => self.address(at..behind),
                    None => at + 1,
                },
                _ => at + marks,
            };
        }
    }

    /// Replaces the brackets of a formula.
    fn dollars(&mut self, at: usize, behind: usize) -> usize {
        self.bytes[at..at + 2].copy_from_slice(b"$$");
        self.bytes[behind - 2..behind].copy_from_slice(b"$$");
        behind
    }

    fn hide(&mut self, range: Range<usize>) -> usize {
        if self.may_hide {
            for byte in &mut self.bytes[range.clone()] {
                *byte = placeholder(*byte);
            }
        }
        range.end
    }

    /// Hides the marks within a bare address. Two stars or tildes are markup around it.
    fn address(&mut self, range: Range<usize>) -> usize {
        let address = &self.text[range.clone()];
        let length = address.find(['[', ']', '|', '`', '\\', '<', '"']).unwrap_or(address.len());
        let mut at = range.start;
        let end = range.start + length;
        while let Some(found) = self.text[at..end].find(['$', '_', '*', '~']) {
            at += found;
            let marks = run(self.text, at, end);
            let goes_on = self.text[at + marks..end]
                .starts_with(|next: char| next.is_ascii_alphanumeric() || "/.=&-".contains(next));
            match self.text.as_bytes()[at] {
                b'$' => drop(self.hide(at..at + marks)),
                b'_' if goes_on => drop(self.hide(at..at + marks)),
                b'*' | b'~' if goes_on && marks == 1 => drop(self.hide(at..at + 1)),
                _ => {}
            }
            at += marks;
        }
        end.max(range.start + 1)
    }
}

/// Where the TeX in brackets that may begin here ends.
pub(crate) fn bracket(text: &str, at: usize, end: usize) -> Option<Close> {
    let close = match text.as_bytes()[at..end].get(1)? {
        b'(' => "\\)",
        b'[' => "\\]",
        _ => return None,
    };
    may_open(&text[..at]).then(|| close_of(text, at, end, close))
}

/// Offset after the address, tag or label that a bracket begins, so that nothing in it is hidden: the parser accepts no
/// control characters there. After the bracket if it begins none.
fn after_address(text: &str, at: usize, end: usize) -> usize {
    let rest = &text[at..end.min(floor(text, at + LONGEST))];
    let in_line = |close: char| rest.find([close, '\n']).filter(|found| rest[*found..].starts_with(close));
    let length = match rest.as_bytes() {
        [b'<', first, ..] if first.is_ascii_alphabetic() || matches!(first, b'/' | b'!' | b'?') => in_line('>'),
        [b'[', b'^', ..] => in_line(']'),
        [b']', b'(' | b':', ..] => {
            let begin = 2 + rest[2..].len() - rest[2..].trim_start().len();
            let mut depth = 0_usize;
            let is_end = |letter: char| match letter {
                '(' => {
                    depth += 1;
                    false
                }
                ')' if depth == 0 => true,
                ')' => {
                    depth -= 1;
                    false
                }
                _ => letter.is_whitespace(),
            };
            return at + begin + rest[begin..].find(is_end).unwrap_or(rest.len() - begin);
        }
        _ => None,
    };
    at + length.unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hidden(text: &str) -> String {
        hide(text.into(), true).into_owned()
    }

    #[test]
    fn brackets_become_dollars_of_the_same_length() {
        assert_eq!(hidden(r"so \(a_1\) is"), r"so $$a_1$$ is");
        assert_eq!(hidden("\\[\nx^2\n\\]\n"), "$$\nx^2\n$$\n");
    }

    #[test]
    fn code_and_lone_brackets_stay() {
        for text in [r"`\(a\)`", r"\(a", "\\(a\n\nb\\)", r"\(\)", r"``\(`a\)``"] {
            assert_eq!(hidden(text), text);
        }
    }

    #[test]
    fn what_is_no_markup_is_hidden_and_shown_again() {
        for text in ["$5 or $6", "~5 and ~/.a", "https://a.b/__c__/*d*e", "**https://a.b/_c_d** ~~x~~", "a ~b~"] {
            let hidden = hidden(text);
            assert_eq!(hidden.len(), text.len());
            assert_ne!(hidden, text);
            assert_eq!(shown(&hidden), text);
        }
        assert_eq!(hidden("**https://a.b/c_d** ~~x~~"), "**https://a.b/c\u{3}d** ~~x~~");
    }

    #[test]
    fn formulas_code_addresses_and_labels_stay() {
        for text in [
            "$a~b$",
            "`~a $5`",
            "[a](https://b.c/~d_e?$f=1 '~~') <https://b.c/~d>",
            "[a]: /~b\n<a href='~b'>",
            "x[^~1]",
            "\\$5 \\~a",
            "~~~\na\n~~~",
        ] {
            assert_eq!(hidden(text), text);
        }
    }
}
