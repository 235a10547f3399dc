//! Bindings to `js/embedding.mjs`; no other module of the crate sees its values.

use crate::{
    in_page::bridge::{model_error, not_imported},
    script,
};
use js_sys::Float32Array;
use ricordo_core::error::ModelError;
use std::cell::RefCell;
use wasm_bindgen::prelude::*;
use web_sys::Blob;

/// Path of `js/embedding.mjs` in the page.
const ENGINE: &str = "vendor/in-page/embedding.js";

#[wasm_bindgen]
extern "C" {
    /// `js/embedding.mjs`.
    #[derive(Clone)]
    type EmbeddingEngine;
    #[wasm_bindgen(method, structural, catch)]
    async fn load(this: &EmbeddingEngine, weights: &Blob, library: &str) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, structural, catch)]
    async fn unload(this: &EmbeddingEngine) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, structural, js_name = isLoaded)]
    fn is_loaded(this: &EmbeddingEngine) -> bool;
    #[wasm_bindgen(method, structural, catch)]
    async fn embed(this: &EmbeddingEngine, text: &str) -> Result<JsValue, JsValue>;
}

thread_local! {
    /// The engine's script, once it is imported.
    static IMPORTED: RefCell<Option<EmbeddingEngine>> = const { RefCell::new(None) };
}

fn imported() -> Option<EmbeddingEngine> {
    IMPORTED.with_borrow(Clone::clone)
}

async fn engine() -> Result<EmbeddingEngine, ModelError> {
    if let Some(engine) = imported() {
        return Ok(engine);
    }
    let engine: EmbeddingEngine = script::import(ENGINE).await.map_err(not_imported)?;
    IMPORTED.set(Some(engine.clone()));
    Ok(engine)
}

/// Whether the model is loaded.
pub(super) fn is_loaded() -> bool {
    imported().is_some_and(|engine| engine.is_loaded())
}

/// Loads weights into the engine, which is imported from an absolute URL.
pub(super) async fn load(weights: &Blob, library: &str) -> Result<(), ModelError> {
    engine().await?.load(weights, library).await.map(drop).map_err(model_error)
}

/// Frees the model's memory.
pub(super) async fn unload() {
    let Some(engine) = imported() else { return };
    // Ending a worker does not fail.
    let _ = engine.unload().await;
}

/// The vector of a text, as the model reads it.
pub(super) async fn embed(text: &str) -> Result<Vec<f32>, ModelError> {
    let vector = engine().await?.embed(text).await.map_err(model_error)?;
    vector.dyn_into::<Float32Array>().map(|vector| vector.to_vec()).map_err(model_error)
}
