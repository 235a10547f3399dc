//! TeX between backslashed brackets, which many models write: `\(…\)` inline and `\[…\]` as display math.
//!
//! CommonMark treats such a bracket as an escaped one, and its content as Markdown. So both brackets are replaced by
//! dollars beforehand, byte for byte, outside of code.

use crate::limits::{self, floor};
use std::borrow::Cow;

/// After this many unclosed brackets the search stops.
const MOST_FAILURES: usize = 100;

/// Whether the text may contain such TeX.
pub(crate) fn is_in(text: &str) -> bool {
    text.contains("\\(") || text.contains("\\[")
}

/// The text with `$$` for each bracket of a pair; its length stays the same.
pub(crate) fn to_dollars(text: &str) -> Cow<'_, str> {
    if !is_in(text) {
        return Cow::Borrowed(text);
    }
    let mut bytes = text.as_bytes().to_vec();
    let mut fence: Option<&str> = None;
    let (mut at, mut paragraph_start, mut failures) = (0, true, 0);
    while at < text.len() {
        if paragraph_start {
            let line = line_at(text, at).trim_start();
            let marks = run(line, 0);
            if let Some(open) = fence {
                if marks.starts_with(open) && line[marks.len()..].trim().is_empty() {
                    fence = None;
                }
                at += line_at(text, at).len() + 1;
                continue;
            }
            if marks.len() >= 3 && (marks.starts_with('~') || !line[marks.len()..].contains('`')) {
                fence = Some(marks);
                at += line_at(text, at).len() + 1;
                continue;
            }
        }
        paragraph_start = false;
        match bytes[at] {
            b'\n' => {
                paragraph_start = true;
                at += 1;
            }
            b'`' => at = after_code(text, at),
            b'\\' => {
                let close = match bytes.get(at + 1).filter(|_| failures < MOST_FAILURES && may_open(&text[..at])) {
                    Some(b'(') => close_of(text, at, "\\)"),
                    Some(b'[') => close_of(text, at, "\\]"),
                    _ => None,
                };
                if let Some(close) = close {
                    bytes[at..at + 2].copy_from_slice(b"$$");
                    bytes[close..close + 2].copy_from_slice(b"$$");
                    at = close;
                } else {
                    failures += 1;
                }
                at += 2;
            }
            _ => at += 1,
        }
    }
    String::from_utf8(bytes).map_or(Cow::Borrowed(text), Cow::Owned)
}

fn line_at(text: &str, at: usize) -> &str {
    text[at..].split('\n').next().unwrap_or_default()
}

/// The run of backticks or tildes at an offset.
fn run(text: &str, at: usize) -> &str {
    let rest = &text[at..];
    let first = rest.chars().next().filter(|first| matches!(first, '`' | '~'));
    first.map_or("", |first| &rest[..rest.len() - rest.trim_start_matches(first).len()])
}

/// Offset after the code span that begins here; after the backticks if none begins.
fn after_code(text: &str, at: usize) -> usize {
    let marks = run(text, at);
    let mut from = at + marks.len();
    while let Some(found) = text[from..].find('`') {
        let here = run(text, from + found);
        if here == marks {
            return from + found + here.len();
        }
        from += found + here.len();
    }
    at + marks.len()
}

/// Whether mathematics may begin after this text: not within a word, an address or a row of symbols.
fn may_open(before: &str) -> bool {
    let last = before.chars().next_back();
    let is_free = last.is_none_or(|last| last.is_whitespace() || !last.is_ascii() || "(*_|\"'-:>".contains(last));
    is_free && !before.ends_with("](")
}

/// Offset of the closing bracket: in the same paragraph, around a content without dollars.
fn close_of(text: &str, at: usize, close: &str) -> Option<usize> {
    let rest = &text[at + 2..floor(text, at + 2 + limits::TEX)];
    let rest = &rest[..rest.find("\n\n").unwrap_or(rest.len())];
    let end = rest.find(close)?;
    let inside = &rest[..end];
    let is_tex = !inside.trim().is_empty() && !inside.contains(['$', '`']);
    is_tex.then_some(at + 2 + end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_become_dollars_of_the_same_length() {
        assert_eq!(to_dollars(r"so \(a_1\) is"), r"so $$a_1$$ is");
        assert_eq!(to_dollars("\\[\nx^2\n\\]\n"), "$$\nx^2\n$$\n");
    }

    #[test]
    fn code_and_lone_brackets_stay() {
        for text in [r"`\(a\)`", "```\n\\(a\\)\n```\n", r"\(a", "\\(a\n\nb\\)", r"\(\)", r"``\(`a\)``"] {
            assert_eq!(to_dollars(text), text);
        }
        assert_eq!(to_dollars("~~~\n\\(a\\)\n~~~\n\\(b\\)"), "~~~\n\\(a\\)\n~~~\n$$b$$");
    }
}
