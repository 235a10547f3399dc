//! Renders the open end of a streaming text as it will most likely turn out.
//!
//! The output is parsed once, drawn and discarded. Settled blocks come from the text alone.

use crate::{
    hidden::bracket,
    limits::floor,
    spans::{Close, close_of_code, closing_braces, formula},
};

/// Number of bytes examined at the end.
const NEAR: usize = 4 * 1024;

/// Length without an unfinished last line of markup only: `--` may become a rule, a heading, a table or a list.
pub(crate) fn without_bare_marks(text: &str) -> usize {
    let start = text.rfind('\n').map_or(0, |at| at + 1);
    let line = text[start..].trim();
    let line = line.trim_start_matches(['>', ' ']);
    let is_marks = line.chars().all(|letter| "-=*_#`~|: +".contains(letter));
    let number = line.strip_suffix(['.', ')']);
    let is_number = number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()));
    if is_marks || is_number { start } else { text.len() }
}

/// The text with its open markup closed; `None` if nothing is open. `leaf` is the offset of its last paragraph.
pub(crate) fn closed(text: &str, leaf: usize) -> Option<String> {
    let leaf = floor(text, leaf.max(text.len().saturating_sub(NEAR)));
    let end = &text[leaf..];
    if let Some(cells) = head_of_table(end) {
        return Some(format!("{}\n|{}", text.trim_end(), "---|".repeat(cells)));
    }
    if !end.contains(['*', '_', '~', '`', '[', '$', '\\']) {
        return None;
    }
    let (cut, closers) = Scan::of(end);
    if cut == end.len() && closers.is_empty() {
        return None;
    }
    let mut kept = text[..leaf + cut].trim_end_matches([' ', '\n']);
    if closers.starts_with(['\\', '$', '}']) {
        kept = without_backslash(kept);
    }
    Some(format!("{kept}{closers}"))
}

/// The text with the display formula closed that begins at an offset, by this mark.
pub(crate) fn formula_closed(text: &str, at: usize, close: &str) -> String {
    let tex = text[at + 2..].trim_end().trim_end_matches(if close == "$$" { "$" } else { "" });
    let tex = without_backslash(tex);
    if tex.trim().is_empty() {
        return text[..at].to_owned();
    }
    format!("{}{tex}{}{close}", &text[..at + 2], closing_braces(tex))
}

/// TeX without half a command at its end, which would escape what is appended.
fn without_backslash(tex: &str) -> &str {
    let others = tex.trim_end_matches('\\');
    if (tex.len() - others.len()) % 2 == 1 { &tex[..tex.len() - 1] } else { tex }
}

/// Number of cells of a paragraph that is probably the header of a table, which its second line decides.
fn head_of_table(end: &str) -> Option<usize> {
    let line = end.trim_end();
    let inside = line.strip_prefix('|').filter(|rest| !rest.contains('\n'))?;
    let (mut cells, mut letters) = (0, inside.chars().peekable());
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => drop(letters.next()),
            '|' => cells += 1,
            _ => {}
        }
    }
    let is_open = !inside.trim_end().ends_with('|') || inside.ends_with("\\|");
    (cells > 0).then_some(cells + usize::from(is_open))
}

struct Scan {
    /// Open emphasis markers: character and count.
    open: Vec<(char, usize)>,
}

impl Scan {
    /// The length to keep and the text to append.
    fn of(end: &str) -> (usize, String) {
        let mut scan = Self { open: Vec::new() };
        let mut at = 0;
        while let Some(letter) = end[at..].chars().next() {
            let count = end[at..].len() - end[at..].trim_start_matches(letter).len();
            match letter {
                '\\' => match bracket(end, at, end.len()) {
                    Some(Close::At(behind)) => at = behind,
                    Some(Close::NotYet) if has_begun(&end[at + 2..]) => {
                        let close = if end[at..].starts_with("\\(") { "\\)" } else { "\\]" };
                        return (end.len(), format!("{}{close}{}", closing_braces(&end[at + 2..]), scan.closers()));
                    }
                    _ => at += 1 + end[at + 1..].chars().next().map_or(0, char::len_utf8),
                },
                '$' => match formula(end, at, end.len()) {
                    Close::At(behind) => at = behind,
                    // An open price looks the same, but has no command.
                    Close::NotYet if count == 1 && end[at + 1..].starts_with('\\') && has_begun(&end[at + 1..]) => {
                        return (end.len(), format!("{}${}", closing_braces(&end[at + 1..]), scan.closers()));
                    }
                    _ => at += count,
                },
                '`' => match close_of_code(end, at, end.len()) {
                    Close::At(behind) => at = behind,
                    _ if at + count == end.len() => return (at, scan.closers()),
                    _ => return (end.len(), format!("{}{}", "`".repeat(count), scan.closers())),
                },
                // One tilde is none, but may become two.
                '~' if count != 2 && at + count < end.len() => at += count,
                '*' | '_' | '~' => {
                    if at + count == end.len() && !scan.closes(letter, count) {
                        return (at, scan.closers());
                    }
                    scan.mark(end, at, letter, count);
                    at += count;
                }
                '[' => match destination(&end[at..]) {
                    Destination::Open(length) => return (at + length, format!("){}", scan.closers())),
                    Destination::Ended(length) => at += length,
                    Destination::None => at += 1,
                },
                _ => at += letter.len_utf8(),
            }
        }
        (end.len(), scan.closers())
    }

    /// Whether this many of the character close the innermost open marker.
    fn closes(&self, letter: char, count: usize) -> bool {
        self.open.last().is_some_and(|&(open, needed)| open == letter && count >= needed)
    }

    fn mark(&mut self, end: &str, at: usize, letter: char, count: usize) {
        let before = end[..at].chars().next_back();
        let after = end[at + letter.len_utf8() * count..].chars().next();
        let is_space = |side: Option<char>| side.is_none_or(char::is_whitespace);
        let is_sign = |side: Option<char>| side.is_some_and(|side| !side.is_alphanumeric() && !side.is_whitespace());
        let opens = !is_space(after) && (!is_sign(after) || is_space(before) || is_sign(before));
        let ends = !is_space(before) && (!is_sign(before) || is_space(after) || is_sign(after));
        let (opens, ends) = match letter {
            '_' => (opens && (!ends || is_sign(before)), ends && (!opens || is_sign(after))),
            _ => (opens, ends),
        };
        let mut left = count;
        while ends && left > 0 {
            let Some(last) = self.open.last_mut().filter(|last| last.0 == letter) else { break };
            let taken = last.1.min(left);
            last.1 -= taken;
            left -= taken;
            if last.1 == 0 {
                self.open.pop();
            }
        }
        if opens && left > 0 && self.open.len() < 16 {
            self.open.push((letter, left));
        }
    }

    fn closers(&self) -> String {
        self.open.iter().rev().map(|&(letter, count)| letter.to_string().repeat(count)).collect()
    }
}

/// Whether there is TeX to show.
fn has_begun(tex: &str) -> bool {
    !tex.trim_matches(['\\', ' ', '\n']).is_empty()
}

enum Destination {
    /// There is no destination.
    None,
    /// It continues beyond the end of the text; offset after its opening bracket.
    Open(usize),
    /// It is complete; length including the link text.
    Ended(usize),
}

/// The destination of `[text](address)`.
fn destination(text: &str) -> Destination {
    let Some(words) = text.find("](") else { return Destination::None };
    // With nested brackets or a paragraph break, leave it to the Markdown parser.
    if text[1..words].contains(['[', ']']) || text[..words].contains("\n\n") {
        return Destination::None;
    }
    let address = &text[words + 2..];
    match address.find([')', '\n']) {
        None => Destination::Open(words + 2),
        Some(at) if address.as_bytes()[at] == b')' => Destination::Ended(words + 2 + at + 1),
        Some(_) => Destination::None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        closed(text, 0).unwrap_or_else(|| text.to_owned())
    }

    #[test]
    fn what_is_open_is_closed() {
        assert_eq!(shown("The **old"), "The **old**");
        assert_eq!(shown("The **old "), "The **old**");
        assert_eq!(shown("The **old *road"), "The **old *road***");
        assert_eq!(shown("The **old*"), "The **old**", "half a mark is not seen");
        assert_eq!(shown("Call `map"), "Call `map`");
        assert_eq!(shown("**Call `map"), "**Call `map`**");
        assert_eq!(shown("~~gone"), "~~gone~~");
        assert_eq!(shown("See [the map](https://exa"), "See [the map]()");
    }

    #[test]
    fn the_first_line_of_a_table_is_its_head() {
        assert_eq!(shown("| Name | Age |"), "| Name | Age |\n|---|---|");
        assert_eq!(shown("| Name | Age |\n"), "| Name | Age |\n|---|---|");
        assert_eq!(shown("| Name | A"), "| Name | A\n|---|---|");
        assert_eq!(shown("| a \\| b | c |"), "| a \\| b | c |\n|---|---|");
        for text in ["| Name", "a | b", "| a |\nb"] {
            assert_eq!(shown(text), text);
        }
    }

    #[test]
    fn what_opens_nothing_stays() {
        for text in ["2 * 3", "snake_case", "a \\*b", "`a` and **b**", "[a](b) c", "[ ] task", "*a* b_c_d"] {
            assert_eq!(shown(text), text);
        }
    }

    #[test]
    fn a_mark_at_the_very_end_is_waited_for() {
        assert_eq!(shown("The **"), "The");
        assert_eq!(shown("Call `"), "Call");
        assert_eq!(without_bare_marks("a\n--"), 2);
        assert_eq!(without_bare_marks("a\n12."), 2);
        assert_eq!(without_bare_marks("a\n12"), 4);
        assert_eq!(without_bare_marks("a\n- b"), 5);
        assert_eq!(without_bare_marks("a\n"), 2);
    }
}
