//! Reads a list of numbers of the page.

use js_sys::{Array, ArrayBuffer, Float32Array};
use wasm_bindgen::{JsCast, JsValue};

/// The numbers of an array of any kind; `None` if it is none, or has anything else.
pub fn numbers(list: &JsValue) -> Option<Vec<f32>> {
    if let Some(numbers) = list.dyn_ref::<Float32Array>() {
        return Some(numbers.to_vec());
    }
    let is_list = Array::is_array(list) || ArrayBuffer::is_view(list);
    is_list.then(|| Array::from(list).iter().map(|number| number.as_f64().map(|number| number as f32)).collect())?
}
