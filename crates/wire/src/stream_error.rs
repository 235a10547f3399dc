//! Errors that a server reports in the body of an HTTP 200 response: detection and meaning.

use super::{
    context_overflow::says_overflow,
    server_message::{server_message, shorten},
};
use ricordo_record::error::{ModelError, ModelErrorKind};
use serde_json::Value;

/// The error, from whatever the server sent as one: a sentence, or an object that holds it.
pub(super) fn stream_error(reported: &Value) -> ModelError {
    let whole = reported.to_string();
    let wrapped = serde_json::json!({ "error": reported });
    ModelError::new(kind_of(&whole), server_message(&wrapped).unwrap_or_else(|| shorten(&whole)))
}

/// The error in text that the protocol does not allow at that position.
pub(super) fn text_error(words: &str) -> ModelError {
    ModelError::new(kind_of(words), words)
}

fn kind_of(whole: &str) -> ModelErrorKind {
    match says_overflow(whole) {
        true => ModelErrorKind::ContextOverflow,
        false => ModelErrorKind::ErrorInStream,
    }
}

/// The error that an object reports. `alone`: the object holds no part of a reply.
pub(super) fn reported_error(object: &Value, alone: bool) -> Option<ModelError> {
    let error = object.get("error").filter(|error| !matches!(error, Value::Null | Value::Bool(false)));
    match error {
        Some(error) if !is_blank(error) => Some(stream_error(if *error == Value::Bool(true) { object } else { error })),
        // Servers that write every field send an empty error next to valid content.
        Some(_) if alone => {
            Some(ModelError::new(ModelErrorKind::ErrorInStream, server_message(object).unwrap_or_default()))
        }
        _ if alone && looks_like_an_error(object) => Some(stream_error(object)),
        _ => None,
    }
}

/// Whether an object without reply content has the shape of an error without being named one: `{code, message}`,
/// `{detail}`, `{errors}`, `{success: false}`, or an HTTP status.
fn looks_like_an_error(object: &Value) -> bool {
    let has = |name| object.get(name).is_some_and(|value| !is_blank(value));
    let is = |name, word| object.get(name).and_then(Value::as_str) == Some(word);
    let status = object.get("status").and_then(Value::as_u64).is_some_and(|status| (400..600).contains(&status));
    let failed = status || ["code", "status_code"].iter().any(|name| object.get(*name).is_some_and(is_failure));
    is("object", "error")
        || is("type", "error")
        || is("status", "error")
        || has("errors")
        || has("detail")
        || object.get("success") == Some(&Value::Bool(false))
        || (failed && (has("message") || has("msg") || has("title")))
}

/// Whether a code signals a failure.
fn is_failure(code: &Value) -> bool {
    match code {
        Value::Number(number) => number.as_f64().is_some_and(|code| code != 0.0 && !(200.0..300.0).contains(&code)),
        Value::String(word) => !["", "0", "200", "ok", "success"].contains(&word.to_ascii_lowercase().as_str()),
        _ => false,
    }
}

/// Whether a value is empty.
fn is_blank(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Bool(true) => false,
        Value::Number(number) => number.as_f64() == Some(0.0),
        Value::String(text) => text.trim().is_empty(),
        Value::Array(items) => items.iter().all(is_blank),
        Value::Object(fields) => fields.values().all(is_blank),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_error_is_known_by_its_shape() {
        for (object, detail) in [
            (json!({"error": {"message": "no"}}), "no"),
            (json!({"error": true, "message": "no"}), "no"),
            (json!({"error": {}, "message": "no"}), "no"),
            (json!({"error": ""}), ""),
            (json!({"code": 1261, "message": "no"}), "no"),
            (json!({"code": "Throttling", "message": "no", "request_id": "7"}), "no"),
            (json!({"detail": "no"}), "no"),
            (json!({"errors": [{"message": "no"}]}), "no"),
            (json!({"success": false, "message": "no"}), "no"),
            (json!({"status": 502, "title": "no"}), "no"),
            (json!({"object": "error", "message": "no"}), "no"),
        ] {
            let error = reported_error(&object, true);
            assert_eq!(error, Some(ModelError::new(ModelErrorKind::ErrorInStream, detail)), "{object}");
        }
    }

    #[test]
    fn what_is_no_error_is_not_taken_for_one() {
        for object in [
            json!({}),
            json!(7),
            json!({"error": null}),
            json!({"error": false, "message": "fine"}),
            json!({"code": 0, "message": "ok"}),
            json!({"code": 200, "message": "ok"}),
            json!({"status": "ok", "uptime": 12}),
            json!({"status": "queued", "message": "third in the queue"}),
            json!({"errors": [], "detail": ""}),
        ] {
            assert_eq!(reported_error(&object, true), None, "{object}");
        }
        for beside in [
            json!({"error": ""}),
            json!({"error": {}}),
            json!({"error": {"code": 0, "message": ""}}),
            json!({"detail": "x"}),
        ] {
            assert_eq!(reported_error(&beside, false), None, "{beside}");
        }
    }
}
