//! Reads values from JavaScript field by field: arguments of lazily loaded calls, and small plain objects. The code
//! that `serde` generates for them is many times larger, and silently accepts unknown fields.

use crate::{api_error::ApiError, cross::id};
use js_sys::{Array, Function, Object, Reflect};
use std::str::FromStr;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::AbortSignal;

/// Arguments of a call, by index.
pub(crate) struct Given(pub(crate) Array);

impl Given {
    pub(crate) fn value(&self, place: u32) -> JsValue {
        self.0.get(place)
    }

    /// A required string: an id or a text.
    pub(crate) fn text(&self, place: u32) -> Result<String, ApiError> {
        self.maybe_text(place)?.ok_or_else(|| ApiError::bad_argument("A text is missing: an id, or words."))
    }

    pub(crate) fn maybe_text(&self, place: u32) -> Result<Option<String>, ApiError> {
        text_of(&self.value(place), || "What is given".to_owned())
    }

    /// An optional id: `undefined` or `null` is none.
    pub(crate) fn maybe_id<T: FromStr>(&self, place: u32, of: &str) -> Result<Option<T>, ApiError> {
        self.maybe_text(place)?.map(|text| id(&text, of)).transpose()
    }

    pub(crate) fn flag(&self, place: u32) -> bool {
        self.value(place).is_truthy()
    }

    pub(crate) fn whole(&self, place: u32) -> Result<u32, ApiError> {
        self.maybe_whole(place)?.ok_or_else(|| ApiError::bad_argument("A number is missing."))
    }

    pub(crate) fn maybe_whole(&self, place: u32) -> Result<Option<u32>, ApiError> {
        whole_of(&self.value(place), || "What is given".to_owned())
    }

    pub(crate) fn function(&self, place: u32) -> Result<Function, ApiError> {
        self.value(place).dyn_into().map_err(|_| ApiError::bad_argument("A function is missing."))
    }

    pub(crate) fn signal(&self, place: u32) -> Option<AbortSignal> {
        self.value(place).dyn_into().ok()
    }
}

/// A small plain object.
pub(crate) struct Fields<'a> {
    of: &'a JsValue,
    what: &'static str,
}

impl<'a> Fields<'a> {
    /// Refuses a value that is not an object, and fields that are not in `known`.
    pub(crate) fn of(of: &'a JsValue, what: &'static str, known: &[&str]) -> Result<Self, ApiError> {
        // Not by its class: an object of another frame has that of its frame.
        if !of.is_object() {
            return Err(ApiError::bad_argument(format!("{what} is a plain object.")));
        }
        let names =
            Object::keys(of.unchecked_ref::<Object>()).iter().filter_map(|name| name.as_string()).collect::<Vec<_>>();
        if let Some(name) = names.iter().find(|name| !known.contains(&name.as_str())) {
            let known = known.join(", ");
            return Err(ApiError::bad_argument(format!("{what} has no field `{name}`. There are: {known}.")));
        }
        Ok(Self { of, what })
    }

    /// A field; `undefined` if missing.
    pub(crate) fn value(&self, name: &str) -> JsValue {
        Reflect::get(self.of, &name.into()).unwrap_or(JsValue::UNDEFINED)
    }

    pub(crate) fn text(&self, name: &str) -> Result<Option<String>, ApiError> {
        text_of(&self.value(name), || self.named(name))
    }

    pub(crate) fn whole(&self, name: &str) -> Result<Option<u32>, ApiError> {
        whole_of(&self.value(name), || self.named(name))
    }

    pub(crate) fn flag(&self, name: &str, usual: bool) -> Result<bool, ApiError> {
        let value = self.value(name);
        match value.as_bool() {
            None if is_missing(&value) => Ok(usual),
            None => Err(ApiError::bad_argument(format!("{} is true or false.", self.named(name)))),
            Some(flag) => Ok(flag),
        }
    }

    /// A field whose value is one of some words.
    pub(crate) fn one_of<T: Copy>(&self, name: &str, words: &[(&str, T)]) -> Result<Option<T>, ApiError> {
        let Some(given) = self.text(name)? else { return Ok(None) };
        match words.iter().find(|(word, _)| *word == given) {
            Some((_, meant)) => Ok(Some(*meant)),
            None => {
                let words = words.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(", ");
                Err(ApiError::bad_argument(format!("{} cannot be \"{given}\". There are: {words}.", self.named(name))))
            }
        }
    }

    /// Fails if a required field is missing.
    pub(crate) fn required<T>(&self, name: &str, found: Option<T>) -> Result<T, ApiError> {
        found.ok_or_else(|| ApiError::bad_argument(format!("{} is missing.", self.named(name))))
    }

    fn named(&self, name: &str) -> String {
        format!("{}: `{name}`", self.what)
    }
}

fn is_missing(value: &JsValue) -> bool {
    value.is_undefined() || value.is_null()
}

fn text_of(value: &JsValue, name: impl Fn() -> String) -> Result<Option<String>, ApiError> {
    match value.as_string() {
        None if is_missing(value) => Ok(None),
        None => Err(ApiError::bad_argument(format!("{} is a text.", name()))),
        text => Ok(text),
    }
}

fn whole_of(value: &JsValue, name: impl Fn() -> String) -> Result<Option<u32>, ApiError> {
    if is_missing(value) {
        return Ok(None);
    }
    let number = value.as_f64().filter(|number| number.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(number));
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it was looked at just now")]
    let number = number.map(|number| number as u32);
    match number {
        None => Err(ApiError::bad_argument(format!("{} is a whole number from 0 on.", name()))),
        whole => Ok(whole),
    }
}
