//! Replaces the digests in `wasm-bindgen`'s names by numbers.
//!
//! A module and its script know each import by a name such as `__wbg_get_3f2a8b0c9d1e4f56`. Its sixteen digits do not
//! compress, and they occur hundreds of times in each of two files that every visitor loads. A number of the same
//! length is unique within one build and compresses to almost nothing: most of it is zeros.

use std::{collections::HashMap, fs, path::Path};

use crate::failure::{Failure, Result};

/// Length of a digest in digits.
const LENGTH: usize = 16;
/// Prefixes of the names that the module's script gives to imports and callbacks.
const NAMES: [&str; 2] = ["__wbg_", "wasm_bindgen__convert__closures"];

/// Replaces the digests in a script and its module.
pub(crate) fn number(script: &Path, module: &Path) -> Result<()> {
    let read = |path: &Path| fs::read(path).map_err(|error| Failure::file("read", path, &error));
    let (mut text, mut code) = (read(script)?, read(module)?);
    let numbers = numbers(&text);
    for (path, bytes) in [(script, &mut text), (module, &mut code)] {
        replace(bytes, &numbers);
        fs::write(path, bytes).map_err(|error| Failure::file("write", path, &error))?;
    }
    Ok(())
}

/// A number of the same length for each digest in the names of a script.
fn numbers(script: &[u8]) -> HashMap<Vec<u8>, Vec<u8>> {
    let mut numbers = HashMap::new();
    let is_of_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    for name in script.split(|byte| !is_of_name(byte)) {
        if !NAMES.iter().any(|known| name.starts_with(known.as_bytes())) {
            continue;
        }
        for place in places(name) {
            let number = format!("{:0LENGTH$x}", numbers.len());
            numbers.entry(name[place..place + LENGTH].to_vec()).or_insert(number.into_bytes());
        }
    }
    numbers
}

fn replace(bytes: &mut [u8], numbers: &HashMap<Vec<u8>, Vec<u8>>) {
    for place in places(bytes) {
        let digest = &mut bytes[place..place + LENGTH];
        if let Some(number) = numbers.get(digest) {
            digest.copy_from_slice(number);
        }
    }
}

/// Offsets of possible digests: after the end of a word, or after the letter that marks one.
fn places(bytes: &[u8]) -> Vec<usize> {
    let is_digit = |byte: &u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(byte);
    let begins = |place: &usize| {
        let digits = bytes.get(*place..place + LENGTH);
        matches!(bytes[place - 1], b'_' | b'h') && digits.is_some_and(|digits| digits.iter().all(is_digit))
    };
    (1..bytes.len()).filter(begins).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbered(script: &str, module: &[u8]) -> (String, Vec<u8>) {
        let numbers = numbers(script.as_bytes());
        let (mut script, mut module) = (script.as_bytes().to_vec(), module.to_vec());
        replace(&mut script, &numbers);
        replace(&mut module, &numbers);
        (String::from_utf8(script).unwrap(), module)
    }

    #[test]
    fn a_name_is_the_same_in_both_and_another_than_all_others() {
        let script = "__wbg_get_3f2a8b0c9d1e4f56: f, __wbg_get_0123456789abcdef: g, __wbg_set_3f2a8b0c9d1e4f56: h";
        let (script, module) = numbered(script, b"\x1a__wbg_get_3f2a8b0c9d1e4f56\0\x1a__wbg_get_0123456789abcdef\0");
        assert_eq!(
            script,
            "__wbg_get_0000000000000000: f, __wbg_get_0000000000000001: g, __wbg_set_0000000000000000: h",
        );
        assert_eq!(module, b"\x1a__wbg_get_0000000000000000\0\x1a__wbg_get_0000000000000001\0");
    }

    #[test]
    fn what_is_called_back_is_numbered_too() {
        let name = "wasm_bindgen__convert__closures_____invoke__h3f2a8b0c9d1e4f56";
        let (script, _) = numbered(&format!("wasm.{name}(a)"), b"");
        assert_eq!(script, "wasm.wasm_bindgen__convert__closures_____invoke__h0000000000000000(a)");
    }

    #[test]
    fn what_is_no_name_of_the_script_stays() {
        let other = "__wasm_split_00later_3f2a8b0c9d1e4f56";
        let (script, module) = numbered(other, other.as_bytes());
        assert_eq!((script.as_str(), module.as_slice()), (other, other.as_bytes()));
        assert_eq!(numbered("__wbg_get_short", b"h0123").0, "__wbg_get_short");
    }
}
