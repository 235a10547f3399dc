//! Files that are added as documents: a worker that reads them.
//!
//! The bindings to the scripts of `crates/reader`, which `cargo xtask` puts into the page's `vendor/documents`. They are
//! loaded when the first document is added.

use crate::script;
use js_sys::Array;
use ricordo_documents::Step;
use wasm_bindgen::prelude::*;
use web_sys::File;

#[wasm_bindgen]
extern "C" {
    /// `page.mjs`.
    pub(crate) type JsPage;
    /// Steps of a worker.
    pub(crate) type JsReading;

    #[wasm_bindgen(method, structural, catch)]
    fn read(this: &JsPage, files: &Array, is_folder: bool) -> Result<JsReading, JsValue>;
    #[wasm_bindgen(method, structural, catch)]
    pub(crate) fn draw(this: &JsPage, file: &File, pages: Vec<u32>, side: u32) -> Result<JsReading, JsValue>;
    #[wasm_bindgen(method, structural, catch)]
    pub(crate) async fn next(this: &JsReading) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, structural)]
    pub(crate) fn close(this: &JsReading);

    /// A file with the path that the browser gives those of a picked folder.
    type FileOfFolder;
    #[wasm_bindgen(method, getter, structural, js_name = webkitRelativePath)]
    fn path(this: &FileOfFolder) -> Option<String>;
}

/// Path of a file in the folder that was picked, which it begins with; `None` if no folder was.
pub fn path_in_folder(file: &File) -> Option<String> {
    file.unchecked_ref::<FileOfFolder>().path().filter(|path| !path.is_empty())
}

/// Path of the script, relative to the page.
pub(crate) const SCRIPT: &str = "vendor/documents/page.js";

/// The worker could not be started, or it crashed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoWorker;

/// A file or a folder that is being read. Dropping it terminates the worker, which stops it at once.
pub struct DocumentReading(JsReading);

impl DocumentReading {
    /// Starts a worker for a file, or for all files of a folder.
    ///
    /// # Errors
    /// [`NoWorker`] if the worker's files are missing or the browser has no workers.
    pub async fn open(files: &[File], is_folder: bool) -> Result<Self, NoWorker> {
        let page: JsPage = script::import(SCRIPT).await.map_err(|_| NoWorker)?;
        let files: Array = files.iter().collect();
        page.read(&files, is_folder).map(Self).map_err(|_| NoWorker)
    }

    /// The next step. Do not call it again after the last one.
    ///
    /// # Errors
    /// [`NoWorker`] if the worker's files are missing or the worker failed.
    pub async fn next(&self) -> Result<Step, NoWorker> {
        let text = self.0.next().await.map_err(|_| NoWorker)?;
        text.as_string().and_then(|text| Step::from_text(&text)).ok_or(NoWorker)
    }
}

impl Drop for DocumentReading {
    fn drop(&mut self) {
        self.0.close();
    }
}
