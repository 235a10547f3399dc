//! The model in this browser that turns texts into vectors: downloaded once, loaded while it is in use.

use super::Embedding;
use leptos::prelude::*;
use ricordo_browser::{HeldWeights, InPageEmbedder};
use ricordo_core::{recall::EmbedError, time::Timestamp, wire::embeddings::EmbeddingsError};

impl Embedding {
    /// What is stored of the model in this browser.
    pub async fn held(self) -> Option<HeldWeights> {
        InPageEmbedder::held().await
    }

    /// Size of the model's download, in bytes.
    pub fn download_bytes() -> u64 {
        InPageEmbedder::download_bytes()
    }

    /// Cancels the download of the model. What arrived is kept.
    pub fn cancel_download(self) {
        self.in_page().cancel_download();
    }

    /// Loads the model in this browser if all of it is stored. Nothing is downloaded. Returns whether it is ready.
    pub async fn load_held(self, now: Timestamp) -> bool {
        if !self.held().await.is_some_and(|held| held.whole) {
            return false;
        }
        let loaded = self.in_page().load().await;
        let failed = loaded.map_err(|error| EmbedError::Failed(EmbeddingsError::Refused(error))).err();
        failed.iter().for_each(|error| self.failed(error, now));
        failed.is_none()
    }

    /// Frees the memory of the model in this browser.
    pub async fn unload(self) {
        if let Some(model) = self.in_page.get_value() {
            model.unload().await;
        }
    }
}
