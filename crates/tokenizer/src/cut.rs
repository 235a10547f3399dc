//! Splits a text where both vocabularies are certain to split it, so that the counts of the pieces add up to the count of
//! the text. The pieces are counted elsewhere.
//!
//! The expressions of the vocabularies take white space only at the start of what they match, but for line breaks, and
//! letters only with letters, with one sign before them, and with an English ending after an apostrophe. So, whatever
//! stands around, something new begins:
//!
//! * at a space after anything but white space;
//! * after a line break, before anything but white space and the slash (which `o200k_base` keeps with signs before it);
//! * at a full stop, comma or other plain sign after a Cyrillic letter.

use std::ops::Range;

/// The pieces that hold anything beyond ASCII, in order, as ranges of bytes. What lies between them is ASCII, and may be
/// counted on its own just as well.
pub(crate) fn beyond_ascii(text: &str) -> impl Iterator<Item = Range<usize>> {
    let bytes = text.as_bytes();
    let is_cut = |at: usize| begins(text, at, bytes[at - 1], bytes[at]);
    let mut done = 0;
    std::iter::from_fn(move || {
        let found = done + first_beyond_ascii(&bytes[done..])?;
        let from = (done + 1..=found).rev().find(|&at| is_cut(at)).unwrap_or(done);
        let to = (found + 1..bytes.len()).find(|&at| is_cut(at)).unwrap_or(bytes.len());
        done = to;
        Some(from..to)
    })
}

/// Index of the first non-ASCII byte; skips long ASCII runs such as source code quickly.
fn first_beyond_ascii(bytes: &[u8]) -> Option<usize> {
    const STRIDE: usize = 16;
    let skipped = bytes.chunks_exact(STRIDE).take_while(|stride| stride.is_ascii()).count() * STRIDE;
    let rest = bytes[skipped..].iter().position(|byte| !byte.is_ascii())?;
    Some(skipped + rest)
}

/// Whether a piece begins at `at`, where `byte` follows `before`.
fn begins(text: &str, at: usize, before: u8, byte: u8) -> bool {
    match byte {
        b' ' => match before {
            b'\t'..=b'\r' | b' ' => false,
            0..0x80 => true,
            _ => !text[..at].ends_with(char::is_whitespace),
        },
        b',' | b'.' | b':' | b';' | b'!' | b'?' | b')' | b'"' => before >= 0x80 && is_cyrillic_end(text.as_bytes(), at),
        b'/' | b'\t'..=b'\r' => false,
        0..0x80 => before == b'\n',
        _ => before == b'\n' && !text[at..].starts_with(char::is_whitespace),
    }
}

/// Whether a letter of U+0400 to U+047F ends at `at`: they begin with one of two bytes, and all of them are letters.
fn is_cyrillic_end(bytes: &[u8], at: usize) -> bool {
    at.checked_sub(2).is_some_and(|lead| matches!(bytes[lead], 0xD0 | 0xD1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> Vec<&str> {
        beyond_ascii(text).map(|range| &text[range]).collect()
    }

    #[test]
    fn words_part_from_what_follows_them() {
        assert_eq!(cut("Привіт, світе!"), ["Привіт", " світе"]);
        assert_eq!(cut("a b\nв г, d ґ"), ["в", " г", " ґ"]);
        assert_eq!(cut("The quick brown fox, который бежит."), [" который", " бежит"]);
    }

    #[test]
    fn what_may_be_matched_together_stays_together() {
        assert_eq!(cut("а  б"), ["а", "  б"]);
        assert_eq!(cut("а\u{a0} б"), ["а\u{a0} б"]);
        assert_eq!(cut("а\n б"), ["а\n б"]);
        assert_eq!(cut("…\n/б"), ["…\n/б"]);
        assert_eq!(cut("don't—x"), ["don't—x"]);
    }

    #[test]
    fn ascii_has_no_such_pieces() {
        assert_eq!(cut(""), [""; 0]);
        assert_eq!(cut(&"let x = 1;\n".repeat(9)), [""; 0]);
        assert_eq!(cut(&format!("{}ї", "x ".repeat(99))), [" ї"]);
    }
}
