//! Exact token counts in a page: a worker with a lazy WebAssembly file for each vocabulary, started on first use.
//!
//! The bindings to `js/exact-counter.js`. What counts is `crates/tokenizer`; `cargo xtask` puts its files into the page's
//! `vendor/tokenizer`.

use crate::global::address;
use js_sys::{Array, Error as JsError, Reflect, Uint32Array};
use ricordo_core::tokens::counter::{CountError, TokenCounter, Tokenizer};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(module = "/js/exact-counter.js")]
extern "C" {
    #[wasm_bindgen(js_name = count, catch)]
    async fn js_count(address: &str, texts: &Array) -> Result<JsValue, JsValue>;
}

/// Folder of the files, relative to the page.
const FOLDER: &str = "vendor/tokenizer";

/// Counts in a worker, so that long texts do not block the page.
///
/// All counters of a page share its workers. A worker handles its calls in order and is kept; a failed worker is replaced
/// on the next call.
#[derive(Clone, Copy, Debug, Default)]
pub struct ExactCounter;

impl TokenCounter for ExactCounter {
    async fn count(&self, tokenizer: Tokenizer, texts: &[&str]) -> Result<Vec<u32>, CountError> {
        if texts.is_empty() {
            return Ok(Vec::new());
        }
        let vocabulary = match tokenizer {
            Tokenizer::O200k => "o200k",
            Tokenizer::Cl100k => "cl100k",
        };
        let worker = address(&format!("{FOLDER}/worker.js?vocabulary={vocabulary}"));
        let texts: Array = texts.iter().map(|&text| JsValue::from_str(text)).collect();
        let counts = js_count(&worker, &texts).await.map_err(count_error)?;
        counts.dyn_into::<Uint32Array>().map(|counts| counts.to_vec()).map_err(count_error)
    }
}

/// Errors of the script carry a `kind` and the browser's message.
fn count_error(error: JsValue) -> CountError {
    let kind = Reflect::get(&error, &"kind".into()).ok().and_then(|kind| kind.as_string());
    let detail = error.dyn_ref::<JsError>().map_or_else(|| format!("{error:?}"), |error| error.message().into());
    match kind.as_deref() {
        Some("unavailable") => CountError::Unavailable { detail },
        _ => CountError::Failed { detail },
    }
}
