//! Scripts that are not part of the first load: each is imported on first use.

use crate::global::address;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(module = "/js/import.js")]
extern "C" {
    #[wasm_bindgen(js_name = load, catch)]
    async fn js_load(address: &str) -> Result<JsValue, JsValue>;
}

/// The exports of a script; `path` is relative to the page.
pub(crate) async fn import<T: JsCast>(path: &str) -> Result<T, JsValue> {
    js_load(&address(path)).await.map(JsCast::unchecked_into)
}
