//! Reads values that are neither a struct nor an enum: numbers, strings, bytes and maps.

use super::{Refused, Value, or_null};
use js_sys::{Array, ArrayBuffer, Number, Object, Uint8Array};
use serde::de::{DeserializeSeed, MapAccess, Visitor};
use wasm_bindgen::{JsCast, JsValue};

impl Value {
    pub(super) fn is_nullish(&self) -> bool {
        self.0.is_undefined() || self.0.is_null()
    }

    pub(super) fn truth(&self) -> Option<bool> {
        self.0.as_bool()
    }

    pub(super) fn number(&self) -> Option<f64> {
        self.0.as_f64()
    }

    pub(super) fn text(&self) -> Option<String> {
        self.0.as_string()
    }

    /// The value as a safe integer (exact as a JavaScript number).
    #[allow(clippy::cast_possible_truncation, reason = "a safe integer has at most 53 bits")]
    pub(super) fn integer(&self) -> Option<i64> {
        Number::is_safe_integer(&self.0).then(|| self.number().map(|number| number as i64)).flatten()
    }

    pub(super) fn unsigned(&self) -> Option<u64> {
        self.integer().and_then(|number| u64::try_from(number).ok())
    }

    pub(super) fn bytes(&self) -> Option<Vec<u8>> {
        if let Some(bytes) = self.0.dyn_ref::<Uint8Array>() {
            return Some(bytes.to_vec());
        }
        self.0.dyn_ref::<ArrayBuffer>().map(|buffer| Uint8Array::new(buffer).to_vec())
    }

    pub(super) fn entries(&self) -> Result<Entries, Refused> {
        match self.0.dyn_ref::<Object>() {
            Some(object) => Ok(Entries { list: Object::entries(object), next: 0, value: JsValue::UNDEFINED }),
            None => Err(self.unlike("a map", "")),
        }
    }

    /// A value of unknown type, read as JSON.
    pub(super) fn anything<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        if self.0.is_undefined() {
            return Err(Refused::MISSING);
        }
        if self.is_nullish() {
            return visitor.visit_unit();
        }
        if let Some(truth) = self.truth() {
            return visitor.visit_bool(truth);
        }
        if let Some(number) = self.integer() {
            return visitor.visit_i64(number);
        }
        if let Some(number) = self.number() {
            return visitor.visit_f64(number);
        }
        if let Some(text) = self.text() {
            return visitor.visit_string(text);
        }
        if self.0.is_instance_of::<Array>() {
            return visitor.visit_seq(self.list()?);
        }
        match self.bytes() {
            Some(bytes) => visitor.visit_byte_buf(bytes),
            None => visitor.visit_map(self.entries()?),
        }
    }
}

/// The names and values of an object, in turn.
pub(super) struct Entries {
    list: Array,
    next: u32,
    /// The value that belongs to the name that was read last.
    value: JsValue,
}

impl<'de> MapAccess<'de> for Entries {
    type Error = Refused;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Refused> {
        if self.next == self.list.length() {
            return Ok(None);
        }
        let entry: Array = self.list.get(self.next).unchecked_into();
        self.next += 1;
        self.value = or_null(entry.get(1));
        seed.deserialize(Value(entry.get(0))).map(Some)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Refused> {
        seed.deserialize(Value(std::mem::replace(&mut self.value, JsValue::UNDEFINED)))
    }
}
