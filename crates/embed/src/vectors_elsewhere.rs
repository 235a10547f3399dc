//! The page's own store of vectors: setting it, and moving vectors there and back.

use crate::{api_error::ApiError, cross::to_js, lazy_calls::Answer, manager::Manager};
use js_sys::Function;
use ricordo_browser::PageVectorStore;
use ricordo_core::{
    recall::VectorStore,
    session::{ElsewhereProgress, KEPT_VECTORS, VectorsEnd},
};
use serde_json::json;
use wasm_bindgen::JsValue;
use web_sys::AbortSignal;

/// Longest time of a call, in milliseconds. Otherwise a method that never ends would block all background work.
const LONGEST_MS: u32 = 120_000;

impl Manager {
    /// Sets the page's store of vectors; `undefined`: all of them are here.
    ///
    /// # Errors
    /// `bad-argument`.
    #[allow(clippy::unused_async, reason = "it is called as the others are")]
    pub(crate) async fn use_vector_store(&self, object: JsValue) -> Answer {
        let store = (!object.is_undefined()).then(|| PageVectorStore::new(object, LONGEST_MS)).transpose();
        let store = store.map_err(|wrong| ApiError::bad_argument(format!("The vector store: {wrong}.")))?;
        self.meaning.borrow_mut().elsewhere = store;
        Ok(JsValue::UNDEFINED)
    }

    /// Moves all vectors but the newest to the page's store, and resolves with whether that is done. It yields to turns,
    /// the signal and another tab that does background work.
    ///
    /// # Errors
    /// `no-embedder`, `no-vector-store`, `vector-store-failed`, and storage error codes.
    pub(crate) async fn move_vectors(
        &self,
        keep: Option<u32>,
        on_progress: Function,
        signal: Option<AbortSignal>,
    ) -> Answer {
        let vectors = self.vectors()?;
        let store = vectors.required_store()?;
        let Some(work) = self.begin_vectors(signal).await else { return Ok(false.into()) };
        let (store, observer) = (store.until(&work.cancel), |progress| show(&on_progress, progress));
        let kept = keep.map_or(KEPT_VECTORS, |keep| keep as usize);
        let end = self.session.move_vectors(&vectors.run(Some(&store)), kept, &work.cancel, &observer).await;
        Ok((work.result(end)? == Some(VectorsEnd::Done)).into())
    }

    /// Brings all vectors back from the page's store, and resolves with whether that is done. It yields as moving does.
    ///
    /// # Errors
    /// As [`Manager::move_vectors`].
    pub(crate) async fn bring_vectors_back(&self, on_progress: Function, signal: Option<AbortSignal>) -> Answer {
        let vectors = self.vectors()?;
        let store = vectors.required_store()?;
        let Some(work) = self.begin_vectors(signal).await else { return Ok(false.into()) };
        let (store, observer) = (store.until(&work.cancel), |progress| show(&on_progress, progress));
        let end = self.session.bring_vectors_back(&vectors.run(Some(&store)), &work.cancel, &observer).await;
        Ok((work.result(end)? == Some(VectorsEnd::Done)).into())
    }

    /// Forgets which vectors are in a store that does not answer any more, so that they are made again here.
    ///
    /// # Errors
    /// `no-embedder`, and storage error codes.
    pub(crate) async fn forget_vectors_elsewhere(&self) -> Answer {
        let vectors = self.vectors()?;
        // A run would write what it knows of them.
        let _alone = self.alone().await;
        self.session.forget_vectors_elsewhere(&vectors.embedder).await?;
        Ok(JsValue::UNDEFINED)
    }

    /// Deletes all vectors, here and in the page's store.
    ///
    /// # Errors
    /// Storage error codes, and `vector-store-failed`: those here are deleted then.
    pub(crate) async fn delete_vectors(&self) -> Answer {
        // A run would store what it has made.
        let _alone = self.alone().await;
        self.session.delete_vectors().await?;
        let elsewhere = self.meaning.borrow().elsewhere.clone();
        if let Some(store) = elsewhere {
            store.delete().await.map_err(|error| ApiError::vector_store(&error))?;
        }
        Ok(JsValue::UNDEFINED)
    }
}

fn show(on_progress: &Function, ElsewhereProgress { done, total }: ElsewhereProgress) {
    if let Ok(progress) = to_js(&json!({ "done": done, "total": total })) {
        // An exception in the page's callback is the page's own problem.
        let _ = on_progress.call1(&JsValue::NULL, &progress);
    }
}
