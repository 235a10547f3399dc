//! Reads a record from a line of the import parser.
//!
//! Whoever imports also reads stored rows. A line is read by the same code: `JSON.parse` makes an object of it. A second way
//! to read every kind of record, from the text itself, would be 300 KB of the page's WebAssembly.

use crate::from_js;
use base64::{Engine, prelude::BASE64_STANDARD};
use js_sys::{Array, JSON, Object, Reflect};
use ricordo_core::record::Record;
use wasm_bindgen::{JsCast, JsValue};

/// Kinds of records that may hold bytes, as a line names them.
const WITH_BYTES: [&str; 2] = ["blob", "undo"];

/// The record of a line that `ricordo_core::exchange::to_line` wrote in this version: its bytes are base64. `None` for any
/// other text.
pub fn from_line(line: &str) -> Option<Record> {
    let named = JSON::parse(line).ok()?;
    let mut found = Vec::new();
    if named.is_object() && WITH_BYTES.iter().any(|kind| Reflect::has(&named, &(*kind).into()) == Ok(true)) {
        take_bytes(&named, &mut found)?;
    }
    let mut record: Record = from_js(named).ok()?;
    let places = record.bytes_mut();
    if places.len() != found.len() {
        return None;
    }
    for (place, bytes) in places.into_iter().zip(found) {
        *place = bytes;
    }
    Some(record)
}

/// Takes the bytes of each blob out of a value, in the order of `Record::bytes_mut`.
fn take_bytes(value: &JsValue, found: &mut Vec<Vec<u8>>) -> Option<()> {
    if let Some(list) = value.dyn_ref::<Array>() {
        return list.iter().try_for_each(|item| take_bytes(&item, found));
    }
    let Some(object) = value.dyn_ref::<Object>() else { return Some(()) };
    let bytes_name = JsValue::from_str("bytes");
    Object::entries(object).iter().try_for_each(|entry| {
        let entry: Array = entry.unchecked_into();
        let (name, value) = (entry.get(0), entry.get(1));
        match Reflect::get(&value, &bytes_name) {
            Ok(bytes) if name == "blob" && !bytes.is_undefined() => {
                found.push(BASE64_STANDARD.decode(bytes.as_string()?).ok()?);
                Reflect::set(&value, &bytes_name, &Array::new()).ok().map(|_| ())
            }
            // A blob reference in a message has an id and no bytes.
            _ => take_bytes(&value, found),
        }
    })
}
