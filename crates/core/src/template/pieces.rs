//! Finds the variables of a text. Templates and prompts share this parser.

/// Longest variable name, in characters. A longer name in braces is text.
const LONGEST_NAME: usize = 64;

/// A part of a text. Concatenated, with the braces put back, the pieces are the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Piece<'a> {
    /// Literal text.
    Text(&'a str),
    /// The name in `{name}`.
    Variable(&'a str),
}

/// Splits a text into literal text and variables.
///
/// A variable is one brace, a name of letters, digits and underscores that begins with a letter, and the closing brace.
/// Two or more braces are another syntax, and so is anything with a space, a quote or a colon: JSON and code are text.
/// One pass over any input.
pub(crate) fn pieces(text: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let start = next_variable(rest);
        let piece = match start {
            _ if rest.is_empty() => return None,
            None => Piece::Text(std::mem::take(&mut rest)),
            Some((0, name)) => {
                rest = &rest[name.len() + 2..];
                Piece::Variable(name)
            }
            Some((at, _)) => {
                let (before, after) = rest.split_at(at);
                rest = after;
                Piece::Text(before)
            }
        };
        Some(piece)
    })
}

/// The first variable of a text: the position of its brace, and its name.
fn next_variable(text: &str) -> Option<(usize, &str)> {
    let mut from = 0;
    loop {
        let at = from + text[from..].find('{')?;
        let after = text[at..].trim_start_matches('{');
        let braces = text.len() - at - after.len();
        match name_of(after) {
            Some(name) if braces == 1 => return Some((at, name)),
            _ => from = at + braces,
        }
    }
}

/// The name before the first closing brace, if it is valid.
fn name_of(text: &str) -> Option<&str> {
    for (count, (at, letter)) in text.char_indices().enumerate() {
        match letter {
            '}' if at > 0 => return Some(&text[..at]),
            _ if count == LONGEST_NAME => return None,
            _ if letter.is_alphabetic() => {}
            '_' | '0'..='9' if at > 0 => {}
            _ => return None,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{Piece::*, *};
    use proptest::prelude::*;

    #[test]
    fn only_a_name_in_single_braces_is_a_variable() {
        let found: Vec<_> = pieces("Hi {name}, {a_1}{b}!").collect();
        assert_eq!(found, [Text("Hi "), Variable("name"), Text(", "), Variable("a_1"), Variable("b"), Text("!")]);
        for text in [
            "{}",
            "{",
            "}",
            "{{name}}",
            "{{{name}}}",
            "{ name }",
            "{name ",
            "{na me}",
            "{1}",
            "{_a}",
            "{\"a\": 1}",
            "fn f() { x }",
            "{name\n}",
            "{a:b}",
            "{name",
            "{a-b}",
        ] {
            assert_eq!(pieces(text).collect::<Vec<_>>(), [Text(text)], "{text}");
        }
        assert_eq!(pieces("{ім'я}{имя}").collect::<Vec<_>>(), [Text("{ім'я}"), Variable("имя")]);
        assert_eq!(pieces("").count(), 0);
    }

    #[test]
    fn a_name_without_end_is_text() {
        let long = format!("{{{}}}", "a".repeat(LONGEST_NAME + 1));
        assert_eq!(pieces(&long).collect::<Vec<_>>(), [Text(long.as_str())]);
        let longest = format!("{{{}}}", "a".repeat(LONGEST_NAME));
        assert_eq!(pieces(&longest).collect::<Vec<_>>(), [Variable(&longest[1..=LONGEST_NAME])]);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn the_pieces_are_the_text(text in "[{}a-cя_1 \"]{0,60}") {
            let whole: String = pieces(&text).map(|piece| match piece {
                Text(words) => words.to_owned(),
                Variable(name) => format!("{{{name}}}"),
            }).collect();
            prop_assert_eq!(whole, text);
        }
    }
}
