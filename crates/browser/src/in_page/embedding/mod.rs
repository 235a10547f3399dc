//! The embedding model that runs inside the page, for recall by meaning: multilingual-e5-small in an engine of its own.
//!
//! Nothing of it is part of the first load, and nothing is downloaded before [`InPageEmbedder::load`] is called. Once the
//! weights are stored, the first text loads them.

mod bridge;
mod text;

use super::{
    HeldWeights, ModelProgress,
    bridge::{AbortOnDrop, fetch_weights, held, remove, run_to_the_end},
    progress::Progress,
    weights::LIBRARY,
};
use crate::{embedding_cache::EmbeddingCache, global::address};
use futures_util::lock::Mutex;
use ricordo_core::{
    error::{ModelError, ModelErrorKind},
    recall::{EmbedError, Embedder, Purpose},
    wire::embeddings::EmbeddingsError,
};
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};
use wasm_bindgen_futures::spawn_local;

/// Path of the weights, relative to the page.
const WEIGHTS: &str = "vendor/models/multilingual-e5-small.Q4_0.gguf";
/// Their exact size in bytes.
const WEIGHTS_BYTES: u64 = 25_840_704;
/// Their SHA-256, in lower-case hex.
const WEIGHTS_SHA256: &str = "47fe744ba815f9679b097c0bdf955406a35e4dbeaac9be9856b0999d603f0268";

/// Texts in one call. Each takes up to two seconds on a processor with other work.
const MOST_TEXTS: usize = 4;

/// Failures of the engine in a row after which texts no longer load it again.
const MOST_FAILURES: u32 = 3;

/// The embedding model. Clones share it; a page has one, because there is one engine.
#[derive(Clone)]
pub struct InPageEmbedder {
    shared: Rc<Shared>,
}

struct Shared {
    progress: Progress,
    /// Held while weights are fetched and loaded, so that a second caller finds the model ready.
    loading: Mutex<()>,
    download: RefCell<Option<AbortOnDrop>>,
    questions: EmbeddingCache,
    /// Whether a text has begun to load the stored weights.
    is_starting: Cell<bool>,
    failures: Cell<u32>,
    /// Why texts do not load the weights again.
    failure: RefCell<Option<ModelError>>,
}

impl InPageEmbedder {
    /// Identifies the vectors.
    pub const ID: &'static str = "multilingual-e5-small-q4_0";

    /// The model, not loaded yet. `on_progress` is called at each change of state.
    pub fn new(on_progress: impl Fn(ModelProgress) + 'static) -> Self {
        let shared = Shared {
            progress: Progress::new(on_progress),
            loading: Mutex::new(()),
            download: RefCell::new(None),
            questions: EmbeddingCache::default(),
            is_starting: Cell::new(false),
            failures: Cell::new(0),
            failure: RefCell::new(None),
        };
        Self { shared: Rc::new(shared) }
    }

    /// The current state. It is never [`ModelProgress::Reading`].
    pub fn progress(&self) -> ModelProgress {
        self.shared.progress.get()
    }

    /// Size of the download in bytes.
    pub fn download_bytes() -> u64 {
        WEIGHTS_BYTES
    }

    /// Downloads the weights unless they are stored, and loads them. Does nothing if the model is ready.
    ///
    /// The work continues if the future is dropped. Only [`InPageEmbedder::cancel_download`] stops it.
    ///
    /// # Errors
    /// [`ModelErrorKind::ModelNotLoaded`] if there are no weights, or the download was cancelled or failed.
    /// [`ModelErrorKind::ModelFailed`] if the engine does not run in this browser.
    pub async fn load(&self) -> Result<(), ModelError> {
        self.shared.failure.take();
        self.shared.failures.set(0);
        let embedder = self.clone();
        run_to_the_end(async move { embedder.load_in_turn().await }).await
    }

    /// Cancels the download, if there is one. What was received is kept.
    pub fn cancel_download(&self) {
        self.shared.download.borrow_mut().take();
    }

    /// Stored state of the weights; `None` if nothing is stored.
    pub async fn held() -> Option<HeldWeights> {
        let mut held: HeldWeights = serde_json::from_str(&held(&address(WEIGHTS)).await?).ok()?;
        // Otherwise they are those of an earlier version, and downloaded again.
        held.whole &= held.sha256 == WEIGHTS_SHA256;
        Some(held)
    }

    /// Cancels a download, frees the memory, and deletes the stored weights.
    pub async fn delete_held(&self) {
        self.cancel_download();
        self.unload().await;
        remove(&address(WEIGHTS)).await;
    }

    /// Frees the model's memory. The next text loads it again if the weights are stored.
    pub async fn unload(&self) {
        let _turn = self.shared.loading.lock().await;
        bridge::unload().await;
        self.rest();
    }

    async fn load_in_turn(&self) -> Result<(), ModelError> {
        let _turn = self.shared.loading.lock().await;
        let result = self.load_weights().await;
        self.rest();
        result
    }

    async fn load_weights(&self) -> Result<(), ModelError> {
        if bridge::is_loaded() {
            return Ok(());
        }
        let download = AbortOnDrop::new()?;
        let signal = download.signal();
        *self.shared.download.borrow_mut() = Some(download);
        let shared = Rc::clone(&self.shared);
        let report = move |loaded, total| shared.progress.set(ModelProgress::Downloading { loaded, total });
        let weights = fetch_weights(&address(WEIGHTS), WEIGHTS_BYTES, WEIGHTS_SHA256, report, &signal).await;
        self.shared.download.borrow_mut().take();
        let weights = weights?;
        self.shared.progress.set(ModelProgress::Loading);
        bridge::load(&weights, &address(LIBRARY)).await
    }

    /// Loads the weights while nobody waits, if they are stored.
    fn start(&self) {
        if self.shared.is_starting.replace(true) {
            return;
        }
        let embedder = self.clone();
        spawn_local(async move {
            if Self::held().await.is_some_and(|held| held.whole)
                && let Err(error) = embedder.load_in_turn().await
            {
                embedder.shared.failure.replace(Some(error));
            }
            embedder.shared.is_starting.set(false);
        });
    }

    /// Why there is no vector while the model is not loaded.
    fn not_loaded(&self) -> EmbedError {
        if let Some(error) = self.shared.failure.borrow().clone() {
            return failed(error);
        }
        self.start();
        EmbedError::NotReady
    }

    /// The vector of a question. The work continues if the future is dropped, so the vector is there when the question
    /// is asked again.
    async fn question(&self, text: &str) -> Result<Vec<f32>, EmbedError> {
        let (embedder, question) = (self.clone(), text.to_owned());
        let request = || async move { Ok(vec![embedder.vector(&question, Purpose::Question).await?]) };
        self.shared.questions.question(Self::ID, text, request).await
    }

    async fn vector(&self, text: &str, purpose: Purpose) -> Result<Vec<f32>, EmbedError> {
        if !bridge::is_loaded() {
            return Err(self.not_loaded());
        }
        let Some(text) = text::prepared(text, purpose) else {
            return Err(failed(ModelError::new(ModelErrorKind::ModelFailed, "There is no text.")));
        };
        let result = bridge::embed(&text).await;
        self.note(&result);
        result.map_err(|error| match error.kind {
            ModelErrorKind::ModelNotLoaded => EmbedError::NotReady,
            _ => failed(error),
        })
    }

    /// An engine that failed has ended. The next text loads it again, but not for ever.
    fn note(&self, result: &Result<Vec<f32>, ModelError>) {
        match result {
            Ok(_) => self.shared.failures.set(0),
            Err(error) if !bridge::is_loaded() && error.kind == ModelErrorKind::ModelFailed => {
                self.shared.failures.update(|failures| failures + 1);
                if self.shared.failures.get() >= MOST_FAILURES {
                    self.shared.failure.replace(Some(error.clone()));
                }
                self.rest();
            }
            Err(_) => {}
        }
    }

    /// Sets the state for when no work is in progress.
    fn rest(&self) {
        self.shared.progress.set(if bridge::is_loaded() { ModelProgress::Ready } else { ModelProgress::NotLoaded });
    }
}

impl Embedder for InPageEmbedder {
    fn id(&self) -> &str {
        Self::ID
    }

    fn is_on_this_computer(&self) -> bool {
        true
    }

    fn most_texts(&self) -> usize {
        MOST_TEXTS
    }

    async fn embed(&self, texts: &[&str], purpose: Purpose) -> Result<Vec<Vec<f32>>, EmbedError> {
        let mut vectors = Vec::with_capacity(texts.len());
        for text in texts {
            vectors.push(match purpose {
                Purpose::Question => self.question(text).await?,
                Purpose::Passage => self.vector(text, purpose).await?,
            });
        }
        Ok(vectors)
    }
}

fn failed(error: ModelError) -> EmbedError {
    EmbedError::Failed(EmbeddingsError::Refused(error))
}
