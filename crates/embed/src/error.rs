//! Errors as JavaScript knows them: a real `Error` with a `name`, a stable `code` and a sentence.

use js_sys::Reflect;
use ricordo_core::error::{Error, ModelErrorKind, StoreError};
use wasm_bindgen::JsValue;

/// A real `Error` named `RicordoError`.
pub(crate) fn js_error(code: &str, sentence: &str) -> JsValue {
    let error = js_sys::Error::new(sentence);
    error.set_name("RicordoError");
    // Setting a property of a fresh object cannot fail.
    let _ = Reflect::set(&error, &"code".into(), &code.into());
    error.into()
}

/// An error of the core, with its stable code.
pub(crate) fn from_core(error: &Error) -> JsValue {
    js_error(code(error), &error.to_string())
}

/// An error of the store, with its stable code.
pub(crate) fn from_store(error: &StoreError) -> JsValue {
    js_error(store_code(error), &error.to_string())
}

fn code(error: &Error) -> &'static str {
    match error {
        Error::Store(error) => store_code(error),
        Error::OverBudget(_) => "over-budget",
        Error::CannotSee(_) => "cannot-see",
        Error::OutOfRange(_) => "out-of-range",
        Error::UnknownZone { .. } => "unknown-zone",
        Error::NoConversation => "no-conversation",
        Error::NoMessage => "no-message",
        Error::NothingToRetry => "nothing-to-retry",
        Error::EmptyMessage => "empty-message",
        Error::Temporary => "temporary",
        Error::Memory(_) => "memory-refused",
        Error::Task(_) => "task-refused",
        Error::Summary(_) => "summary-refused",
    }
}

fn store_code(error: &StoreError) -> &'static str {
    match error {
        StoreError::Conflict => "conflict",
        StoreError::Full => "storage-full",
        StoreError::Closed => "closed",
        StoreError::Unavailable { .. } => "storage-unavailable",
        StoreError::UpgradeBlocked => "upgrade-blocked",
        StoreError::NewerVersion { .. } => "newer-version",
        StoreError::Damaged { .. } => "damaged",
        StoreError::Failed { .. } => "storage-failed",
    }
}

/// The stable code of a reply that failed.
pub(crate) fn model_code(kind: ModelErrorKind) -> &'static str {
    match kind {
        ModelErrorKind::Unreachable => "unreachable",
        ModelErrorKind::InvalidAddress => "invalid-address",
        ModelErrorKind::OriginRefused => "origin-refused",
        ModelErrorKind::LocalNetworkRefused => "local-network-refused",
        ModelErrorKind::MixedContent => "mixed-content",
        ModelErrorKind::Unauthorized => "unauthorized",
        ModelErrorKind::NotFound => "not-found",
        ModelErrorKind::RateLimited => "rate-limited",
        ModelErrorKind::ContextOverflow => "context-overflow",
        ModelErrorKind::BadRequest => "bad-request",
        ModelErrorKind::ServerError => "server-error",
        ModelErrorKind::NotTheProtocol => "not-the-protocol",
        ModelErrorKind::ErrorInStream => "error-in-stream",
        ModelErrorKind::CutOff => "cut-off",
        ModelErrorKind::TimedOut => "timed-out",
        ModelErrorKind::RanOn => "ran-on",
        ModelErrorKind::EmptyReply => "empty-reply",
        ModelErrorKind::ModelNotLoaded => "model-not-loaded",
        ModelErrorKind::ModelFailed => "model-failed",
    }
}
