//! Models that run in the page: which weights are in use, and which are stored.

use super::Connection;
use leptos::prelude::*;
use ricordo_browser::{HeldWeights, InPageModel};
use ricordo_core::provider::{Provider, ProviderKind};

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
