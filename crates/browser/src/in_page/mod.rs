//! The model that runs inside the page: chooses and loads weights, and generates one reply at a time.
//!
//! The engine is wllama, bound in `bridge`. Neither it nor the scripts around it are part of the first load: they are
//! imported on first use. The prompt is
//! decided by [`ricordo_core::in_page`] and compile. `progress` holds the state that the page shows while the weights
//! load.

mod bridge;
mod embedding;
mod progress;
mod request;
mod weights;

pub use embedding::InPageEmbedder;
pub use progress::ModelProgress;
pub use weights::APP_WEIGHTS_BYTES;

use crate::global::address;
use bridge::AbortOnDrop;
use futures_util::{
    future::{Either, select},
    lock::Mutex,
};
use progress::Progress;
use request::{Ended, request_json};
use ricordo_core::{
    cancel::{Cancel, Signal},
    error::ModelError,
    model::{ChatEvent, ChatModel, ChatRequest},
};
use std::{
    cell::{Cell, RefCell},
    pin::pin,
    rc::Rc,
};
use web_sys::Blob;
use weights::{LIBRARY, Weights};

/// Stored state of some weights.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
pub struct HeldWeights {
    /// Bytes stored.
    pub loaded: u64,
    /// Total size in bytes; 0 if unknown.
    pub total: u64,
    /// Whether they are complete and verified.
    pub whole: bool,
    /// The SHA-256 that was computed when they were complete.
    pub sha256: String,
}

/// The in-page model. Clones share it; a page has one, because there is one engine.
#[derive(Clone)]
pub struct InPageModel {
    shared: Rc<Shared>,
}

struct Shared {
    weights: RefCell<Weights>,
    /// Whether the engine holds weights other than the chosen ones.
    is_outdated: Cell<bool>,
    progress: Progress,
    /// Name of the weights that the engine was given last.
    loaded: RefCell<String>,
    /// Held while weights are fetched and loaded, so that a second caller finds the model ready.
    loading: Mutex<()>,
    /// Download of the chosen weights.
    download: RefCell<Option<AbortOnDrop>>,
    /// Download of weights that are chosen once they are there. Nothing that chooses others cancels it.
    taking: RefCell<Option<AbortOnDrop>>,
}

impl InPageModel {
    /// The model with the app's weights, not loaded yet. `on_progress` is called at each change of state.
    pub fn new(on_progress: impl Fn(ModelProgress) + 'static) -> Self {
        let shared = Shared {
            weights: RefCell::new(Weights::App),
            is_outdated: Cell::new(false),
            progress: Progress::new(on_progress),
            loaded: RefCell::default(),
            loading: Mutex::new(()),
            download: RefCell::new(None),
            taking: RefCell::new(None),
        };
        Self { shared: Rc::new(shared) }
    }

    /// The current state.
    pub fn progress(&self) -> ModelProgress {
        self.shared.progress.get()
    }

    /// Name of the weights: the file name without its extension.
    pub fn name(&self) -> String {
        self.shared.weights.borrow().name()
    }

    /// Name of the weights at a URL; of those that an empty one means, as for [`InPageModel::use_address`].
    pub fn name_at(&self, url: &str) -> String {
        match &*self.shared.weights.borrow() {
            own @ Weights::File(_) if url.is_empty() => own.name(),
            _ => Weights::at(url, None).name(),
        }
    }

    /// Downloads the weights unless they are cached, and loads them. Does nothing if the model is ready.
    ///
    /// The work continues if the future is dropped, so a stopped turn does not discard half a download. Only
    /// [`InPageModel::cancel_download`] stops it.
    ///
    /// # Errors
    /// [`ModelErrorKind::ModelNotLoaded`](ricordo_core::error::ModelErrorKind::ModelNotLoaded) if there are no weights,
    /// or the download was cancelled or failed.
    /// [`ModelErrorKind::ModelFailed`](ricordo_core::error::ModelErrorKind::ModelFailed) if the engine does not run in
    /// this browser, or not with these weights.
    pub async fn load(&self) -> Result<(), ModelError> {
        let model = self.clone();
        bridge::run_to_the_end(async move {
            let _turn = model.shared.loading.lock().await;
            let result = model.load_weights().await;
            model.rest();
            result
        })
        .await
    }

    async fn load_weights(&self) -> Result<(), ModelError> {
        if bridge::is_loaded() && !self.shared.is_outdated.get() {
            return Ok(());
        }
        loop {
            let weights = self.shared.weights.borrow().clone();
            self.shared.is_outdated.set(false);
            let blob = self.fetch(&weights, &self.shared.download).await;
            self.hand_over(&weights, blob).await?;
            // Others may have been chosen meanwhile.
            if !self.shared.is_outdated.get() {
                return Ok(());
            }
            self.rest();
        }
    }

    /// Gives weights to the engine, once they were fetched. `is_outdated` was cleared before that.
    async fn hand_over(&self, weights: &Weights, blob: Result<Blob, ModelError>) -> Result<(), ModelError> {
        let loaded = async {
            let blob = blob?;
            self.shared.progress.set(ModelProgress::Loading);
            bridge::load(&blob, &address(LIBRARY), weights.context_tokens()).await
        };
        let loaded = loaded.await;
        match &loaded {
            Ok(()) => drop(self.shared.loaded.replace(weights.name())),
            Err(_) => self.shared.is_outdated.set(true),
        }
        loaded
    }

    /// The weights, from the cache or downloaded. `slot` holds what cancels the download.
    async fn fetch(&self, weights: &Weights, slot: &RefCell<Option<AbortOnDrop>>) -> Result<Blob, ModelError> {
        let download = AbortOnDrop::new()?;
        let signal = download.signal();
        *slot.borrow_mut() = Some(download);
        let shared = Rc::clone(&self.shared);
        let report = move |loaded, total| {
            // Another model may be replying meanwhile.
            let is_busy = matches!(shared.progress.get(), ModelProgress::Loading | ModelProgress::Reading { .. });
            if !is_busy {
                shared.progress.set(ModelProgress::Downloading { loaded, total });
            }
        };
        let blob = weights.fetch(report, &signal).await;
        // Otherwise it was cancelled, and the slot may hold the next download.
        if !signal.aborted() {
            slot.borrow_mut().take();
        }
        blob
    }

    /// Downloads the weights at a URL unless they are cached, and chooses and loads them when they are whole. If that fails, the
    /// weights that were chosen before stay.
    ///
    /// # Errors
    /// As [`InPageModel::load`].
    pub async fn take_address(&self, url: &str, sha256: Option<&str>) -> Result<(), ModelError> {
        if self.shared.weights.borrow().is_at(url) {
            return self.load().await;
        }
        let (model, url, weights) = (self.clone(), url.to_owned(), Weights::at(url, sha256));
        bridge::run_to_the_end(async move {
            let blob = model.fetch(&weights, &model.shared.taking).await;
            if blob.is_err() && matches!(model.progress(), ModelProgress::Downloading { .. }) {
                model.rest();
            }
            model.take(&url, weights, blob?).await
        })
        .await
    }

    async fn take(&self, url: &str, weights: Weights, blob: Blob) -> Result<(), ModelError> {
        let _turn = self.shared.loading.lock().await;
        let before = self.choose(weights.clone());
        self.shared.is_outdated.set(false);
        let loaded = self.hand_over(&weights, Ok(blob)).await;
        if loaded.is_err() && self.shared.weights.borrow().is_at(url) {
            self.choose(before);
        }
        self.rest();
        loaded
    }

    /// Cancels the download, if there is one. The turn that waits for it fails and can be retried.
    pub fn cancel_download(&self) {
        self.shared.download.borrow_mut().take();
        self.shared.taking.borrow_mut().take();
    }

    /// Replaces the current weights by a GGUF file of the user and loads it. A file that does not work leaves the
    /// choice unchanged.
    ///
    /// # Errors
    /// As [`InPageModel::load`]; a file that is not GGUF counts as not loaded.
    pub async fn use_file(&self, file: web_sys::File) -> Result<(), ModelError> {
        bridge::check_gguf(&file).await?;
        self.cancel_download();
        let before = self.choose(Weights::File(file));
        let result = self.load().await;
        if result.is_err() {
            self.choose(before);
        }
        result
    }

    /// Chooses the weights at a URL; an empty URL means the app's weights or the user's file. They are loaded on next
    /// use.
    pub fn use_address(&self, url: &str, sha256: Option<&str>) {
        if self.shared.weights.borrow().is_at(url) {
            return;
        }
        self.shared.download.borrow_mut().take();
        self.choose(Weights::at(url, sha256));
    }

    /// Stored state of the weights at a URL; `None` if nothing is stored.
    pub async fn held(url: &str) -> Option<HeldWeights> {
        serde_json::from_str(&bridge::held(url).await?).ok()
    }

    /// Deletes the stored weights at a URL.
    pub async fn delete_held(&self, url: &str) {
        bridge::remove(url).await;
    }

    fn choose(&self, weights: Weights) -> Weights {
        self.shared.is_outdated.set(true);
        self.rest();
        self.shared.weights.replace(weights)
    }

    async fn reply(&self, request: &ChatRequest, on_event: &dyn Fn(ChatEvent)) -> Result<(), ModelError> {
        let texts = Rc::new(RefCell::new(String::new()));
        let arrived = Signal::default();
        let on_text = {
            let (texts, arrived) = (Rc::clone(&texts), arrived.clone());
            move |text: String| {
                texts.borrow_mut().push_str(&text);
                arrived.raise();
            }
        };
        let shared = Rc::clone(&self.shared);
        let on_reading = move |done, total| shared.progress.set(ModelProgress::Reading { done, total });
        let hand_over = || {
            let text = texts.take();
            if !text.is_empty() {
                self.shared.progress.set(ModelProgress::Ready);
                on_event(ChatEvent::Text { text });
            }
        };
        let abort = AbortOnDrop::new()?;
        let mut reply = pin!(bridge::chat(request_json(request), on_text, on_reading, abort.signal()));
        let ended = loop {
            match select(reply.as_mut(), pin!(arrived.taken())).await {
                Either::Left((ended, _)) => break ended?,
                Either::Right(_) => hand_over(),
            }
        };
        hand_over();
        let events = ended.as_deref().map(Ended::parse).transpose()?.map(Ended::events);
        events.into_iter().flatten().for_each(on_event);
        Ok(())
    }

    /// Sets the state for when no work is in progress.
    fn rest(&self) {
        let is_ready = bridge::is_loaded() && !self.shared.is_outdated.get();
        self.shared.progress.set(if is_ready { ModelProgress::Ready } else { ModelProgress::NotLoaded });
    }
}

impl ChatModel for InPageModel {
    async fn stream(
        &self,
        request: &ChatRequest,
        on_event: &dyn Fn(ChatEvent),
        cancel: &Cancel,
    ) -> Result<(), ModelError> {
        let turn = async {
            self.load().await?;
            let model = self.shared.loaded.borrow().clone();
            on_event(ChatEvent::Model { model });
            let result = self.reply(request, on_event).await;
            self.rest();
            result
        };
        match select(pin!(turn), pin!(cancel.cancelled())).await {
            Either::Left((result, _)) => result,
            Either::Right(_) => {
                // A download continues and reports its own progress.
                if matches!(self.progress(), ModelProgress::Reading { .. }) {
                    self.rest();
                }
                Ok(())
            }
        }
    }
}
