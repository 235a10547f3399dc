//! Reads JSON as servers send it: several values in a row, and invalid JSON that is repaired first.
//!
//! Python writes `NaN` and `Infinity` for numbers, and gateways that split text by UTF-16 units leave one surrogate at
//! the end of a piece and the other at the start of the next.

use serde_json::Value;
use std::borrow::Cow;

/// The first value of a text and the text after it; `None` if there is only white space.
pub(super) fn next_value(text: &str) -> Option<serde_json::Result<(Value, &str)>> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter();
    let value = values.next()?;
    Some(value.map(|value| (value, &text[values.byte_offset()..])))
}

/// The text of a value. An empty one counts as none.
pub(super) fn text(value: Option<&Value>) -> Option<&str> {
    value.and_then(Value::as_str).filter(|text| !text.is_empty())
}

/// Repairs the pieces of one body. Keeps a high surrogate until the low one comes.
#[derive(Debug, Default)]
pub(super) struct Mender {
    half: Option<u16>,
}

impl Mender {
    /// Replaces what JSON does not allow: `NaN` and `Infinity` by `null`, split surrogates by whole characters, and a
    /// surrogate without its partner by U+FFFD.
    pub(super) fn mend<'a>(&mut self, text: &'a str) -> Cow<'a, str> {
        let bytes = text.as_bytes();
        let (mut out, mut copied, mut in_string, mut at) = (String::new(), 0, false, 0);
        while let Some(byte) = bytes.get(at) {
            let found = match byte {
                b'\\' if in_string => self.half(bytes, at),
                b'N' | b'I' if !in_string => not_a_number(text, at),
                _ => None,
            };
            if let Some((from, end, instead)) = found {
                out.push_str(&text[copied..from]);
                out.push_str(&instead);
                (copied, at) = (end, end);
                continue;
            }
            in_string ^= *byte == b'"';
            at += match byte {
                b'\\' if in_string && is_whole_pair(bytes, at) => 12,
                b'\\' if in_string => 2,
                _ => 1,
            };
        }
        if copied == 0 {
            return Cow::Borrowed(text);
        }
        out.push_str(&text[copied..]);
        Cow::Owned(out)
    }

    /// A lone surrogate at this offset: its start, its end, and the replacement.
    fn half(&mut self, bytes: &[u8], at: usize) -> Option<(usize, usize, Cow<'static, str>)> {
        let unit = unit_at(bytes, at).filter(|unit| is_high(*unit) || is_low(*unit))?;
        if is_whole_pair(bytes, at) {
            return None;
        }
        let instead = match (is_high(unit), self.half.take()) {
            (true, lost) => {
                self.half = Some(unit);
                lost.map_or("".into(), |_| r"\ufffd".into())
            }
            (false, Some(first)) => format!(r"\u{first:04x}\u{unit:04x}").into(),
            (false, None) => r"\ufffd".into(),
        };
        Some((at, at + 6, instead))
    }
}

/// `NaN`, `Infinity` or `-Infinity` at this offset.
fn not_a_number(text: &str, at: usize) -> Option<(usize, usize, Cow<'static, str>)> {
    let word = ["NaN", "Infinity"].into_iter().find(|word| text[at..].starts_with(word))?;
    let from = if text[..at].ends_with('-') { at - 1 } else { at };
    Some((from, at + word.len(), "null".into()))
}

/// The UTF-16 unit of an escape: `\u` and four hexadecimal digits.
fn unit_at(bytes: &[u8], at: usize) -> Option<u16> {
    let digits = bytes.get(at..at + 6)?.strip_prefix(br"\u")?;
    let digits = digits.iter().all(u8::is_ascii_hexdigit).then_some(digits)?;
    u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

fn is_whole_pair(bytes: &[u8], at: usize) -> bool {
    unit_at(bytes, at).is_some_and(is_high) && unit_at(bytes, at + 6).is_some_and(is_low)
}

fn is_high(unit: u16) -> bool {
    (0xd800..0xdc00).contains(&unit)
}

fn is_low(unit: u16) -> bool {
    (0xdc00..0xe000).contains(&unit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn mended(pieces: &[&str]) -> Vec<Value> {
        let mut mender = Mender::default();
        pieces.iter().map(|piece| next_value(&mender.mend(piece)).unwrap().unwrap().0).collect()
    }

    #[test]
    fn good_json_is_left_alone() {
        for text in [r#"{"a":"\ud83e\udd94 NaN \\\ud83e\udd94 \"Infinity\"","b":[1,-2]}"#, "", "їжак \\u", r#""\ud8"#]
        {
            assert!(matches!(Mender::default().mend(text), Cow::Borrowed(same) if same == text), "{text}");
        }
    }

    #[test]
    fn a_character_that_is_cut_between_two_pieces_comes_out_whole() {
        assert_eq!(mended(&[r#""a\ud83e""#, r#""\udd94b""#]), [json!("a"), json!("🦔b")]);
    }

    #[test]
    fn half_a_character_without_the_other_does_not_break_the_text() {
        assert_eq!(mended(&[r#""a\udd94b""#]), [json!("a\u{fffd}b")]);
        assert_eq!(mended(&[r#""a\ud83eb""#, r#""\ud83e""#]), [json!("ab"), json!("\u{fffd}")]);
    }

    #[test]
    fn numbers_that_are_none_become_null() {
        assert_eq!(
            mended(&[r#"{"a":NaN,"b":[-Infinity, Infinity],"c":"NaN"}"#]),
            [json!({"a":null,"b":[null,null],"c":"NaN"})]
        );
    }

    #[test]
    fn values_are_read_one_after_another() {
        let (first, rest) = next_value(r#" {"a":1}{"b":2}"#).unwrap().unwrap();
        assert_eq!((first, rest), (json!({"a":1}), r#"{"b":2}"#));
        assert!(next_value(" \n").is_none());
        assert!(next_value("{").unwrap().is_err());
    }
}
