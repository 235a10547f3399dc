//! Style sheets that are not part of the first load: those of messages, the list of conversations, dialogs, pages and the
//! inspector.

use crate::mount;
use js_sys::Promise;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen_futures::JsFuture;

/// Path of the sheets in the page.
const SHEETS: &str = "later/style.css";

#[wasm_bindgen(module = "/js/later-style.mjs")]
extern "C" {
    #[wasm_bindgen(js_name = loadStyle)]
    fn load_style(address: &str) -> Promise;
}

/// Loads the sheets unless they are there; returns whether they are. An element has all sheets from the start.
pub async fn later_style() -> bool {
    !mount::is_page() || JsFuture::from(load_style(&ricordo_browser::address(SHEETS))).await.is_ok()
}
