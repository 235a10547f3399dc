//! What the browser throws, as a [`StoreError`] that the caller can act on.

use indexed_db_futures::error::{Error, JSError, OpenDbError};
use ricordo_core::error::StoreError;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::DomException;

/// The error of a request or a transaction.
pub(crate) fn from_error(error: Error) -> StoreError {
    match error {
        Error::DomException(exception) => from_exception(&exception.into()),
        Error::Unknown(JSError::Error(thrown)) => from_thrown(&thrown),
        other => StoreError::Failed { detail: other.to_string() },
    }
}

/// The error of opening a database, but for [`StoreError::NewerVersion`]: see [`is_newer_version`].
pub(super) fn from_open_error(error: OpenDbError) -> StoreError {
    let error = match error {
        OpenDbError::Base(Error::DomException(exception)) => DomException::from(exception),
        OpenDbError::Base(other) => return from_error(other),
        // What it makes of an exception at the call itself; our versions are never zero.
        OpenDbError::VersionZero => {
            return StoreError::Unavailable { detail: "the browser refused to open a database".to_owned() };
        }
        // No `indexedDB` at all.
        other => return StoreError::Unavailable { detail: other.to_string() },
    };
    match error.name().as_str() {
        // At this point it is not a closed connection: some browsers say it in private mode.
        "InvalidStateError" => StoreError::Unavailable { detail: described(&error) },
        _ => from_exception(&error),
    }
}

/// Whether opening failed because the database is of a newer version than was asked for.
pub(super) fn is_newer_version(error: &OpenDbError) -> bool {
    match error {
        OpenDbError::Base(Error::DomException(exception)) => {
            DomException::from(exception.clone()).name() == "VersionError"
        }
        _ => false,
    }
}

/// Any value that was thrown.
pub(crate) fn from_thrown(thrown: &JsValue) -> StoreError {
    match thrown.dyn_ref::<DomException>() {
        Some(exception) => from_exception(exception),
        None => StoreError::Failed { detail: format!("{thrown:?}") },
    }
}

/// A DOM exception, by its name.
pub(super) fn from_exception(exception: &DomException) -> StoreError {
    let detail = described(exception);
    match exception.name().as_str() {
        "ConstraintError" => StoreError::Conflict,
        "QuotaExceededError" => StoreError::Full,
        // Chromium calls a full disk an unknown error and says it in words.
        "UnknownError" if detail.contains("full disk") || detail.contains("FILE_ERROR_NO_SPACE") => StoreError::Full,
        // A transaction on a connection that was closed.
        "InvalidStateError" => StoreError::Closed,
        "SecurityError" | "NotAllowedError" => StoreError::Unavailable { detail },
        _ => StoreError::Failed { detail },
    }
}

fn described(exception: &DomException) -> String {
    format!("{}: {}", exception.name(), exception.message())
}
