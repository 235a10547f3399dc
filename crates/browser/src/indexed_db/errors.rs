//! Converts the browser's exceptions to [`StoreError`].

use indexed_db_futures::error::{Error, JSError, OpenDbError};
use ricordo_core::error::StoreError;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::DomException;

/// The error of a request or a transaction.
pub(crate) fn from_error(error: Error) -> StoreError {
    match error {
        Error::DomException(exception) => from_exception(&exception.into()),
        Error::Unknown(JSError::Error(thrown)) => from_thrown(&thrown),
        Error::Unknown(JSError::Unknown(thrown)) => from_thrown(&thrown),
        Error::MissingData(missing) => StoreError::Failed { detail: missing.to_string() },
        // Its text would bring the code that prints numbers; the rows are read by code that has errors of its own.
        Error::Serialisation(_) => StoreError::Failed { detail: "a value of another type than expected".to_owned() },
    }
}

/// The error of opening a database, except [`StoreError::NewerVersion`]: see [`is_newer_version`].
pub(super) fn from_open_error(error: OpenDbError) -> StoreError {
    let error = match error {
        OpenDbError::Base(Error::DomException(exception)) => DomException::from(exception),
        OpenDbError::Base(other) => return from_error(other),
        // The library reports an exception of the call itself as this; our versions are never zero.
        OpenDbError::VersionZero => {
            return StoreError::Unavailable { detail: "the browser refused to open a database".to_owned() };
        }
        OpenDbError::UnsupportedEnvironment | OpenDbError::NullFactory => {
            return StoreError::Unavailable { detail: "the browser has no IndexedDB".to_owned() };
        }
    };
    match error.name().as_str() {
        // Not a closed connection at this point: some browsers report private mode with this error.
        "InvalidStateError" => StoreError::Unavailable { detail: described(&error) },
        _ => from_exception(&error),
    }
}

/// Whether opening failed because the database has a newer version than requested.
pub(super) fn is_newer_version(error: &OpenDbError) -> bool {
    match error {
        OpenDbError::Base(Error::DomException(exception)) => {
            DomException::from(exception.clone()).name() == "VersionError"
        }
        _ => false,
    }
}

/// The error for any thrown value.
pub(crate) fn from_thrown(thrown: &JsValue) -> StoreError {
    match thrown.dyn_ref::<DomException>() {
        Some(exception) => from_exception(exception),
        None => StoreError::Failed { detail: format!("{thrown:?}") },
    }
}

/// The error for a DOM exception, by its name.
pub(super) fn from_exception(exception: &DomException) -> StoreError {
    let detail = described(exception);
    match exception.name().as_str() {
        "ConstraintError" => StoreError::Conflict,
        "QuotaExceededError" => StoreError::Full,
        // Chromium reports a full disk as an unknown error with a message.
        "UnknownError" if detail.contains("full disk") || detail.contains("FILE_ERROR_NO_SPACE") => StoreError::Full,
        // A transaction on a closed connection.
        "InvalidStateError" => StoreError::Closed,
        "SecurityError" | "NotAllowedError" => StoreError::Unavailable { detail },
        // The browser has lost the file in which it keeps a large row. Chromium says so with the second.
        "NotReadableError" => StoreError::Damaged { detail },
        "DataError" if detail.contains("IndexedDB value") => StoreError::Damaged { detail },
        _ => StoreError::Failed { detail },
    }
}

/// The error for bytes that the browser cannot read, whatever it throws.
pub(super) fn damaged(thrown: &JsValue) -> StoreError {
    match from_thrown(thrown) {
        StoreError::Failed { detail } => StoreError::Damaged { detail },
        other => other,
    }
}

fn described(exception: &DomException) -> String {
    format!("{}: {}", exception.name(), exception.message())
}
