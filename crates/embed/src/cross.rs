//! Converts plain objects to JavaScript and back.
//!
//! They leave through `serde-wasm-bindgen`, which the store uses anyway, and arrive through `JSON.stringify`, which
//! refuses anything that is not a plain object before code recurses into it: a cycle would never end. Passing them out
//! as JSON would make the module 0.2 KB smaller and neither faster nor slower: a `compile` over 10,000 messages takes
//! 2.8 ms from JavaScript in Node either way. Request bodies leave as the JSON that they are.

use crate::{
    api_error::ApiError,
    codes::Code,
    names::{camel, renamed},
};
use js_sys::JSON;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use serde_wasm_bindgen::Serializer;
use std::str::FromStr;
use wasm_bindgen::JsValue;

/// Converts a value to a plain object.
pub(crate) fn to_js(value: &impl Serialize) -> Result<JsValue, ApiError> {
    value.serialize(&Serializer::json_compatible()).map_err(|error| lost().caused_by(error.into()))
}

/// Converts a record to a plain object with names in camel case.
pub(crate) fn record_to_js(record: &impl Serialize) -> Result<JsValue, ApiError> {
    to_js(&plain(record))
}

/// A record with names in camel case. Goes through JSON text, because records have code for that anyway.
pub(crate) fn plain(record: &impl Serialize) -> Value {
    let text = serde_json::to_string(record).unwrap_or_default();
    renamed(serde_json::from_str(&text).unwrap_or_default(), &camel)
}

/// Parses JSON text into an object.
pub(crate) fn parse(json: &str) -> Result<JsValue, ApiError> {
    JSON::parse(json).map_err(|thrown| lost().caused_by(thrown))
}

/// A stored value always converts, so a failure is an internal error.
fn lost() -> ApiError {
    ApiError::new(Code::Internal, "An object could not cross into JavaScript.")
}

/// Deserializes a plain object.
pub(crate) fn from_js<T: DeserializeOwned>(value: &JsValue, what: &str) -> Result<T, ApiError> {
    let text = JSON::stringify(value).map_err(|thrown| {
        ApiError::new(
            Code::NotPlain,
            format!("{what} holds what cannot be copied, such as a loop: give a plain object."),
        )
        .caused_by(thrown)
    })?;
    let plain = if text.is_undefined() { JsValue::NULL } else { parse(&String::from(text))? };
    ricordo_browser::from_js(plain).map_err(|error| ApiError::bad_argument(format!("{what}: {error}.")))
}

/// Parses an id.
pub(crate) fn id<T: FromStr>(text: &str, of: &str) -> Result<T, ApiError> {
    text.parse().map_err(|_| ApiError::bad_argument(format!("\"{text}\" is not the id of a {of}.")))
}
