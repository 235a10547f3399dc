//! Keys of text fields, which are the same everywhere: Enter sends or saves, Shift+Enter inserts a line break, Escape leaves.

use leptos::ev::KeyboardEvent;

/// What a key does in a text field of several lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldKey {
    /// Sends or saves the text.
    Submit,
    /// Leaves the field.
    Leave,
}

/// What a key does; `None` if the browser handles it.
pub fn field_key(event: &KeyboardEvent) -> Option<FieldKey> {
    if is_composing(event) { None } else { key_of(&event.key(), event.shift_key()) }
}

/// Whether a key belongs to an input method: the Enter that ends a composition must not send. Some browsers report it only as
/// key code 229.
pub fn is_composing(event: &KeyboardEvent) -> bool {
    event.is_composing() || event.key_code() == 229
}

fn key_of(key: &str, has_shift: bool) -> Option<FieldKey> {
    match key {
        "Enter" if !has_shift => Some(FieldKey::Submit),
        "Escape" => Some(FieldKey::Leave),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn enter_sends_and_with_shift_it_is_a_line_break() {
        for (key, has_shift, wanted) in [
            ("Enter", false, Some(FieldKey::Submit)),
            ("Enter", true, None),
            ("Escape", false, Some(FieldKey::Leave)),
            ("Escape", true, Some(FieldKey::Leave)),
            ("e", false, None),
            ("Tab", false, None),
        ] {
            assert_eq!(key_of(key, has_shift), wanted, "{key} {has_shift}");
        }
    }
}
