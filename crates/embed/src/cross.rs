//! How plain objects cross into JavaScript and back, with the names in the case that each side is used to.
//!
//! They leave by `serde-wasm-bindgen`, which the store uses anyway, and come in by way of `JSON.stringify`, which refuses
//! what is no plain object before anything walks into it: a loop would have no end. To let them leave as JSON would make the
//! module 0.2 KB smaller and neither faster nor slower: a `compile` over 10,000 messages takes 2.8 ms from JavaScript in Node
//! either way. Bodies of requests leave as the JSON that they are.

use crate::{codes::Code, refusal::Refusal};
use js_sys::JSON;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};
use serde_wasm_bindgen::Serializer;
use std::str::FromStr;
use wasm_bindgen::JsValue;

/// A plain object.
pub(crate) fn to_js(value: &impl Serialize) -> Result<JsValue, Refusal> {
    value.serialize(&Serializer::json_compatible()).map_err(|error| lost().caused_by(error.into()))
}

/// A record as a plain object, its names in camel case.
pub(crate) fn record_to_js(record: &impl Serialize) -> Result<JsValue, Refusal> {
    to_js(&plain(record))
}

/// A record with its names in camel case. By way of its text, which records are written as anyway.
pub(crate) fn plain(record: &impl Serialize) -> Value {
    let text = serde_json::to_string(record).unwrap_or_default();
    renamed(serde_json::from_str(&text).unwrap_or_default(), &camel)
}

/// The object that a JSON text stands for.
pub(crate) fn parse(json: &str) -> Result<JsValue, Refusal> {
    JSON::parse(json).map_err(|thrown| lost().caused_by(thrown))
}

/// What is stored always crosses: this is a fault of the module.
fn lost() -> Refusal {
    Refusal::new(Code::Internal, "An object could not cross into JavaScript.")
}

/// What a plain object holds.
pub(crate) fn from_js<T: DeserializeOwned>(value: &JsValue, what: &str) -> Result<T, Refusal> {
    let text = JSON::stringify(value).map_err(|thrown| {
        Refusal::new(
            Code::NotPlain,
            format!("{what} holds what cannot be copied, such as a loop: give a plain object."),
        )
        .caused_by(thrown)
    })?;
    let plain = if text.is_undefined() { JsValue::NULL } else { parse(&String::from(text))? };
    ricordo_browser::from_js(plain).map_err(|error| Refusal::bad_argument(format!("{what}: {error}.")))
}

/// An id as it was given.
pub(crate) fn id<T: FromStr>(text: &str, of: &str) -> Result<T, Refusal> {
    text.parse().map_err(|_| Refusal::bad_argument(format!("\"{text}\" is not the id of a {of}.")))
}

/// The object with the names of all its fields changed.
pub(crate) fn renamed(value: Value, name_of: &dyn Fn(&str) -> String) -> Value {
    match value {
        Value::Object(fields) => {
            // Put in one by one: collecting into a map would sort first.
            let mut named = Map::new();
            named.extend(fields.into_iter().map(|(name, value)| (name_of(&name), renamed(value, name_of))));
            Value::Object(named)
        }
        Value::Array(values) => values.into_iter().map(|value| renamed(value, name_of)).collect(),
        other => other,
    }
}

/// `context_max_tokens` as `contextMaxTokens`.
pub(crate) fn camel(name: &str) -> String {
    let mut words = name.split('_');
    let mut camel = words.next().unwrap_or_default().to_owned();
    for word in words {
        let mut letters = word.chars();
        camel.extend(letters.next().map(|letter| letter.to_ascii_uppercase()));
        camel.push_str(letters.as_str());
    }
    camel
}

/// As [`camel`], for each part of a path of fields.
pub(crate) fn camel_path(path: &str) -> String {
    path.split('.').map(camel).collect::<Vec<_>>().join(".")
}

/// `contextMaxTokens` as `context_max_tokens`.
pub(crate) fn snake(name: &str) -> String {
    let mut snake = String::with_capacity(name.len() + 4);
    for letter in name.chars() {
        if letter.is_ascii_uppercase() {
            snake.push('_');
        }
        snake.push(letter.to_ascii_lowercase());
    }
    snake
}

#[cfg(test)]
mod tests {
    use super::*;
    use ricordo_core::settings::{FIELDS, Settings};

    #[test]
    fn the_names_of_all_settings_go_and_come_back() {
        for field in FIELDS {
            let back = field.path.split('.').map(|part| snake(&camel(part))).collect::<Vec<_>>().join(".");
            assert_eq!(back, field.path);
        }
        let settings = serde_json::to_value(Settings::default()).unwrap();
        assert_eq!(renamed(renamed(settings.clone(), &camel), &snake), settings);
    }
}
