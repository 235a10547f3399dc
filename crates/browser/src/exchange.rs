//! Import and export files: a worker that parses an imported file, and a builder for an exported one.
//!
//! The bindings to the scripts of `crates/exchange`, which `cargo xtask` puts into the page's `vendor/exchange`. They are
//! loaded on the first export or import.

use crate::script;
use js_sys::Array;
use ricordo_core::exchange::Step;
use wasm_bindgen::prelude::*;
use web_sys::{Blob, BlobPropertyBag, File};

#[wasm_bindgen]
extern "C" {
    /// `page.mjs`.
    type JsPage;
    type JsReading;

    #[wasm_bindgen(method, structural, catch)]
    fn read(this: &JsPage, file: &File) -> Result<JsReading, JsValue>;
    #[wasm_bindgen(method, structural, catch)]
    async fn pack(this: &JsPage, blob: &Blob) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, structural, catch)]
    async fn next(this: &JsReading) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, structural)]
    fn close(this: &JsReading);
}

/// Path of the script, relative to the page.
const SCRIPT: &str = "vendor/exchange/page.js";

async fn page() -> Option<JsPage> {
    script::import(SCRIPT).await.ok()
}

/// Size in bytes at which a part is handed to the browser as a blob, which the browser may move to disk.
const PART: usize = 1 << 20;

/// The worker could not be started, or it crashed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoWorker;

/// A file that is being parsed. Dropping it terminates the worker.
pub struct FileReading(JsReading);

impl FileReading {
    /// Starts a worker.
    ///
    /// # Errors
    /// [`NoWorker`] if the worker's files are missing or the browser has no workers.
    pub async fn open(file: &File) -> Result<Self, NoWorker> {
        page().await.and_then(|page| page.read(file).ok()).map(Self).ok_or(NoWorker)
    }

    /// The next step. Do not call it again after the last step, which carries the outcome.
    ///
    /// # Errors
    /// [`NoWorker`] if the worker's files are missing or the worker failed.
    pub async fn next(&self) -> Result<Step, NoWorker> {
        let text = self.0.next().await.map_err(|_| NoWorker)?;
        text.as_string().and_then(|text| Step::from_text(&text)).ok_or(NoWorker)
    }
}

impl Drop for FileReading {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// A file that is being built, in parts.
#[derive(Default)]
pub struct FileParts {
    parts: Array,
    text: String,
}

impl FileParts {
    /// Appends text.
    pub fn push(&mut self, text: &str) {
        self.text.push_str(text);
        if self.text.len() >= PART {
            self.flush();
        }
    }

    /// The complete file, gzipped if requested and supported by the browser. `None` if the browser runs out of space.
    pub async fn finish(mut self, media_type: &str, packed: bool) -> Option<Blob> {
        self.flush();
        let options = BlobPropertyBag::new();
        options.set_type(media_type);
        let blob = Blob::new_with_blob_sequence_and_options(&self.parts, &options).ok()?;
        if !packed {
            return Some(blob);
        }
        match page().await {
            Some(page) => page.pack(&blob).await.ok()?.dyn_into().ok(),
            // An uncompressed backup is just as valid.
            None => Some(blob),
        }
    }

    fn flush(&mut self) {
        let text = std::mem::take(&mut self.text);
        if let Ok(part) = Blob::new_with_str_sequence(&Array::of1(&JsValue::from_str(&text))) {
            self.parts.push(&part);
        }
    }
}
