//! Models that run in the page: loaded by address, made the answering one, and deleted.

use super::Chat;
use crate::{
    texts::{connect::connect, errors::Localized, fill, in_page::in_page as texts},
    words::model_name,
};
use leptos::prelude::*;
use ricordo_browser::{BrowserHost, InPageModel};
use ricordo_core::{
    host::Host,
    id::ProviderId,
    in_page::{larger_profile, name_of},
    provider::Provider,
};

impl Chat {
    /// Downloads the missing weights, loads them and makes the model the answering one.
    ///
    /// # Errors
    /// The reason as a sentence. The previous model stays active.
    pub async fn use_weights(self, url: String, sha256: Option<String>) -> Result<(), String> {
        let connection = self.connection;
        // Now, because another conversation may be open when the weights are there.
        let open = self.id();
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
            connection.save_provider(&provider).await?;
            connection.load().await?;
            connection.choose(Some(provider.id)).await?;
            self.answer_as_everywhere(open).await
        };
        stored.await.map_err(|error| error.localized())?;
        if self.say_if_project_answers() {
            return Ok(());
        }
        self.notices.say(fill(texts().now_in_use, &[("model", &model_name(&provider.model, true))]));
        Ok(())
    }

    /// Deletes the stored weights of an address from this browser. They can be downloaded again.
    pub async fn delete_weights(self, url: String) {
        let connection = self.connection;
        let provider = untrack(|| connection.in_page_at(&url));
        InPageModel::delete_held(&connection.in_page.get_value(), &url).await;
        match provider {
            Some(provider) => self.delete_provider(&provider),
            None => self.notices.say(fill(connect().deleted, &[("name", &name_of(&url))])),
        }
    }
}
