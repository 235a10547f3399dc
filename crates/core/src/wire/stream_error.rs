//! What an error means that a server reports in the body of an answer that came with HTTP 200.

use super::{
    overflow::says_overflow,
    server_message::{server_message, shorten},
};
use crate::error::{ModelError, ModelErrorKind};
use serde_json::Value;

/// The error, from whatever the server put in the place of one: a sentence, or an object that holds it.
pub(super) fn stream_error(told: &Value) -> ModelError {
    let whole = told.to_string();
    let kind = match says_overflow(&whole) {
        true => ModelErrorKind::ContextOverflow,
        false => ModelErrorKind::ErrorInStream,
    };
    let wrapped = serde_json::json!({ "error": told });
    ModelError::new(kind, server_message(&wrapped).unwrap_or_else(|| shorten(&whole)))
}
