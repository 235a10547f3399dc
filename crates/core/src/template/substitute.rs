//! Replaces variables by their values, in one pass.

pub use super::variables::Variables;

use super::{Piece, pieces};
use std::collections::HashSet;

/// A text with its variables replaced.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Substituted {
    /// The text.
    pub text: String,
    /// Unknown variables, left unchanged. Each once, in the order of the text, without braces.
    pub unknown: Vec<String>,
    /// Variables whose value changes over time, which the inspector warns about. Each once, in the order of the text.
    pub volatile: Vec<&'static str>,
    /// Whether the text contains the memories, so that no layer needs to send them again.
    pub holds_memories: bool,
}

/// Replaces the variables in a text.
///
/// Braces that are not a variable are left unchanged, byte for byte, and variables inside a value are not expanded: a
/// user's name or memories are never parsed.
pub fn substitute(text: &str, values: &Variables) -> Substituted {
    let mut done = Substituted { text: String::with_capacity(text.len()), ..Substituted::default() };
    let mut unknown = HashSet::new();
    for piece in pieces(text) {
        let name = match piece {
            Piece::Text(words) => {
                done.text.push_str(words);
                continue;
            }
            Piece::Variable(name) => name,
        };
        let Some((variable, value)) = values.find(name) else {
            done.text.extend(["{", name, "}"]);
            if unknown.insert(name) {
                done.unknown.push(name.to_owned());
            }
            continue;
        };
        done.text.push_str(value);
        done.holds_memories |= variable.name == "user_memories";
        if variable.volatile && !done.volatile.contains(&variable.name) {
            done.volatile.push(variable.name);
        }
    }
    done
}

#[cfg(test)]
mod tests {
    use super::{super::VARIABLES, *};
    use proptest::prelude::*;

    fn values() -> Variables {
        Variables {
            username: "@anna".to_owned(),
            userfullname: "Anna {username} {date}".to_owned(),
            time: "09:00".to_owned(),
            user_memories: "- likes tea".to_owned(),
            ..Variables::default()
        }
    }

    #[test]
    fn known_variables_get_their_values_and_unknown_ones_are_told_once() {
        let done = substitute("{username} at {time}, {time}: {mood}, {botname}{Mood}{mood}", &values());
        assert_eq!(done.text, "@anna at 09:00, 09:00: {mood}, {Mood}{mood}");
        assert_eq!(done.unknown, ["mood", "Mood"]);
        assert_eq!(done.volatile, ["time"]);
        assert!(!done.holds_memories);
    }

    #[test]
    fn memories_in_the_text_are_told() {
        let done = substitute("Known:\n{user_memories}", &values());
        assert_eq!((done.text.as_str(), done.holds_memories), ("Known:\n- likes tea", true));
        assert!(substitute("{user_memories}", &Variables::default()).holds_memories);
    }

    #[test]
    fn a_value_is_not_read_again() {
        let done = substitute("{userfullname}", &values());
        assert_eq!(done.text, "Anna {username} {date}");
        assert!(done.unknown.is_empty() && done.volatile.is_empty());
    }

    #[test]
    fn megabytes_of_braces_come_back_unchanged() {
        for piece in ["{", "}", "{}", "{ ", "{a", "{{a}}", "{\"a\": {\"b\": 1}}", "{é"] {
            let text = piece.repeat(5 * 1024 * 1024 / piece.len());
            let done = substitute(&text, &values());
            assert!(done.text == text && done.unknown.is_empty(), "{piece}");
        }
        let done = substitute(&"{nothing}".repeat(500_000), &values());
        assert_eq!((done.text.len(), done.unknown), (4_500_000, vec!["nothing".to_owned()]));
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn a_text_without_our_variables_stays_byte_for_byte(text in "[{}x-zї\\n\"']{0,80}") {
            prop_assert_eq!(substitute(&text, &values()).text, text);
        }

        #[test]
        fn what_stands_between_variables_stays_byte_for_byte(
            words in proptest::collection::vec("[a-zі \\n:\"]{0,12}", 1..8), picks in proptest::collection::vec(0..15_usize, 8),
        ) {
            let values = values();
            let (mut written, mut expected) = (String::new(), String::new());
            for (words, pick) in words.iter().zip(picks) {
                let name = VARIABLES[pick].name;
                written += &format!("{words}{{{name}}}");
                expected += &format!("{words}{}", values.find(name).map_or("", |(_, value)| value));
            }
            let done = substitute(&written, &values);
            prop_assert_eq!(done.text, expected);
            prop_assert!(done.unknown.is_empty());
        }
    }
}
