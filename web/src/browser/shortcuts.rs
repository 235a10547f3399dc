//! Keys of shortcuts, in every keyboard layout.

use web_sys::KeyboardEvent;

/// Name of a pressed key. A letter is small and that of the Latin layout, so Ctrl+Z is the same key where the user types
/// Cyrillic or Greek, and with Caps Lock.
pub fn key_of(event: &KeyboardEvent) -> String {
    in_latin(event.key(), &event.code())
}

/// `code` names the place of the key, such as `KeyZ`, whatever is typed with it.
fn in_latin(mut key: String, code: &str) -> String {
    match code.strip_prefix("Key") {
        Some(letter) if !key.is_ascii() => return letter.to_ascii_lowercase(),
        _ if key.len() == 1 => key.make_ascii_lowercase(),
        _ => {}
    }
    key
}

#[cfg(test)]
mod tests {
    use super::in_latin;

    #[test]
    fn a_shortcut_is_at_the_same_key_whatever_letters_it_types() {
        for (key, code, name) in [
            ("z", "KeyZ", "z"),
            ("Z", "KeyZ", "z"),
            ("я", "KeyZ", "z"),
            ("Я", "KeyZ", "z"),
            ("ь", "KeyM", "m"),
            ("ζ", "KeyZ", "z"),
            ("ז", "KeyZ", "z"),
            // A layout with Latin letters has them where it wants: `z` of a German keyboard is at the place of Y.
            ("z", "KeyY", "z"),
            ("a", "KeyQ", "a"),
        ] {
            assert_eq!(in_latin(key.to_owned(), code), name, "{key} at {code}");
        }
    }

    #[test]
    fn keys_that_type_no_letter_keep_their_names() {
        for (key, code) in [
            ("Enter", "Enter"),
            ("ArrowUp", "ArrowUp"),
            ("Escape", "Escape"),
            ("Dead", "KeyE"),
            ("Process", "KeyZ"),
            ("?", "Slash"),
            (" ", "Space"),
            ("х", "BracketLeft"),
            ("é", "Digit2"),
            ("", ""),
        ] {
            assert_eq!(in_latin(key.to_owned(), code), key, "{key:?} at {code}");
        }
    }
}
