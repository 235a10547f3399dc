//! The marks that ChatGPT writes into texts, between two characters of the private use area: sources, names and links.

use crate::fields::{full, list, text};
use serde_json::Value;

const START: char = '\u{e200}';
const BETWEEN: char = '\u{e202}';
const END: char = '\u{e201}';

/// The text with each mark replaced by what is shown for it; `metadata` describes most marks.
pub(super) fn readable(words: &str, metadata: &Value) -> String {
    let mut clean = String::with_capacity(words.len());
    let mut rest = words;
    while let Some(start) = rest.find(START) {
        let Some(length) = rest[start..].find(END) else { break };
        let end = start + length + END.len_utf8();
        clean.push_str(&rest[..start]);
        clean.push_str(&shown(&rest[start..end], metadata));
        rest = &rest[end..];
    }
    clean.push_str(rest);
    clean
}

/// What is shown for a mark. Nothing for an unknown one, which has no meaning outside of ChatGPT.
fn shown(mark: &str, metadata: &Value) -> String {
    let mut references = list(metadata, "content_references").filter(|one| text(one, "matched_text") == mark);
    if let Some(alt) = references.find_map(|one| full(one, "alt")) {
        return alt;
    }
    let mut fields = mark.trim_matches([START, END]).split(BETWEEN);
    match (fields.next().unwrap_or_default(), fields.next(), fields.next()) {
        ("entity", Some(list), _) => {
            let entity: Value = serde_json::from_str(list).unwrap_or_default();
            entity[1].as_str().unwrap_or_default().to_owned()
        }
        ("url", Some(title), Some(address)) if address.starts_with("http") => format!("[{title}]({address})"),
        ("url" | "link_title", Some(title), _) => title.to_owned(),
        _ => String::new(),
    }
}
