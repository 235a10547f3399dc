//! Files that come in and go out: a worker that takes a file apart, and the parts of a file that is being made.
//!
//! The bindings to the scripts of `crates/exchange`, which `cargo xtask` puts into the page's `vendor/exchange`. They are
//! loaded when the first file goes out or comes in.

use crate::global::address;
use js_sys::Array;
use ricordo_core::exchange::Step;
use wasm_bindgen::prelude::*;
use web_sys::{Blob, BlobPropertyBag, File};

#[wasm_bindgen(module = "/js/exchange.js")]
extern "C" {
    #[wasm_bindgen(js_name = load, catch)]
    async fn js_load(address: &str) -> Result<JsValue, JsValue>;
}

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

/// Where the script lies, relative to the page.
const SCRIPT: &str = "vendor/exchange/page.js";

async fn page() -> Option<JsPage> {
    js_load(&address(SCRIPT)).await.ok().map(JsCast::unchecked_into)
}

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
    /// [`NoWorker`] where its files are not there, or the browser has none.
    pub async fn open(file: &File) -> Result<Self, NoWorker> {
        page().await.and_then(|page| page.read(file).ok()).map(Self).ok_or(NoWorker)
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
        match page().await {
            Some(page) => page.pack(&blob).await.ok()?.dyn_into().ok(),
            // Unpacked it is a backup just the same.
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
