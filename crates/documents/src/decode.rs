//! Bytes to text.

use crate::error::ReadError;
use std::borrow::Cow;

/// The text of a file in UTF-8, or in UTF-16 with a byte order mark. Line ends become `\n`.
///
/// Other encodings are not guessed: what is guessed wrong would be stored and sent.
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
    Ok(if text.contains('\r') { Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n")) } else { text })
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
mod tests {
    use super::*;

    #[test]
    fn utf_8_and_marked_utf_16_are_text() {
        assert_eq!(text("один\r\nдва\rтри".as_bytes()).unwrap(), "один\nдва\nтри");
        assert_eq!(text(b"\xEF\xBB\xBFmarked").unwrap(), "marked");
        assert_eq!(text(b"\xFF\xFEa\0\x3D\xD8\x00\xDE").unwrap(), "a😀");
        assert_eq!(text(b"\xFE\xFF\0a").unwrap(), "a");
    }

    #[test]
    fn other_bytes_are_named_by_their_offset() {
        for (bytes, offset) in [
            (b"ab\xFF".as_slice(), 2),
            (b"\xEF\xBB\xBFa\xFF", 4),
            (b"a\0b", 1),
            (b"\xFF\xFEa\0b", 4),
            (b"\xFF\xFEa\0\0\xD8", 4),
        ] {
            assert_eq!(text(bytes), Err(ReadError::NotText { offset }), "{bytes:?}");
        }
    }
}
