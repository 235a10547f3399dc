//! Pages of a PDF that are drawn as pictures: a worker with pdf.js (`crates/reader/js/pdf-pages.mjs`).

use crate::documents::{JsPage, JsReading, NoWorker, SCRIPT};
use crate::script;
use wasm_bindgen::prelude::*;
use web_sys::File;

#[wasm_bindgen]
extern "C" {
    /// A step of the worker.
    type JsStep;

    #[wasm_bindgen(method, getter, structural)]
    fn bytes(this: &JsStep) -> Option<Vec<u8>>;
    #[wasm_bindgen(method, getter, structural)]
    fn width(this: &JsStep) -> Option<u32>;
    #[wasm_bindgen(method, getter, structural)]
    fn height(this: &JsStep) -> Option<u32>;
    #[wasm_bindgen(method, getter, structural)]
    fn end(this: &JsStep) -> Option<String>;
}

/// Media type of the pictures.
pub const MEDIA_TYPE: &str = "image/jpeg";

/// A page as a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PagePicture {
    /// Encoded bytes, of [`MEDIA_TYPE`].
    pub bytes: Vec<u8>,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
}

/// A step of drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DrawStep {
    /// The next page.
    Page(PagePicture),
    /// That was the last page.
    End,
    /// The browser can no longer read the file.
    Gone,
    /// A page cannot be drawn.
    Damaged,
}

/// Pages that are being drawn. Dropping it terminates the worker, which stops it at once.
pub struct PageDrawing(JsReading);

impl PageDrawing {
    /// Starts a worker for the pages with these numbers of a PDF, which begin with 1. `side` is the length of the longer side of a picture in pixels.
    ///
    /// # Errors
    /// [`NoWorker`] if the worker's files are missing or the browser has no workers.
    pub async fn open(file: &File, pages: Vec<u32>, side: u32) -> Result<Self, NoWorker> {
        let page: JsPage = script::import(SCRIPT).await.map_err(|_| NoWorker)?;
        page.draw(file, pages, side).map(Self).map_err(|_| NoWorker)
    }

    /// The next step. Do not call it again after a step that is no page.
    ///
    /// # Errors
    /// [`NoWorker`] if the worker's files are missing or the worker failed.
    pub async fn next(&self) -> Result<DrawStep, NoWorker> {
        let step: JsStep = self.0.next().await.map_err(|_| NoWorker)?.unchecked_into();
        if let (Some(bytes), Some(width), Some(height)) = (step.bytes(), step.width(), step.height()) {
            return Ok(DrawStep::Page(PagePicture { bytes, width, height }));
        }
        match step.end().as_deref() {
            Some("done") => Ok(DrawStep::End),
            Some("gone") => Ok(DrawStep::Gone),
            Some("damaged") => Ok(DrawStep::Damaged),
            _ => Err(NoWorker),
        }
    }
}

impl Drop for PageDrawing {
    fn drop(&mut self) {
        self.0.close();
    }
}
