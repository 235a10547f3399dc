//! Files that come in and go out: a worker that takes a file apart, and the parts of a file that is being made.
//!
//! The bindings to `js/exchange.js`. What takes a file apart is `crates/exchange`; `cargo xtask` puts its files into the
//! page's `vendor/exchange`.

use crate::global::address;
use js_sys::Array;
use ricordo_core::exchange::Step;
use wasm_bindgen::prelude::*;
use web_sys::{Blob, BlobPropertyBag, File};

#[wasm_bindgen(module = "/js/exchange.js")]
extern "C" {
    type JsReading;

    #[wasm_bindgen(js_name = read, catch)]
    fn js_read(address: &str, file: &File) -> Result<JsReading, JsValue>;
    #[wasm_bindgen(method, catch)]
    async fn next(this: &JsReading) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method)]
    fn close(this: &JsReading);
    #[wasm_bindgen(js_name = pack, catch)]
    async fn js_pack(blob: &Blob) -> Result<JsValue, JsValue>;
}

/// Where the worker lies, relative to the page.
const WORKER: &str = "vendor/exchange/worker.js";

/// A part of a file is handed to the browser when it has so many bytes: what it holds it may put on the disk.
const PART: usize = 1 << 20;

/// The worker could not be started, or ended by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoWorker;

/// A file that is being taken apart. Its worker ends when this is dropped.
pub struct FileReading(JsReading);

impl FileReading {
    /// Starts a worker.
    ///
    /// # Errors
    /// [`NoWorker`] where the browser has none.
    pub fn open(file: &File) -> Result<Self, NoWorker> {
        js_read(&address(WORKER), file).map(Self).map_err(|_| NoWorker)
    }

    /// The next step. Not asked any more after the last one, which says how it ended.
    ///
    /// # Errors
    /// [`NoWorker`] when its files are not there, or it failed.
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

/// A file that is being made, in parts.
#[derive(Default)]
pub struct FileParts {
    parts: Array,
    text: String,
}

impl FileParts {
    /// Adds words.
    pub fn push(&mut self, text: &str) {
        self.text.push_str(text);
        if self.text.len() >= PART {
            self.flush();
        }
    }

    /// The whole file; packed with gzip, if that is asked and the browser can. `None`: the browser has no room for it.
    pub async fn finish(mut self, media_type: &str, packed: bool) -> Option<Blob> {
        self.flush();
        let options = BlobPropertyBag::new();
        options.set_type(media_type);
        let blob = Blob::new_with_blob_sequence_and_options(&self.parts, &options).ok()?;
        if !packed {
            return Some(blob);
        }
        js_pack(&blob).await.ok()?.dyn_into().ok()
    }

    fn flush(&mut self) {
        let text = std::mem::take(&mut self.text);
        if let Ok(part) = Blob::new_with_str_sequence(&Array::of1(&JsValue::from_str(&text))) {
            self.parts.push(&part);
        }
    }
}
