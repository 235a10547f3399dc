//! Finds the character of SillyTavern in a PNG: base64 in one of its texts.

use crate::file::File;
use base64::{Engine, prelude::BASE64_STANDARD};

/// Longest text that is read, in bytes.
const LONGEST: usize = 16 << 20;
/// Largest picture that is taken, in bytes. The page makes it small before it is stored.
const LARGEST: u64 = 8 << 20;

/// The character as JSON; `None` if the picture has none.
pub(crate) fn character(file: &File) -> Option<Vec<u8>> {
    let mut at = 8;
    let mut found = None;
    while let Some(head) = read(file, at, 8) {
        let length = u32::from_be_bytes(head[..4].try_into().ok()?);
        let size = usize::try_from(length).ok()?;
        if &head[4..] == b"tEXt" && size <= LONGEST {
            let text = read(file, at + 8, size)?;
            let (name, value) = text.split_at(text.iter().position(|byte| *byte == 0)?);
            // A newer form stands beside the older one.
            if name == b"ccv3" || (name == b"chara" && found.is_none()) {
                found = BASE64_STANDARD.decode(value[1..].trim_ascii()).ok();
            }
        }
        at += 12 + u64::from(length);
    }
    found
}

/// The picture itself as a `data:` address; `None` if it is too large.
pub(crate) fn address(file: &File) -> Option<String> {
    let size = usize::try_from(Some(file.size()).filter(|size| *size <= LARGEST)?).ok()?;
    Some(format!("data:image/png;base64,{}", BASE64_STANDARD.encode(read(file, 0, size)?)))
}

fn read(file: &File, at: u64, length: usize) -> Option<Vec<u8>> {
    if at.checked_add(length as u64)? > file.size() {
        return None;
    }
    let mut bytes = vec![0; length];
    let mut filled = 0;
    while filled < length {
        match file.read_at(at + filled as u64, &mut bytes[filled..]).ok()? {
            0 => return None,
            read => filled += read,
        }
    }
    Some(bytes)
}
