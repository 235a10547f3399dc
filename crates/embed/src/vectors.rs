//! Recall by meaning with the page's own model: setting it, and making the vectors of what is stored.

use crate::{
    api_error::ApiError,
    codes::Code,
    cross::to_js,
    lazy_calls::Answer,
    manager::Manager,
    page_embedder::PageEmbedder,
    recalling::PageMeaning,
    turns::{Listening, listen},
};
use js_sys::Function;
use ricordo_browser::{
    PageVectorStore,
    locks::{self, Guard},
};
use ricordo_core::{
    cancel::Cancel,
    provider::Provider,
    session::{VectorProgress, VectorRun, VectorsError},
};
use serde_json::json;
use std::cell::Cell;
use wasm_bindgen::JsValue;
use web_sys::AbortSignal;

impl Manager {
    /// Sets the page's model for recall by meaning; without a function there is none. Work with the one before ends.
    ///
    /// # Errors
    /// `bad-argument`.
    #[allow(clippy::unused_async, reason = "it is called as the others are")]
    pub(crate) async fn use_embedder(&self, options: JsValue, call: Option<Function>) -> Answer {
        let embedder = call.map(|call| PageEmbedder::of(&options, call)).transpose()?;
        self.idle.borrow().cancel();
        let used = self.session.earlier_embedder();
        self.meaning.borrow_mut().set_embedder(embedder, used.as_deref());
        Ok(JsValue::UNDEFINED)
    }

    /// Makes the vectors that are missing, and resolves with how many messages have one. It yields to turns, the signal
    /// and another tab that does background work.
    ///
    /// # Errors
    /// `no-embedder`, `embedder-failed`, `vector-store-failed`, and storage error codes.
    pub(crate) async fn make_vectors(&self, on_progress: Function, signal: Option<AbortSignal>) -> Answer {
        let vectors = self.vectors()?;
        let Some(work) = self.begin_vectors(signal).await else {
            return shown(self.session.vector_progress(&vectors.run(None)).await?);
        };
        let last = Cell::new(VectorProgress::default());
        let observer = |progress| {
            last.set(progress);
            if let Ok(progress) = shown(progress) {
                // An exception in the page's callback is the page's own problem.
                let _ = on_progress.call1(&JsValue::NULL, &progress);
            }
        };
        let elsewhere = vectors.elsewhere.as_ref().map(|store| store.until(&work.cancel));
        work.result(self.session.make_vectors(&vectors.run(elsewhere.as_ref()), &work.cancel, &observer).await)?;
        shown(last.get())
    }

    /// How many messages have a vector.
    ///
    /// # Errors
    /// `no-embedder`, and storage error codes.
    pub(crate) async fn vector_progress(&self) -> Answer {
        shown(self.session.vector_progress(&self.vectors()?.run(None)).await?)
    }

    /// What the calls about vectors work with.
    ///
    /// # Errors
    /// `no-embedder`.
    pub(crate) fn vectors(&self) -> Result<PageVectors, ApiError> {
        let PageMeaning { embedder, elsewhere, .. } = self.meaning.borrow().clone();
        let message = "This manager has no embedder. Give `open` one as `embedder`, or call `vectors.use`.";
        let embedder = embedder.ok_or_else(|| ApiError::new(Code::NoEmbedder, message))?;
        Ok(PageVectors { embedder, elsewhere, answers: self.provider() })
    }

    /// Ends background work of this manager, waits for that of others, and begins work that nobody else does meanwhile.
    pub(crate) async fn alone(&self) -> Guard {
        self.idle.borrow().cancel();
        locks::hold(&self.idle_lock()).await
    }

    /// Begins work that yields to turns and the signal; `None`: another tab does background work.
    pub(crate) async fn begin_vectors(&self, signal: Option<AbortSignal>) -> Option<VectorWork> {
        let maker = locks::try_hold(&self.idle_lock()).await?;
        let cancel = Cancel::default();
        self.idle.replace(cancel.clone());
        let listening = signal.as_ref().map(|signal| listen(signal, &cancel));
        Some(VectorWork { cancel, _maker: maker, _listening: listening })
    }
}

/// What the calls about vectors work with.
pub(crate) struct PageVectors {
    pub(crate) embedder: PageEmbedder,
    elsewhere: Option<PageVectorStore>,
    answers: Provider,
}

impl PageVectors {
    pub(crate) fn run<'a>(
        &'a self,
        elsewhere: Option<&'a PageVectorStore>,
    ) -> VectorRun<'a, PageEmbedder, PageVectorStore> {
        VectorRun { embedder: &self.embedder, elsewhere, answers: Some(&self.answers) }
    }

    /// The page's store of vectors.
    ///
    /// # Errors
    /// `no-vector-store`.
    pub(crate) fn required_store(&self) -> Result<&PageVectorStore, ApiError> {
        let message = "This manager has no vector store. Give `open` one as `vectorStore`, or call `vectors.useStore`.";
        self.elsewhere.as_ref().ok_or_else(|| ApiError::new(Code::NoVectorStore, message))
    }
}

/// Work on vectors that has begun.
pub(crate) struct VectorWork {
    pub(crate) cancel: Cancel,
    _maker: Guard,
    _listening: Option<Listening>,
}

impl VectorWork {
    /// How the work ended; `None`: it was cancelled during a call of the page's store.
    pub(crate) fn result<T>(&self, result: Result<T, VectorsError>) -> Result<Option<T>, ApiError> {
        match result {
            Ok(end) => Ok(Some(end)),
            Err(VectorsError::Store(error)) => Err(error.into()),
            Err(error @ VectorsError::Embedder(_)) => Err(ApiError::new(Code::EmbedderFailed, error.to_string())),
            Err(VectorsError::Elsewhere(_)) if self.cancel.is_cancelled() => Ok(None),
            Err(VectorsError::Elsewhere(error)) => Err(ApiError::vector_store(&error)),
        }
    }
}

fn shown(progress: VectorProgress) -> Answer {
    to_js(&json!({ "done": progress.done, "total": progress.total }))
}
