//! Recall by meaning with the page's own model: setting it, and making the vectors of what is stored.

use crate::{
    api_error::ApiError, codes::Code, cross::to_js, lazy_calls::Answer, manager::Manager, page_embedder::PageEmbedder,
    turns::listen,
};
use js_sys::Function;
use ricordo_browser::locks;
use ricordo_core::{
    cancel::Cancel,
    session::{VectorProgress, VectorRun, VectorsError},
};
use serde_json::json;
use std::cell::Cell;
use wasm_bindgen::JsValue;
use web_sys::AbortSignal;

impl Manager {
    /// Sets the page's model for recall by meaning; without a function there is none.
    ///
    /// # Errors
    /// `bad-argument`.
    #[allow(clippy::unused_async, reason = "it is called as the others are")]
    pub(crate) async fn use_embedder(&self, options: JsValue, call: Option<Function>) -> Answer {
        let embedder = call.map(|call| PageEmbedder::of(&options, call)).transpose()?;
        self.embedder.replace(embedder);
        Ok(JsValue::UNDEFINED)
    }

    /// Makes the vectors that are missing, and resolves with how many messages have one. It yields to turns, the signal
    /// and another tab that does background work.
    ///
    /// # Errors
    /// `no-embedder`, `embedder-failed`, and storage error codes.
    pub(crate) async fn make_vectors(&self, on_progress: Function, signal: Option<AbortSignal>) -> Answer {
        let embedder = self.embedder()?;
        let answers = self.provider();
        let run = VectorRun::here(&embedder, Some(&answers));
        let Some(_maker) = locks::try_hold(&self.idle_lock()).await else {
            return shown(self.session.vector_progress(&run).await?);
        };
        let cancel = Cancel::default();
        self.idle.replace(cancel.clone());
        let _listening = signal.as_ref().map(|signal| listen(signal, &cancel));
        let last = Cell::new(VectorProgress::default());
        let observer = |progress| {
            last.set(progress);
            if let Ok(progress) = shown(progress) {
                // An exception in the page's callback is the page's own problem.
                let _ = on_progress.call1(&JsValue::NULL, &progress);
            }
        };
        match self.session.make_vectors(&run, &cancel, &observer).await {
            Ok(_) => shown(last.get()),
            Err(VectorsError::Store(error)) => Err(error.into()),
            Err(error @ (VectorsError::Embedder(_) | VectorsError::Elsewhere(_))) => {
                Err(ApiError::new(Code::EmbedderFailed, error.to_string()))
            }
        }
    }

    /// How many messages have a vector.
    ///
    /// # Errors
    /// `no-embedder`, and storage error codes.
    pub(crate) async fn vector_progress(&self) -> Answer {
        let (embedder, answers) = (self.embedder()?, self.provider());
        let run = VectorRun::here(&embedder, Some(&answers));
        shown(self.session.vector_progress(&run).await?)
    }

    /// Deletes all vectors.
    ///
    /// # Errors
    /// Storage error codes.
    pub(crate) async fn delete_vectors(&self) -> Answer {
        self.session.delete_vectors().await?;
        Ok(JsValue::UNDEFINED)
    }

    fn embedder(&self) -> Result<PageEmbedder, ApiError> {
        let message = "This manager has no embedder. Give `open` one as `embedder`, or call `vectors.use`.";
        self.embedder.borrow().clone().ok_or_else(|| ApiError::new(Code::NoEmbedder, message))
    }
}

fn shown(progress: VectorProgress) -> Answer {
    to_js(&json!({ "done": progress.done, "total": progress.total }))
}
