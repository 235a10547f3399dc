//! Reads messages that contain their replies, however deep: a parser that calls itself for each level has a limit.

use serde_json::Value;

/// Fields that may have the messages.
const TREES: [&str; 2] = ["messagesTree", "messages"];
const INNER: &str = "\"children\"";

/// An object that is being copied without its inner messages.
#[derive(Default)]
struct Frame {
    text: String,
    depth: u32,
    /// Whether the next byte is between its inner messages.
    is_between: bool,
}

/// The conversation with all messages of its tree in one list; `None` if it is not such a conversation.
pub(crate) fn flat(json: &str) -> Option<Value> {
    if !json.contains(INNER) {
        return None;
    }
    let mut frames = vec![Frame::default()];
    let mut found: Vec<String> = Vec::new();
    let bytes = json.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at).copied() {
        let frame = frames.last_mut()?;
        if frame.is_between {
            match byte {
                b'{' => {
                    frames.push(Frame::default());
                    continue;
                }
                b']' => frame.is_between = false,
                _ if byte == b',' || byte.is_ascii_whitespace() => {}
                _ => return None,
            }
            at += 1;
            continue;
        }
        match byte {
            b'"' => {
                let end = end_of_string(bytes, at)?;
                let text = &json[at..end];
                frame.text.push_str(text);
                at = end;
                if let Some(begin) = Some(at).filter(|_| text == INNER).and_then(|at| begin_of_list(bytes, at)) {
                    frame.text.push_str(":[]");
                    frame.is_between = true;
                    at = begin;
                }
                continue;
            }
            b'{' | b'[' => frame.depth += 1,
            b'}' | b']' => frame.depth = frame.depth.checked_sub(1)?,
            _ if !byte.is_ascii() => return None,
            _ => {}
        }
        frame.text.push(char::from(byte));
        at += 1;
        if frame.depth == 0 && frames.len() > 1 {
            found.push(frames.pop()?.text);
        }
    }
    let mut whole: Value = serde_json::from_str(&frames.pop().filter(|_| frames.is_empty())?.text).ok()?;
    let tree = TREES.into_iter().find(|tree| whole[*tree].is_array())?;
    let messages = whole[tree].as_array_mut()?;
    // A reply was complete before the message around it.
    for message in found.iter().rev() {
        messages.push(serde_json::from_str(message).ok()?);
    }
    Some(whole)
}

/// The position after a string that begins here.
fn end_of_string(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    loop {
        match bytes.get(at)? {
            b'\\' => at += 2,
            b'"' => return Some(at + 1),
            _ => at += 1,
        }
    }
}

/// The position after `: [`, if that is next.
fn begin_of_list(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start;
    for wanted in [b':', b'['] {
        while bytes.get(at)?.is_ascii_whitespace() {
            at += 1;
        }
        if bytes[at] != wanted {
            return None;
        }
        at += 1;
    }
    Some(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inner_messages_come_after_those_around_them() {
        let text = r#"{"messagesTree": [{"id":1,"children" : [{"id":2,"x":{"y":"]}"},"children":[{"id":3}]},{"id":4}]},{"id":5}]}"#;
        let ids: Vec<i64> = flat(text).unwrap()["messagesTree"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|one| one["id"].as_i64())
            .collect();
        assert_eq!(ids, [1, 5, 4, 2, 3]);
    }

    #[test]
    fn other_texts_are_none() {
        for text in [
            "{}",
            "{\"messagesTree\":",
            "{\"messagesTree\":[]}}",
            "{\"messagesTree\":[{\"children\":[1]}]}",
            "{\"messagesTree\":1}",
        ] {
            assert!(flat(text).is_none(), "{text}");
        }
    }
}
