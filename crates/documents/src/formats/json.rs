//! JSON: printed with one value a line, and cut between the items at the top. JSON Lines stay as they are.

use super::plain;
use crate::{
    characters::visible,
    source::{BlockKind, Source, lines},
};
use serde::de::IgnoredAny;

/// Deepest indentation, so that deep nesting does not make a text much longer.
const DEEPEST: usize = 12;
/// Length of an escaped character, such as `\u041f`.
const ESCAPED: usize = 6;

/// The items of a JSON text. A text that is no JSON, such as one with comments, is read as plain text.
pub(crate) fn read(text: &str) -> Source {
    if is_json(text) {
        return printed(text);
    }
    let rows = lines(text).filter(|(_, line)| !line.trim().is_empty());
    if rows.clone().count() > 1 && rows.clone().all(|(_, line)| is_json(line)) {
        let mut source = Source::of(text);
        rows.for_each(|(at, line)| source.mark(at..at + line.len(), BlockKind::Code));
        return source;
    }
    plain::read(text)
}

fn is_json(text: &str) -> bool {
    serde_json::from_str::<IgnoredAny>(text).is_ok()
}

/// Prints a valid text. Numbers, strings and the order of keys stay as they are, but letters are written as such.
fn printed(text: &str) -> Source {
    let mut source = Source { text: String::with_capacity(text.len() * 5 / 4), ..Source::default() };
    let (mut depth, mut start, mut is_string, mut is_escaped) = (0_usize, 0, false, false);
    let mut items = Vec::new();
    let mut chars = text.trim().chars();
    while let Some(char) = chars.next() {
        if let Some(written) = if is_escaped && char == 'u' { resolved(chars.as_str()) } else { None } {
            source.text.pop();
            source.text.push(written);
            is_escaped = false;
            // Those of the second half, too.
            chars.nth(written.len_utf16() * ESCAPED - 3);
            continue;
        }
        if is_string {
            source.text.push(char);
            is_string = is_escaped || char != '"';
            is_escaped = !is_escaped && char == '\\';
            continue;
        }
        let out = &mut source.text;
        match char {
            '{' | '[' => {
                depth += 1;
                out.push(char);
                end_line(out, depth);
            }
            '}' | ']' => {
                depth = depth.saturating_sub(1);
                let inner = out.trim_end().len();
                out.truncate(inner);
                if !out.ends_with(['{', '[']) {
                    end_line(out, depth);
                }
                out.push(char);
            }
            ',' => {
                out.push(char);
                if depth == 1 {
                    items.push(start..out.len());
                    start = out.len();
                }
                end_line(out, depth);
            }
            ':' => out.push_str(": "),
            '"' => {
                is_string = true;
                out.push(char);
            }
            _ if char.is_whitespace() => {}
            _ => out.push(char),
        }
    }
    items.push(start..source.text.len());
    items.into_iter().for_each(|item| source.mark(item, BlockKind::Code));
    source
}

/// The character that an escape such as `\u041f` stands for, if it can be written as it is: text that only programs can read is
/// not found by its words. `rest` begins with the digits.
fn resolved(rest: &str) -> Option<char> {
    let unit = |text: &str| u16::from_str_radix(text.get(..4)?, 16).ok();
    let first = unit(rest)?;
    let second = rest.get(4..).and_then(|rest| rest.strip_prefix("\\u")).and_then(unit);
    let char = char::decode_utf16([first].into_iter().chain(second)).next()?.ok()?;
    let is_seen = !char.is_control() && !char.is_whitespace() && !visible(char.encode_utf8(&mut [0; 4])).is_empty();
    Some(char).filter(|char| !char.is_ascii() && is_seen)
}

fn end_line(out: &mut String, depth: usize) {
    out.push('\n');
    out.extend(std::iter::repeat_n("  ", depth.min(DEEPEST)));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items(text: &str) -> Vec<String> {
        let source = read(text);
        source.blocks.iter().map(|block| source.text[block.range.clone()].to_owned()).collect()
    }

    #[test]
    fn the_items_at_the_top_are_blocks_in_their_order() {
        assert_eq!(
            items(r#"{"b":[1,{}],"a":"x, \"y\\","n":1.50}"#),
            ["{\n  \"b\": [\n    1,\n    {}\n  ],", "  \"a\": \"x, \\\"y\\\\\",", "  \"n\": 1.50\n}"]
        );
        assert_eq!(items("[]"), ["[]"]);
        assert_eq!(items(" \"one\" "), ["\"one\""]);
    }

    #[test]
    fn printing_changes_no_value() {
        let text = r#"{"a":[1,2,{"b":null,"c":" : , [ "}],"d":{},"e":[[]]}"#;
        let printed = read(text).text;
        let value = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
        assert_eq!(value(&printed), value(text));
    }

    #[test]
    fn letters_that_are_written_as_numbers_become_letters() {
        let unseen = r#""\u200b\u202e\u0022\u000a\u2028\u00a0""#;
        for (text, printed) in [
            (r#""\u041f\u0440\u0438\u0432\u0456\u0442 \"\u00e9\"""#, r#""Привіт \"é\"""#),
            (r#""\ud83e\udd94\u20AC \\u0041""#, r#""🦔€ \\u0041""#),
            // What nobody sees, what is no whole character and what means something in JSON stays as it is.
            (unseen, unseen),
            (r#""\ud83e \udd94""#, r#""\ud83e \udd94""#),
        ] {
            assert_eq!(read(text).text, printed);
        }
    }

    #[test]
    fn lines_of_json_are_items_with_lines() {
        let source = read("{\"a\":1}\n\n{\"a\":2}\n");
        assert!(source.has_lines && source.blocks.len() == 2);
    }

    #[test]
    fn what_is_no_json_is_text() {
        assert_eq!(items("// one\n\n{a: 1}"), ["// one", "{a: 1}"]);
    }
}
