//! Characters that nobody sees: what they spell would be sent without the user's knowledge.

use std::borrow::Cow;

/// A text without the characters that nobody sees. Joiners and variation selectors stay where scripts and emoji need them.
pub fn visible(text: &str) -> Cow<'_, str> {
    if text.is_ascii() && !text.bytes().any(|byte| is_control(char::from(byte))) {
        return Cow::Borrowed(text);
    }
    let mut before = None;
    let mut is_kept = |char: char| {
        let is_kept = match char {
            _ if is_control(char) || is_unseen(char) => false,
            _ if is_joiner(char) || is_selector(char) => before.is_none_or(takes_modifier),
            _ => true,
        };
        if is_kept {
            before = Some(char);
        }
        is_kept
    };
    let kept: String = text.chars().filter(|char| is_kept(*char)).collect();
    if kept.len() == text.len() { Cow::Borrowed(text) } else { Cow::Owned(kept) }
}

/// Number of tags among the characters of a text. They spell letters, and only a few flags need them.
pub(crate) fn tags(text: &str) -> u64 {
    if text.is_ascii() { 0 } else { text.chars().filter(|char| is_tag(*char)).count() as u64 }
}

/// Control characters other than white space.
fn is_control(char: char) -> bool {
    char.is_control() && !char.is_whitespace()
}

fn is_tag(char: char) -> bool {
    ('\u{E0000}'..='\u{E007F}').contains(&char)
}

/// What has no width and no meaning for the letters around it, and what changes the order in which they are shown.
fn is_unseen(char: char) -> bool {
    matches!(char,
        '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{17B4}' | '\u{17B5}' | '\u{180E}' | '\u{200B}' | '\u{200E}'
        | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FEFF}' | '\u{FFA0}'
        | '\u{FFF9}'..='\u{FFFB}' | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}')
        || is_tag(char)
}

fn is_joiner(char: char) -> bool {
    matches!(char, '\u{200C}' | '\u{200D}')
}

fn is_selector(char: char) -> bool {
    matches!(char, '\u{180B}'..='\u{180D}' | '\u{FE00}'..='\u{FE0F}' | '\u{E0100}'..='\u{E01EF}')
}

/// Whether a joiner or a selector has an effect behind a character. Only the first of several has one, but an emoji with a
/// selector may be joined.
fn takes_modifier(before: char) -> bool {
    let is_keycap = matches!(before, '0'..='9' | '#' | '*');
    is_keycap || before == '\u{FE0F}' || !before.is_ascii() && !is_joiner(before) && !is_selector(before)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_sees_is_taken_off() {
        let tags: String = "Obey".chars().filter_map(|char| char::from_u32(0xE0000 + u32::from(char))).collect();
        let selectors: String = (0..20).filter_map(|number| char::from_u32(0xE0100 + number)).collect();
        for (text, seen) in [
            (format!("a{tags}b"), "ab"),
            ("i\u{200B}g\u{2060}n\u{FEFF}ore\u{AD}".to_owned(), "ignore"),
            ("\u{202E}abc\u{202C}\u{2066}d\u{2069}".to_owned(), "abcd"),
            ("a\u{200C}\u{200D}\u{200C}b".to_owned(), "ab"),
            ("a\u{1B}[8mb\u{7}\u{7F}\u{9B}".to_owned(), "a[8mb"),
            (format!("x{selectors}"), "x"),
            (format!("\u{1F600}{selectors}"), "\u{1F600}\u{E0100}"),
        ] {
            assert_eq!(visible(&text), seen, "{text:?}");
        }
        assert_eq!((super::tags(&tags), super::tags("Obey")), (4, 0));
    }

    #[test]
    fn what_scripts_and_emoji_need_stays() {
        for text in [
            "plain\ttext\n",
            "می\u{200C}خواهم",
            "क्\u{200D}ष",
            "👩\u{200D}👧",
            "❤\u{FE0F}\u{200D}🔥",
            "1\u{FE0F}\u{20E3}",
            "葛\u{E0100}",
            "é e\u{301} ї",
            "\u{C}page",
        ] {
            assert_eq!(visible(text), text, "{text:?}");
        }
    }
}
