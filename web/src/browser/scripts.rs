//! Calls scripts that are loaded only then.

use js_sys::{Object, Promise};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen_futures::JsFuture;

#[wasm_bindgen(module = "/js/when-seen.mjs")]
extern "C" {
    #[wasm_bindgen(js_name = run)]
    fn run(script: &str, subject: &Object, words: &str) -> Promise;
}

/// Calls the script at this path of the page with an element or a file, and with words for it. Returns whether it
/// succeeded.
pub async fn run_script(path: &str, subject: &Object, words: &str) -> bool {
    let ended = JsFuture::from(run(&ricordo_browser::address(path), subject, words)).await;
    ended.is_ok_and(|done| done.is_truthy())
}
