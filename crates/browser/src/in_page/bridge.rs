//! Bindings to `js/weights.mjs` and `js/in-page.mjs`; no other module of the crate sees their values.

use crate::script;
use js_sys::{Error as JsError, Reflect};
use ricordo_core::{
    cancel::Signal,
    error::{ModelError, ModelErrorKind},
};
use std::{
    cell::{Cell, RefCell},
    future::Future,
    rc::Rc,
};
use wasm_bindgen::prelude::*;
use web_sys::{AbortController, AbortSignal, Blob};

/// Path of `js/weights.mjs` in the page.
const WEIGHTS: &str = "vendor/in-page/weights.js";
/// Path of `js/in-page.mjs` in the page.
const ENGINE: &str = "vendor/in-page/engine.js";

#[wasm_bindgen]
extern "C" {
    /// `js/weights.mjs`.
    type Weights;
    #[wasm_bindgen(method, structural, js_name = fetchWeights, catch)]
    async fn fetch(
        this: &Weights,
        url: &str,
        bytes: f64,
        sha256: &str,
        on_progress: &Closure<dyn FnMut(f64, f64)>,
        signal: &AbortSignal,
    ) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, structural, js_name = heldWeights, catch)]
    async fn held(this: &Weights, url: &str) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, structural, js_name = removeWeights, catch)]
    async fn remove(this: &Weights, url: &str) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, structural, js_name = checkGguf, catch)]
    async fn check(this: &Weights, blob: &Blob) -> Result<JsValue, JsValue>;

    /// `js/in-page.mjs`.
    #[derive(Clone)]
    type Engine;
    #[wasm_bindgen(method, structural, catch)]
    async fn load(this: &Engine, weights: &Blob, library: &str, context_tokens: u32) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, structural, js_name = isLoaded)]
    fn is_loaded(this: &Engine, number: f64) -> bool;
    #[wasm_bindgen(method, structural, catch)]
    async fn chat(
        this: &Engine,
        request: &str,
        on_text: &Closure<dyn FnMut(String)>,
        on_reading: &Closure<dyn FnMut(u32, u32)>,
        signal: &AbortSignal,
        number: f64,
    ) -> Result<JsValue, JsValue>;
}

thread_local! {
    /// The engine's script, once it is imported.
    static IMPORTED: RefCell<Option<Engine>> = const { RefCell::new(None) };
    /// Number that the engine gave to what was loaded last from here. Another element of the page may have loaded since.
    static LOADED: Cell<f64> = const { Cell::new(0.0) };
}

async fn weights() -> Result<Weights, ModelError> {
    script::import(WEIGHTS).await.map_err(not_imported)
}

async fn engine() -> Result<Engine, ModelError> {
    if let Some(engine) = IMPORTED.with_borrow(Clone::clone) {
        return Ok(engine);
    }
    let engine: Engine = script::import(ENGINE).await.map_err(not_imported)?;
    IMPORTED.set(Some(engine.clone()));
    Ok(engine)
}

/// Weights at an absolute URL, from the cache or downloaded.
pub(super) async fn fetch_weights(
    url: &str,
    bytes: u64,
    sha256: &str,
    mut report: impl FnMut(u64, u64) + 'static,
    signal: &AbortSignal,
) -> Result<Blob, ModelError> {
    let on_progress = Closure::new(move |loaded: f64, total: f64| report(loaded as u64, total as u64));
    let blob = weights().await?.fetch(url, bytes as f64, sha256, &on_progress, signal).await.map_err(model_error)?;
    blob.dyn_into().map_err(model_error)
}

/// State of the stored weights at an absolute URL, as JSON; `None` if nothing is stored.
pub(super) async fn held(url: &str) -> Option<String> {
    weights().await.ok()?.held(url).await.ok()?.as_string()
}

/// Deletes the stored weights at an absolute URL.
pub(super) async fn remove(url: &str) {
    let Ok(weights) = weights().await else { return };
    // The script handles errors itself: without a cache there is nothing to delete.
    let _ = weights.remove(url).await;
}

/// Fails unless the file has the header of a GGUF file.
pub(super) async fn check_gguf(blob: &Blob) -> Result<(), ModelError> {
    weights().await?.check(blob).await.map(drop).map_err(model_error)
}

/// Whether the model that was loaded last from here still is.
pub(super) fn is_loaded() -> bool {
    IMPORTED.with_borrow(|engine| engine.as_ref().is_some_and(|engine| engine.is_loaded(LOADED.get())))
}

/// Loads weights into the engine, which is imported from an absolute URL.
pub(super) async fn load(weights: &Blob, library: &str, context_tokens: u32) -> Result<(), ModelError> {
    let number = engine().await?.load(weights, library, context_tokens).await.map_err(model_error)?;
    LOADED.set(number.as_f64().unwrap_or_default());
    Ok(())
}

/// Generates one reply; `None` if it was stopped.
pub(super) async fn chat(
    request: String,
    on_text: impl FnMut(String) + 'static,
    on_reading: impl FnMut(u32, u32) + 'static,
    signal: AbortSignal,
) -> Result<Option<String>, ModelError> {
    let (on_text, on_reading) = (Closure::new(on_text), Closure::new(on_reading));
    let ended =
        engine().await?.chat(&request, &on_text, &on_reading, &signal, LOADED.get()).await.map_err(model_error)?;
    Ok(ended.as_string())
}

/// Runs a future to completion, even if the returned future is dropped.
pub(super) async fn run_to_the_end<T: 'static>(future: impl Future<Output = T> + 'static) -> T {
    let (result, done) = (Rc::new(RefCell::new(None)), Signal::default());
    let running = {
        let (result, done) = (Rc::clone(&result), done.clone());
        async move {
            let value = future.await;
            result.replace(Some(value));
            done.raise();
        }
    };
    wasm_bindgen_futures::spawn_local(running);
    loop {
        done.taken().await;
        if let Some(value) = result.take() {
            return value;
        }
    }
}

/// Aborts the operations that listen to its signal when it is dropped.
pub(super) struct AbortOnDrop {
    controller: AbortController,
}

impl AbortOnDrop {
    pub(super) fn new() -> Result<Self, ModelError> {
        AbortController::new().map(|controller| Self { controller }).map_err(model_error)
    }

    pub(super) fn signal(&self) -> AbortSignal {
        self.controller.signal()
    }
}

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.controller.abort();
    }
}

/// A script that the server did not send: the page is offline, or the file is missing.
pub(super) fn not_imported(error: JsValue) -> ModelError {
    ModelError::new(ModelErrorKind::ModelNotLoaded, format!("Its code could not be loaded: {}.", message_of(&error)))
}

/// Errors of the scripts carry a `kind` and a readable message.
pub(super) fn model_error(error: JsValue) -> ModelError {
    let kind = Reflect::get(&error, &"kind".into()).ok().and_then(|kind| kind.as_string()).unwrap_or_default();
    let message = message_of(&error);
    let kind = match kind.as_str() {
        "cancelled" | "missing" | "not_gguf" | "incomplete" | "no_room" | "not_loaded" => {
            ModelErrorKind::ModelNotLoaded
        }
        "context_overflow" => ModelErrorKind::ContextOverflow,
        _ => ModelErrorKind::ModelFailed,
    };
    ModelError::new(kind, message)
}

fn message_of(error: &JsValue) -> String {
    error.dyn_ref::<JsError>().map_or_else(|| format!("{error:?}"), |error| error.message().into())
}
