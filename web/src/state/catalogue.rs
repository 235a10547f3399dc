//! Models that run in the page: loaded by address, stored and deleted.

use super::{Chat, Connection};
use crate::texts::errors::Localized;
use crate::texts::{self, in_page::in_page as words};
use leptos::prelude::*;
use ricordo_browser::{BrowserHost, HeldWeights, InPageModel};
use ricordo_core::{
    host::Host,
    id::ProviderId,
    in_page::{larger_profile, name_of},
    provider::{Provider, ProviderKind},
};

impl Connection {
    /// Switches the model in the page to the weights of the answering provider.
    pub(super) fn take_weights(self) {
        let provider = untrack(|| self.provider());
        if provider.kind == ProviderKind::InPage {
            self.take_weights_of(&provider.base_url, None);
        }
    }

    /// Switches the model in the page to the weights at an address; an empty one means the weights that ship with the
    /// app.
    pub(super) fn take_weights_of(self, url: &str, sha256: Option<&str>) {
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

impl Chat {
    /// Downloads the missing weights, loads them and makes the model the answering one.
    ///
    /// # Errors
    /// The reason as a sentence. The previous model stays active.
    pub async fn use_weights(self, url: String, sha256: Option<String>) -> Result<(), String> {
        let connection = self.connection;
        connection.take_weights_of(&url, sha256.as_deref());
        if let Err(error) = connection.load_in_page().await {
            connection.take_weights_of("", None);
            connection.take_weights();
            return Err(error.localized());
        }
        let known = untrack(|| connection.in_page_at(&url));
        let provider = known.unwrap_or_else(|| Provider {
            id: ProviderId::new(BrowserHost.now().at, BrowserHost.random()),
            model: name_of(&url),
            base_url: url,
            context_tokens: Some(larger_profile().context_tokens),
            ..Provider::in_page()
        });
        let stored = async {
            self.storage.session().save_provider(&provider).await?;
            connection.load().await?;
            connection.choose(Some(provider.id)).await?;
            self.answer_as_everywhere().await
        };
        stored.await.map_err(|error| error.localized())?;
        if self.say_if_project_answers() {
            return Ok(());
        }
        let notice = texts::connect::connect().now_answers.replace("{model}", &provider.model);
        self.notices.say(notice.replace("{name}", words().here));
        Ok(())
    }

    /// Deletes the stored weights of an address from this browser. They can be downloaded again.
    pub async fn delete_weights(self, url: String) {
        let connection = self.connection;
        let provider = untrack(|| connection.in_page_at(&url));
        InPageModel::delete_held(&connection.in_page.get_value(), &url).await;
        match provider {
            Some(provider) => self.delete_provider(&provider),
            None => self.notices.say(texts::connect::connect().deleted.replace("{name}", &name_of(&url))),
        }
    }
}
