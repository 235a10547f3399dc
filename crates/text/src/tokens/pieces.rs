//! Splits a text into the pieces that `o200k_base` looks up one by one. Does not compute costs.
//!
//! It follows the vocabulary's own regular expression: a word with one preceding sign, and an English ending such as
//! `'s`; up to three digits; a run of punctuation with the preceding space; white space up to the last line break;
//! other white space except for the last space, which belongs to what follows.

use crate::letters;

/// Script of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Script {
    /// A to z, without signs.
    Ascii,
    /// Latin with at least one letter beyond a to z.
    Latin,
    /// Ukrainian, Russian and similar languages.
    Cyrillic,
    /// Any other.
    Foreign(Foreign),
}

/// A script that is neither Latin nor Cyrillic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Foreign {
    /// Chinese characters and Japanese kana.
    Ideographic,
    /// Korean.
    Hangul,
    /// All other scripts.
    Other,
}

/// What precedes the letters of a word and is looked up with them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Prefix {
    None,
    Space,
    /// A dot, an underscore, a bracket, a tab.
    Ascii,
    /// For example a quotation mark or an emoji.
    Beyond,
}

/// Case of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Case {
    Lower,
    Capital,
    /// At least two capitals.
    Upper,
}

/// A piece. Lengths are in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    Word {
        script: Script,
        prefix: Prefix,
        case: Case,
        length: usize,
    },
    /// One to three digits.
    Digits,
    /// ASCII signs; `alike` if they are all the same.
    Signs {
        length: usize,
        alike: bool,
    },
    /// Signs, some of them beyond ASCII, with the number of typographic marks and of emoji and other pictures.
    Marks {
        ascii: usize,
        marks: usize,
        pictures: usize,
    },
    Space {
        length: usize,
    },
}

/// The first piece of the text, and its length in bytes. `text` must not be empty.
pub(super) fn first(text: &str) -> (Piece, usize) {
    let mut chars = text.chars();
    let head = chars.next().unwrap_or_default();
    let next = chars.next();
    if is_letter(head) {
        return word(text, 0, Prefix::None);
    }
    if head.is_numeric() {
        return (Piece::Digits, text.chars().take(3).take_while(|char| char.is_numeric()).map(char::len_utf8).sum());
    }
    if !is_break(head) && next.is_some_and(is_letter) {
        let prefix = match head {
            ' ' => Prefix::Space,
            _ if head.is_ascii() => Prefix::Ascii,
            _ => Prefix::Beyond,
        };
        return word(text, head.len_utf8(), prefix);
    }
    if is_sign(head) {
        return signs(text, 0);
    }
    if head == ' ' && next.is_some_and(is_sign) {
        return signs(text, 1);
    }
    space(text)
}

fn word(text: &str, start: usize, prefix: Prefix) -> (Piece, usize) {
    let (mut length, mut capitals, mut seen_lower, mut script) = (0, 0, false, None);
    let mut end = text.len();
    for (at, char) in text[start..].char_indices() {
        let letter = is_letter(char);
        let upper = letter && letters::is_upper(char);
        if !letter || (upper && seen_lower) {
            end = start + at;
            break;
        }
        seen_lower |= letters::is_lower(char);
        capitals += usize::from(upper);
        length += 1;
        script = Some(join(script, script_of(char)));
    }
    let case = match capitals {
        0 => Case::Lower,
        1 if length > 1 && seen_lower => Case::Capital,
        _ => Case::Upper,
    };
    let script = script.unwrap_or(Script::Foreign(Foreign::Other));
    (Piece::Word { script, prefix, case, length }, end + contraction(&text[end..]))
}

/// Length of an English contraction: the vocabulary keeps `don't` together.
fn contraction(rest: &str) -> usize {
    if !rest.starts_with('\'') {
        return 0;
    }
    let after = |at: usize| rest.as_bytes().get(at).map_or(0, u8::to_ascii_lowercase);
    match (after(1), after(2)) {
        (b's' | b't' | b'm' | b'd', _) => 2,
        (b'r' | b'v', b'e') | (b'l', b'l') => 3,
        _ => 0,
    }
}

fn signs(text: &str, start: usize) -> (Piece, usize) {
    let (mut ascii, mut marks, mut pictures, mut alike) = (0, 0, 0, true);
    let mut end = text.len();
    let head = text[start..].chars().next();
    for (at, char) in text[start..].char_indices() {
        if !is_sign(char) {
            end = start + at;
            break;
        }
        alike &= Some(char) == head;
        match char {
            _ if char.is_ascii() => ascii += 1,
            '\u{80}'..='\u{bf}'
            | '\u{2010}'..='\u{2027}'
            | '\u{2030}'..='\u{205e}'
            | '\u{3000}'..='\u{303f}'
            | '\u{ff00}'..='\u{ff65}' => {
                marks += 1;
            }
            _ => pictures += 1,
        }
    }
    end += text[end..].bytes().take_while(|byte| matches!(byte, b'\r' | b'\n' | b'/')).count();
    let piece = match marks + pictures {
        0 => Piece::Signs { length: ascii, alike },
        _ => Piece::Marks { ascii, marks, pictures },
    };
    (piece, end)
}

fn space(text: &str) -> (Piece, usize) {
    let (mut run, mut last, mut length, mut break_end) = (text.len(), 0, 0, 0);
    for (at, char) in text.char_indices() {
        if !char.is_whitespace() {
            run = at;
            break;
        }
        if is_break(char) {
            break_end = at + 1;
        }
        last = at;
        length += 1;
    }
    let end = match (break_end, run == text.len(), last) {
        (0, false, last) if last > 0 => last,
        (0, ..) => run,
        (end, ..) => end,
    };
    (Piece::Space { length }, end)
}

/// Accents that stand alone belong to their letter.
fn is_letter(char: char) -> bool {
    letters::is_letter(char) || matches!(char, '\u{300}'..='\u{36f}')
}

fn is_break(char: char) -> bool {
    matches!(char, '\r' | '\n')
}

fn is_sign(char: char) -> bool {
    !char.is_whitespace() && !is_letter(char) && !char.is_numeric()
}

fn script_of(char: char) -> Script {
    match char {
        _ if char.is_ascii() => Script::Ascii,
        '\u{80}'..='\u{24f}' | '\u{300}'..='\u{36f}' | '\u{1e00}'..='\u{1eff}' => Script::Latin,
        '\u{400}'..='\u{52f}' => Script::Cyrillic,
        '\u{3005}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}' => {
            Script::Foreign(Foreign::Ideographic)
        }
        '\u{1100}'..='\u{11ff}' | '\u{ac00}'..='\u{d7af}' => Script::Foreign(Foreign::Hangul),
        _ => Script::Foreign(Foreign::Other),
    }
}

/// The script of a word with letters of both.
fn join(known: Option<Script>, found: Script) -> Script {
    match (known, found) {
        (None, found) => found,
        (Some(Script::Ascii), Script::Ascii) => Script::Ascii,
        (Some(Script::Ascii), found) => found,
        (Some(known), _) => known,
    }
}
