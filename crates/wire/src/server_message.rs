//! Finds the human-readable message in a server's error, whatever its shape.

use serde_json::Value;

/// The longest excerpt of a server's message, in characters.
const MAX_CHARS: usize = 300;

/// The server's own message, shortened, from the JSON of an error.
pub(super) fn server_message(value: &Value) -> Option<String> {
    let found = find(value, 0)?;
    let upstream = value.pointer("/error/metadata/raw").and_then(Value::as_str);
    let message = match upstream {
        // OpenRouter: its own message only says that the upstream provider failed.
        Some(raw) => {
            let inner = serde_json::from_str::<Value>(raw).ok().and_then(|value| find(&value, 0));
            format!("{found}: {}", inner.as_deref().unwrap_or(raw))
        }
        None => found,
    };
    Some(shorten(&message))
}

fn find(value: &Value, depth: usize) -> Option<String> {
    if depth > 8 {
        return None;
    }
    match value {
        Value::String(text) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
        Value::Array(items) => {
            let all: Vec<_> = items.iter().filter_map(|item| find(item, depth + 1)).take(5).collect();
            Some(all.join("; ")).filter(|text| !text.is_empty())
        }
        Value::Object(fields) => {
            let message = ["error", "message", "msg", "detail", "errors", "error_description", "title"];
            let found = message.iter().filter_map(|name| fields.get(*name)).find_map(|value| find(value, depth + 1))?;
            Some(match fields.get("loc").map(place) {
                Some(place) if !place.is_empty() => format!("{place}: {found}"),
                _ => found,
            })
        }
        _ => None,
    }
}

/// FastAPI names the field as a path: `["body", "messages", 0]`.
fn place(steps: &Value) -> String {
    let steps = steps.as_array().map(Vec::as_slice).unwrap_or_default();
    let words: Vec<_> =
        steps.iter().map(|step| step.as_str().map_or_else(|| step.to_string(), str::to_owned)).collect();
    words.join(".")
}

/// Collapses the text to one line of at most [`MAX_CHARS`] characters.
pub(super) fn shorten(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => format!("{}…", line[..end].trim_end()),
        None => line,
    }
}

/// Whether the text is a web page.
pub(super) fn is_markup(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').trim_start().starts_with('<')
}

/// An excerpt of a body that is not the protocol; of a web page, its text without markup.
pub(super) fn excerpt(bytes: &[u8]) -> String {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(4096)]);
    if !is_markup(&head) {
        return shorten(&head);
    }
    let mut words = String::new();
    for piece in head.split('<') {
        words.push_str(piece.split_once('>').map_or("", |(_, text)| text));
        words.push(' ');
    }
    shorten(&words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_sentence_is_found_in_every_shape() {
        for (shape, sentence) in [
            (json!({"error": {"message": "no", "code": 1}}), "no"),
            (json!({"error": "no"}), "no"),
            (json!({"object": "error", "message": "no", "code": 400}), "no"),
            (json!({"detail": "Not Found"}), "Not Found"),
            (
                json!({"detail": [{"loc": ["body", "messages", 0], "msg": "field required"}]}),
                "body.messages.0: field required",
            ),
            (json!({"message": {"detail": [{"loc": ["body"], "msg": "bad"}]}}), "body: bad"),
            (json!([{"error": {"message": "no", "status": "INVALID"}}]), "no"),
            (json!({"errors": [{"message": "a"}, {"message": "b"}]}), "a; b"),
            (
                json!({"error": {"message": "Provider returned error", "metadata": {"raw": "{\"error\":{\"message\":\"busy\"}}"}}}),
                "Provider returned error: busy",
            ),
        ] {
            assert_eq!(server_message(&shape).as_deref(), Some(sentence), "{shape}");
        }
        assert_eq!(server_message(&json!({"error": {"code": 3}})), None);
        assert_eq!(server_message(&json!({"error": null, "message": ""})), None);
    }

    #[test]
    fn a_long_sentence_is_cut_between_characters() {
        let short = shorten(&"їж🦔".repeat(200));
        assert_eq!(short.chars().count(), MAX_CHARS + 1);
        assert!(short.ends_with('…'));
        assert_eq!(shorten(" a\n\t b "), "a b");
        assert_eq!(shorten(&"x".repeat(MAX_CHARS)), "x".repeat(MAX_CHARS));
    }

    #[test]
    fn a_web_page_gives_its_words_only() {
        assert_eq!(excerpt(b"<!doctype html><title>502</title>\n<h1>Bad gateway</h1>"), "502 Bad gateway");
        assert_eq!(excerpt(b"upstream\nfailed"), "upstream failed");
    }
}
