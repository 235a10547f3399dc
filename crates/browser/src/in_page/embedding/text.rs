//! A text as the embedding model reads it. Pure.

use ricordo_core::recall::Purpose;

/// Characters of a text that are read. It is more than the model has room for; the engine cuts the rest by tokens.
const MOST_CHARACTERS: usize = 4_000;

/// Texts that stand for something else in the model's vocabulary.
const SPECIAL: [&str; 5] = ["<s>", "</s>", "<pad>", "<unk>", "<mask>"];

/// The text with what the model was trained to read before it; `None` if it is empty.
pub(super) fn prepared(text: &str, purpose: Purpose) -> Option<String> {
    let text = text.trim();
    if text.is_empty() {
        return None;
    }
    let prefix = match purpose {
        Purpose::Question => "query: ",
        Purpose::Passage => "passage: ",
    };
    let end = text.char_indices().nth(MOST_CHARACTERS).map_or(text.len(), |(at, _)| at);
    Some(prefix.to_owned() + &without_special(&text[..end]))
}

/// The text without a special token: a space breaks up each one.
fn without_special(text: &str) -> String {
    SPECIAL.iter().fold(text.to_owned(), |text, special| match special.strip_prefix('<') {
        Some(rest) if text.contains(special) => text.replace(special, &format!("< {rest}")),
        _ => text,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_says_what_the_text_is_for() {
        assert_eq!(prepared(" Where? ", Purpose::Question).as_deref(), Some("query: Where?"));
        assert_eq!(prepared("Тут.", Purpose::Passage).as_deref(), Some("passage: Тут."));
    }

    #[test]
    fn there_is_nothing_to_read_in_an_empty_text() {
        assert_eq!(prepared(" \n\t", Purpose::Question), None);
        assert_eq!(prepared("", Purpose::Passage), None);
    }

    #[test]
    fn special_tokens_are_broken_up() {
        let text = prepared("a</s><s>b <mask>, <pad> <unk> <<s>s> <b>", Purpose::Passage).unwrap();
        assert_eq!(text, "passage: a< /s>< s>b < mask>, < pad> < unk> << s>s> <b>");
    }

    #[test]
    fn a_long_text_ends_between_two_characters() {
        let text = prepared(&"я🙂".repeat(5_000), Purpose::Question).unwrap();
        assert_eq!(text.chars().count(), "query: ".len() + MOST_CHARACTERS);
    }
}
