//! Models that run in the page: which weights are in use, and which are stored.

use super::Connection;
use leptos::prelude::*;
use ricordo_browser::{HeldWeights, InPageModel};
use ricordo_core::{
    error::ModelError,
    provider::{Provider, ProviderKind},
};

impl Connection {
    /// Switches the model in the page to the weights of the answering provider.
    pub fn take_weights(self) {
        let provider = untrack(|| self.provider());
        if provider.kind == ProviderKind::InPage {
            self.take_weights_of(&provider.base_url, None);
        }
    }

    /// Switches the model in the page to the weights at an address; an empty one means the weights that ship with the
    /// app.
    pub fn take_weights_of(self, url: &str, sha256: Option<&str>) {
        let model = self.in_page.get_value();
        model.use_address(url, sha256);
        self.weights.set(model.name());
    }

    /// Downloads the missing weights at an address, and switches the model in the page to them when they are loaded.
    ///
    /// # Errors
    /// Why that failed. The model has the weights from before then.
    pub async fn take_whole_weights(self, url: &str, sha256: Option<&str>) -> Result<(), ModelError> {
        let model = self.in_page.get_value();
        let taken = model.take_address(url, sha256).await;
        self.weights.set(model.name());
        taken
    }

    /// Name of the model that answers in the open conversation; for one in this page, that of its weights, whichever were used
    /// last.
    pub fn answering_name(self) -> String {
        let provider = self.provider();
        if provider.kind != ProviderKind::InPage {
            return provider.model;
        }
        // The user's own file has no address.
        self.weights.track();
        self.in_page.with_value(|model| model.name_at(&provider.base_url))
    }

    /// State of the stored weights of an address.
    pub async fn held(self, url: &str) -> Option<HeldWeights> {
        InPageModel::held(url).await
    }

    /// Provider whose weights are at an address.
    pub fn in_page_at(self, url: &str) -> Option<Provider> {
        let is_it = |one: &&Provider| one.kind == ProviderKind::InPage && one.base_url == url;
        self.providers.with(|all| all.iter().find(is_it).cloned())
    }
}
