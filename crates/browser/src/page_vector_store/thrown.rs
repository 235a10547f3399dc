//! What a method of the page threw, as an error: its `code` says what happened.

use crate::global::property;
use ricordo_core::recall::{VectorStoreError, VectorStoreErrorKind as Kind};
use wasm_bindgen::JsValue;

/// Most characters of the message that are kept.
const MOST: usize = 300;

pub(super) fn error(method: &str, thrown: &JsValue) -> VectorStoreError {
    let text = |name: &str| property::<JsValue>(thrown, name)?.as_string();
    let kind = match text("code").as_deref() {
        Some("gone") => Kind::Gone,
        Some("other-dimension") => Kind::OtherDimension { found: None },
        Some("unreachable") => Kind::Unreachable,
        Some("timed-out") => Kind::TimedOut,
        Some("unauthorized") => Kind::Unauthorized,
        Some("limit") => Kind::Limit,
        _ => Kind::Refused,
    };
    let message = match (thrown.as_string(), text("message")) {
        (Some(message), _) | (None, Some(message)) if !message.is_empty() => message,
        _ => text("name").unwrap_or_else(|| "what is no error".to_owned()),
    };
    let message: String = message.trim_end_matches('.').chars().take(MOST).collect();
    VectorStoreError::new(kind, &format!("`{method}` threw: {message}"))
}
