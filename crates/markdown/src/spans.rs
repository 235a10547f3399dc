//! Finds code, formulas and the ends of paragraphs in a text, without parsing it.

use crate::limits::{self, floor};
use std::ops::Range;

/// Where something that was opened is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Close {
    /// Offset after it.
    At(usize),
    /// Not in this text; text that is appended may close it.
    NotYet,
    /// Whatever is appended.
    Never,
}

/// The parts of a text between blank lines and fences, and whether appended text would continue the part. Nothing inline
/// extends over a blank line.
pub(crate) fn chunks(text: &str) -> impl Iterator<Item = (Range<usize>, bool)> {
    let (mut start, mut at) = (0, 0);
    std::iter::from_fn(move || {
        while let Some(length) = text[at..].find('\n') {
            let (line, behind) = (at..at + length, at + length + 1);
            at = behind;
            if is_between(&text[line.clone()]) {
                let chunk = start..line.start;
                start = behind;
                if !chunk.is_empty() {
                    return Some((chunk, false));
                }
            }
        }
        let chunk = start..text.len();
        (start, at) = (text.len(), text.len());
        (!chunk.is_empty()).then_some((chunk, true))
    })
}

fn is_between(line: &str) -> bool {
    let line = line.trim_start_matches([' ', '\t', '>', '\r']);
    line.is_empty() || line.starts_with("```") || line.starts_with("~~~")
}

/// Length of the run of the same ASCII character at an offset.
pub(crate) fn run(text: &str, at: usize, end: usize) -> usize {
    let bytes = &text.as_bytes()[at..end];
    bytes.iter().take_while(|byte| **byte == bytes[0]).count()
}

/// End of the code span whose backticks begin here.
pub(crate) fn close_of_code(text: &str, at: usize, end: usize) -> Close {
    let marks = run(text, at, end);
    let mut from = at + marks;
    while let Some(found) = text[from..end].find('`') {
        let here = run(text, from + found, end);
        if here == marks {
            return Close::At(from + found + here);
        }
        from += found + here;
    }
    Close::NotYet
}

/// Whether TeX in brackets may begin after this text: not within a word, an address or a row of symbols.
pub(crate) fn may_open(before: &str) -> bool {
    let last = before.chars().next_back();
    let is_free = last.is_none_or(|last| last.is_whitespace() || !last.is_ascii() || "(*_|\"'-:>".contains(last));
    is_free && !before.ends_with("](")
}

/// End of the TeX in brackets that begins here.
pub(crate) fn close_of(text: &str, at: usize, end: usize, close: &str) -> Close {
    let most = floor(text, at + 2 + limits::TEX);
    let rest = &text[at + 2..end.min(most)];
    let Some(length) = rest.find(close) else { return if most < end { Close::Never } else { Close::NotYet } };
    let inside = &rest[..length];
    let is_tex = !inside.trim().is_empty() && !inside.contains(['$', '`']);
    if is_tex { Close::At(at + 2 + length + 2) } else { Close::Never }
}

/// End of the TeX between dollars that begins here: at as many dollars, with the same braces open.
pub(crate) fn close_of_dollars(text: &str, at: usize, end: usize) -> Close {
    let bytes = text.as_bytes();
    let count = run(text, at, end);
    let most = end.min(at + count + limits::TEX);
    let (mut here, mut depth) = (at + count, 0_usize);
    while here < most {
        match bytes[here] {
            b'\\' => here += 1,
            b'{' => depth += 1,
            b'}' if depth == 0 => return Close::Never,
            b'}' => depth -= 1,
            b'$' if depth == 0 => {
                let found = run(text, here, end);
                return match found {
                    _ if found < count && here + found == end => Close::NotYet,
                    _ if found != count || text[at + count..here].trim().is_empty() => Close::Never,
                    _ => Close::At(here + count),
                };
            }
            _ => {}
        }
        here += 1;
    }
    if most < end { Close::Never } else { Close::NotYet }
}

/// What closes the braces that are open in TeX.
pub(crate) fn closing_braces(tex: &str) -> String {
    let (mut depth, mut is_escaped) = (0_usize, false);
    for byte in tex.bytes() {
        match byte {
            b'{' if !is_escaped => depth += 1,
            b'}' if !is_escaped => depth = depth.saturating_sub(1),
            _ => {}
        }
        is_escaped = byte == b'\\' && !is_escaped;
    }
    "}".repeat(depth)
}

/// End of the formula that begins with dollars here.
///
/// As in Pandoc, a single dollar opens a formula before a character that is no space, and closes one behind such a
/// character if no digit follows. So that prices and names of variables are no formulas, besides:
/// * the opening one is not behind a Latin letter or a digit (`US$5`, `5$`);
/// * the closing one is not before a Latin letter (`$HOME/$USER`), but for an ending of the language (`the $n$th`);
/// * the content is no prose ([`is_prose`]).
pub(crate) fn formula(text: &str, at: usize, end: usize) -> Close {
    let count = run(text, at, end);
    let (before, rest) = (text[..at].chars().next_back(), &text[at + count..end]);
    let first = rest.chars().next();
    let is_opening = match count {
        1 => {
            first.is_none_or(|first| !first.is_whitespace())
                && before.is_none_or(|before| !before.is_ascii_alphanumeric())
        }
        2 => first.is_none_or(|first| !")],.;!?".contains(first)),
        _ => false,
    };
    if !is_opening {
        return Close::Never;
    }
    let close = close_of_dollars(text, at, end);
    let Close::At(behind) = close else { return close };
    let inside = &text[at + count..behind - count];
    let is_closing = count == 2 || (!inside.ends_with(char::is_whitespace) && may_follow(&text[behind..end]));
    let is_formula = is_closing && (!is_prose(inside, count) || (count == 2 && is_alone(text, at..behind)));
    if is_formula { close } else { Close::Never }
}

/// Whether this may follow a formula: no digit and no word, but for an ending such as in `$n$th`.
fn may_follow(text: &str) -> bool {
    let length = text.find(|letter: char| !letter.is_ascii_alphanumeric()).unwrap_or(text.len());
    matches!(&text[..length], "" | "th" | "st" | "nd" | "rd" | "s" | "d")
}

/// Whether this is prose between two prices (`$5 and x$`) or two classes of prices (`$$ and cheaper $$`): words, and nothing of
/// what makes a formula. Between single dollars only if it begins with a number as a price does.
fn is_prose(inside: &str, count: usize) -> bool {
    let has_sign = inside.contains(['\\', '^', '_', '{', '=']);
    let is_price = inside.starts_with(|letter: char| letter.is_ascii_digit());
    let is_word = |word: &str| word.chars().filter(|letter| letter.is_alphabetic()).count() >= 2;
    !has_sign && (is_price || count == 2) && inside.split_whitespace().skip(1).any(is_word)
}

/// Whether nothing else is on the lines of this range.
fn is_alone(text: &str, range: Range<usize>) -> bool {
    let (before, behind) = (text[..range.start].rsplit('\n').next(), text[range.end..].split('\n').next());
    [before, behind].iter().flatten().all(|rest| rest.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_formula(text: &str) -> bool {
        let at = text.find('$').unwrap();
        matches!(formula(text, at, text.len()), Close::At(_))
    }

    #[test]
    fn formulas_are_told_from_prices() {
        for text in [
            "$x^2$",
            "$a$, $b$",
            "($n$)",
            "the $n$th",
            "设$x$为正数",
            "$5$",
            "$3 + 4$",
            "$5 mod 3 = 2$",
            "$$x$$",
            "$$ \\text{so} $$",
            "$10 \\text{ cm}$",
            "$k$-means",
            "**$x$**",
            "$\\{a, b\\}$",
            "$$ price per unit $$",
        ] {
            assert!(is_formula(text), "{text}");
        }
        for text in [
            "Basic ($10/month) and Pro ($20/month)",
            "$20–$30",
            "$5/$10",
            "US$5, A$7",
            "**$5** to **$10**",
            "?$filter=a&$top=5",
            "$5 and x$",
            "$HOME/$USER",
            "5$ and 6$",
            "a $ b $ c",
            "$$$",
            "($$), B ($$)",
            "A $$ and cheaper $$",
            "$a}$",
        ] {
            assert!(!is_formula(text), "{text}");
        }
    }

    #[test]
    fn a_text_is_parted_at_blank_lines_and_fences() {
        let parts = |text| chunks(text).map(|(part, is_open)| (&text[part], is_open)).collect::<Vec<_>>();
        assert_eq!(parts("a\nb\n\n>\nc\n```\nd"), [("a\nb\n", false), ("c\n", false), ("d", true)]);
        assert_eq!(parts("a\n\n"), [("a\n", false)]);
    }
}
