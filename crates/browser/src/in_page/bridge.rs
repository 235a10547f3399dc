//! Bindings to `js/weights.mjs` and `js/in-page.mjs`; no other module of the crate sees their values.

use js_sys::{Error as JsError, Reflect};
use ricordo_core::{
    cancel::Signal,
    error::{ModelError, ModelErrorKind},
};
use std::{cell::RefCell, future::Future, rc::Rc};
use wasm_bindgen::prelude::*;
use web_sys::{AbortController, AbortSignal, Blob};

#[wasm_bindgen(module = "/js/weights.mjs")]
extern "C" {
    #[wasm_bindgen(js_name = fetchWeights, catch)]
    async fn js_fetch_weights(
        url: &str,
        bytes: f64,
        sha256: &str,
        on_progress: &Closure<dyn FnMut(f64, f64)>,
        signal: &AbortSignal,
    ) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(js_name = isCached, catch)]
    async fn js_is_cached(url: &str, bytes: f64, sha256: &str) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(js_name = heldWeights, catch)]
    async fn js_held_weights(url: &str) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(js_name = removeWeights, catch)]
    async fn js_remove_weights(url: &str) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(js_name = checkGguf, catch)]
    async fn js_check_gguf(blob: &Blob) -> Result<JsValue, JsValue>;
}

#[wasm_bindgen(module = "/js/in-page.mjs")]
extern "C" {
    #[wasm_bindgen(js_name = load, catch)]
    async fn js_load(weights: &Blob, library: &str, context_tokens: u32) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(js_name = isLoaded)]
    pub(super) fn is_loaded() -> bool;
    #[wasm_bindgen(js_name = chat, catch)]
    async fn js_chat(
        request: &str,
        on_text: &Closure<dyn FnMut(String)>,
        on_reading: &Closure<dyn FnMut(u32, u32)>,
        signal: &AbortSignal,
    ) -> Result<JsValue, JsValue>;
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
    let blob = js_fetch_weights(url, bytes as f64, sha256, &on_progress, signal).await.map_err(model_error)?;
    blob.dyn_into().map_err(model_error)
}

/// Whether the weights at an absolute URL are in the cache.
pub(super) async fn is_cached(url: &str, bytes: u64, sha256: &str) -> bool {
    js_is_cached(url, bytes as f64, sha256).await.is_ok_and(|cached| cached.is_truthy())
}

/// State of the stored weights at an absolute URL, as JSON; `None` if nothing is stored.
pub(super) async fn held(url: &str) -> Option<String> {
    js_held_weights(url).await.ok()?.as_string()
}

/// Deletes the stored weights at an absolute URL.
pub(super) async fn remove(url: &str) {
    // The script handles errors itself: without a cache there is nothing to delete.
    let _ = js_remove_weights(url).await;
}

/// Fails unless the file has the header of a GGUF file.
pub(super) async fn check_gguf(blob: &Blob) -> Result<(), ModelError> {
    js_check_gguf(blob).await.map(drop).map_err(model_error)
}

/// Loads weights into the engine, which is imported from an absolute URL.
pub(super) async fn load(weights: &Blob, library: &str, context_tokens: u32) -> Result<(), ModelError> {
    js_load(weights, library, context_tokens).await.map(drop).map_err(model_error)
}

/// Generates one reply; `None` if it was stopped.
pub(super) async fn chat(
    request: String,
    on_text: impl FnMut(String) + 'static,
    on_reading: impl FnMut(u32, u32) + 'static,
    signal: AbortSignal,
) -> Result<Option<String>, ModelError> {
    let (on_text, on_reading) = (Closure::new(on_text), Closure::new(on_reading));
    let ended = js_chat(&request, &on_text, &on_reading, &signal).await.map_err(model_error)?;
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

/// Errors of the two scripts carry a `kind` and a readable message.
fn model_error(error: JsValue) -> ModelError {
    let kind = Reflect::get(&error, &"kind".into()).ok().and_then(|kind| kind.as_string()).unwrap_or_default();
    let message = error.dyn_ref::<JsError>().map_or_else(|| format!("{error:?}"), |error| error.message().into());
    let kind = match kind.as_str() {
        "cancelled" | "missing" | "not_gguf" | "incomplete" | "no_room" | "not_loaded" => {
            ModelErrorKind::ModelNotLoaded
        }
        "context_overflow" => ModelErrorKind::ContextOverflow,
        _ => ModelErrorKind::ModelFailed,
    };
    ModelError::new(kind, message)
}
