//! What a response without success means.

use super::{StoreResponse, VectorStoreKind};
use crate::server_message::{excerpt, is_markup, shorten};
use ricordo_record::error::{VectorStoreError, VectorStoreErrorKind as Kind};
use serde_json::Value;

/// What databases say when there is no more space, under whatever status.
const FULL: [&str; 3] = ["no space left", "disk is full", "exceeds available disk space"];

/// What stands before the dimension of the collection: of Qdrant, and of Chroma.
const DIMENSIONS: [&str; 2] = ["expected dim: ", "expecting embedding with dimension of "];

/// The error of a response with such a status.
pub(super) fn refused(kind: VectorStoreKind, response: StoreResponse<'_>) -> VectorStoreError {
    let StoreResponse { status, body } = response;
    let text = String::from_utf8_lossy(body);
    let message = serde_json::from_slice::<Value>(body).ok().and_then(|value| message(kind, &value));
    let lower = message.as_deref().unwrap_or_default().to_ascii_lowercase();
    let is_full = FULL.iter().any(|words| lower.contains(words));
    let error = match status {
        401 | 403 | 407 => Kind::Unauthorized,
        408 | 504 => Kind::TimedOut,
        429 | 507 => Kind::Limit,
        _ if is_full => Kind::Limit,
        404 if lower.contains("collection") => Kind::Gone,
        404 | 405 | 410 | 501 if message.is_none() => Kind::NotAStore,
        400 | 422 => dimension(&lower).map_or(Kind::Refused, |found| Kind::OtherDimension { found }),
        _ => Kind::Refused,
    };
    let detail = match message {
        Some(message) => shorten(&message),
        None if is_markup(&text) => String::new(),
        // Qdrant's rejection of a key is plain text.
        None => excerpt(body),
    };
    VectorStoreError { kind: error, status: Some(status), detail }
}

/// The message in an error of this program; `None` if it is of another.
fn message(kind: VectorStoreKind, body: &Value) -> Option<String> {
    let place = match kind {
        VectorStoreKind::Qdrant => "/status/error",
        VectorStoreKind::Chroma => "/message",
    };
    let is_of_program = match kind {
        VectorStoreKind::Qdrant => true,
        VectorStoreKind::Chroma => body.get("error").is_some_and(Value::is_string),
    };
    body.pointer(place).and_then(Value::as_str).filter(|_| is_of_program).map(str::to_owned)
}

/// The dimension of the collection, if the message, in lower case, is about dimensions.
fn dimension(message: &str) -> Option<Option<usize>> {
    let rest = DIMENSIONS.iter().find_map(|words| message.split_once(words)).map(|(_, rest)| rest);
    match rest {
        Some(rest) => {
            let digits = rest.find(|char: char| !char.is_ascii_digit()).map_or(rest, |end| &rest[..end]);
            Some(digits.parse().ok())
        }
        None => message.contains("inconsistent dimensions").then_some(None),
    }
}
