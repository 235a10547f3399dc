//! An image that a model made, as it comes in a reply: its bytes as text in a `data:` address, or the address where it is.

use super::image::image_note;
use crate::model::ChatEvent;
use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::Value;

/// What a page can show.
const SHOWN: [&str; 5] = ["image/png", "image/jpeg", "image/webp", "image/gif", "image/avif"];

/// The event of an image: its bytes; for one that lies elsewhere a link in the words, which nobody follows unasked; for one
/// that cannot be read a note.
pub(super) fn made_image(image: &Value) -> ChatEvent {
    let url = ["/image_url/url", "/image_url"].iter().find_map(|path| image.pointer(path).and_then(Value::as_str));
    let url = url.unwrap_or_default();
    let Some(data) = url.strip_prefix("data:") else {
        return ChatEvent::Text { text: link(url).unwrap_or_else(|| image_note("image")) };
    };
    let (head, encoded) = data.split_once(',').unwrap_or((data, ""));
    let media_type = head.split(';').next().unwrap_or_default();
    let bytes = STANDARD.decode(encoded.trim()).ok().filter(|bytes| !bytes.is_empty() && SHOWN.contains(&media_type));
    match bytes {
        Some(bytes) => ChatEvent::Image { media_type: media_type.to_owned(), bytes },
        None => ChatEvent::Text { text: image_note(if media_type.is_empty() { "image" } else { media_type }) },
    }
}

/// A link in Markdown.
fn link(url: &str) -> Option<String> {
    let is_address = url.starts_with("https://") || url.starts_with("http://");
    let is_plain = !url.contains(|letter: char| letter.is_whitespace() || letter.is_control() || "<>".contains(letter));
    (is_address && is_plain).then(|| format!("![](<{url}>)"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_cannot_be_kept_is_said_in_words() {
        let shown = |url: &str| match made_image(&json!({ "image_url": { "url": url } })) {
            ChatEvent::Text { text } => text,
            other => format!("{other:?}"),
        };
        assert_eq!(shown("https://example.org/a.png?b=(1)"), "![](<https://example.org/a.png?b=(1)>)");
        assert_eq!(shown("javascript:alert(1)"), "[image]");
        assert_eq!(shown("https://example.org/a b"), "[image]");
        assert_eq!(shown("data:image/svg+xml;base64,PHN2Zy8+"), "[image/svg+xml]");
        assert_eq!(shown("data:image/png;base64,%%%"), "[image/png]");
        assert_eq!(shown("data:image/png"), "[image/png]");
    }
}
