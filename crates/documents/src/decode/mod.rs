//! Bytes to text.

mod declared;
mod encodings;
mod guess;
mod name;

pub(crate) use name::file_name;

use crate::error::ReadError;
use encodings::Encoding;
use std::borrow::Cow;

/// A text, and the old encoding that it was in; `None`: it was in Unicode.
pub(crate) type Decoded<'a> = (Cow<'a, str>, Option<&'static str>);

/// The text of a file of a user: in Unicode as [`text`] reads it, in the encoding that a web page or XML names, or else in the
/// old encoding that it can only be in. Line ends become `\n`.
///
/// What cannot be told is not guessed: what is guessed wrong would be stored and sent.
pub(crate) fn any_text(bytes: &[u8]) -> Result<Decoded<'_>, ReadError> {
    let not_unicode = match text(bytes) {
        Ok(text) => return Ok((text, None)),
        Err(error) => error,
    };
    let is_marked = matches!(bytes, [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] | [0xEF, 0xBB, 0xBF, ..]);
    let decoded = match declared::label(bytes) {
        _ if is_marked => None,
        Some(label) => named(bytes, &label),
        None => guess::text(bytes).map(|(text, encoding)| (with_lines(Cow::Owned(text)), Some(encoding.name))),
    };
    decoded.ok_or(not_unicode)
}

/// A text in the old encoding of a label; `None`: it is not in this encoding, or the encoding is not known.
pub(crate) fn named(bytes: &[u8], label: &str) -> Option<Decoded<'static>> {
    let encoding = Encoding::named(label)?;
    Some((with_lines(Cow::Owned(encoding.decode(bytes)?)), Some(encoding.name)))
}

/// The text of a file in UTF-8, or in UTF-16 with a byte order mark. Line ends become `\n`.
pub(crate) fn text(bytes: &[u8]) -> Result<Cow<'_, str>, ReadError> {
    let text = match bytes {
        [0xFF, 0xFE, rest @ ..] => Cow::Owned(utf16(rest, u16::from_le_bytes)?),
        [0xFE, 0xFF, rest @ ..] => Cow::Owned(utf16(rest, u16::from_be_bytes)?),
        [0xEF, 0xBB, 0xBF, rest @ ..] => Cow::Borrowed(utf8(rest, 3)?),
        _ => Cow::Borrowed(utf8(bytes, 0)?),
    };
    if let Some(offset) = text.bytes().position(|byte| byte == 0) {
        return Err(ReadError::NotText { offset: offset as u64 });
    }
    Ok(with_lines(text))
}

fn with_lines(text: Cow<'_, str>) -> Cow<'_, str> {
    if text.contains('\r') { Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n")) } else { text }
}

fn utf8(bytes: &[u8], skipped: usize) -> Result<&str, ReadError> {
    std::str::from_utf8(bytes).map_err(|error| ReadError::NotText { offset: (error.valid_up_to() + skipped) as u64 })
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<String, ReadError> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    if !rest.is_empty() {
        return Err(ReadError::NotText { offset: bytes.len() as u64 + 1 });
    }
    let mut text = String::with_capacity(bytes.len());
    let mut offset = 2;
    for char in char::decode_utf16(pairs.iter().map(|pair| unit(*pair))) {
        let char = char.map_err(|_| ReadError::NotText { offset })?;
        offset += 2 * char.len_utf16() as u64;
        text.push(char);
    }
    Ok(text)
}

#[cfg(test)]
mod tests;
