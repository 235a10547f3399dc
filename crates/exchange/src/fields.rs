//! Fields of JSON values that may be missing or of another type. The readers of nine programs ask for hundreds: these
//! functions are not inlined, so that the module stays small.

use crate::conversation::{Image, Piece, role_of};
use ricordo_core::message::Role;
use serde_json::Value;

/// A field; `null` if it is missing.
#[inline(never)]
pub(crate) fn get<'a>(value: &'a Value, field: &str) -> &'a Value {
    &value[field]
}

/// A text; empty if it is missing.
#[inline(never)]
pub(crate) fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    get(value, field).as_str().unwrap_or_default()
}

/// A text with content.
#[inline(never)]
pub(crate) fn full(value: &Value, field: &str) -> Option<String> {
    get(value, field).as_str().filter(|text| !text.trim().is_empty()).map(str::to_owned)
}

/// An id, which some versions write as a number.
#[inline(never)]
pub(crate) fn id(value: &Value, field: &str) -> Option<String> {
    full(value, field).or_else(|| get(value, field).is_number().then(|| get(value, field).to_string()))
}

/// The items of a list; none if it is missing.
pub(crate) fn list<'a>(value: &'a Value, field: &str) -> impl Iterator<Item = &'a Value> {
    get(value, field).as_array().map_or(&[][..], Vec::as_slice).iter()
}

/// The values of an object, or the items of a list.
pub(crate) fn values(value: &Value) -> Vec<&Value> {
    match value {
        Value::Object(fields) => fields.values().collect(),
        Value::Array(values) => values.iter().collect(),
        _ => Vec::new(),
    }
}

/// Whether a flag is set.
#[inline(never)]
pub(crate) fn flag(value: &Value, field: &str) -> bool {
    get(value, field).as_bool().unwrap_or(false)
}

/// The role of a message.
pub(crate) fn role(value: &Value) -> Role {
    role_of(text(value, "role"))
}

/// The marks around reasoning before a reply: those that models write, and those that LibreChat wrote.
const THOUGHTS: [(&str, &str); 3] =
    [("<think>", "</think>"), ("<thinking>", "</thinking>"), (":::thinking\n", "\n:::")];

/// The text of a reply. Reasoning that is written before it is separated from it.
pub(crate) fn reply(text: &str) -> Vec<Piece> {
    let from = text.trim_start();
    let thought = THOUGHTS.iter().find_map(|(begin, end)| from.strip_prefix(begin)?.split_once(end));
    match thought {
        Some((thought, rest)) => {
            vec![Piece::Reasoning(thought.trim().to_owned()), Piece::Text(rest.trim_start().to_owned())]
        }
        None => vec![Piece::Text(text.to_owned())],
    }
}

/// The text of a message of this role.
pub(crate) fn message(role: Role, text: &str) -> Vec<Piece> {
    if role == Role::Assistant { reply(text) } else { vec![Piece::Text(text.to_owned())] }
}

/// A file whose text is in the export.
pub(crate) fn with_text(name: &str, content: &str) -> Piece {
    let block = fenced("", content);
    Piece::Text(if name.is_empty() { block } else { format!("{name}\n{block}") })
}

/// A part of a content with several: a text, or an image by its address.
pub(crate) fn part(role: Role, part: &Value) -> Vec<Piece> {
    let address = full(get(part, "image_url"), "url")
        .or_else(|| full(part, "image_url"))
        .or_else(|| full(get(part, "image"), "url"))
        .or_else(|| full(part, "image"));
    match address {
        Some(address) => vec![Piece::Image(Image::at(&address, ""))],
        None => message(role, part.as_str().unwrap_or(text(part, "text"))),
    }
}

/// A block of code with a fence that is longer than any in its text.
pub(crate) fn fenced(language: &str, text: &str) -> String {
    if text.trim().is_empty() {
        return String::new();
    }
    let longest = text.split(|letter| letter != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    let language = if language == "unknown" { "" } else { language };
    format!("{fence}{language}\n{text}\n{fence}")
}
