//! Fields of JSON values that may be missing or of another type. The readers of nine programs ask for hundreds: these
//! functions are not inlined, so that the module stays small.

use crate::conversation::{Piece, role_of};
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

/// The text of a reply. Reasoning that some models write between `<think>` and `</think>` before it is taken apart.
pub(crate) fn reply(text: &str) -> Vec<Piece> {
    let thought = text.trim_start().strip_prefix("<think>").and_then(|rest| rest.split_once("</think>"));
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
