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
    settings::Settings,
};

impl Chat {
    /// Downloads the missing weights, loads them and makes the model the answering one. Until then the previous one answers.
    ///
    /// # Errors
    /// The reason as a sentence. The previous model stays active.
    pub async fn use_weights(self, url: String, sha256: Option<String>) -> Result<(), String> {
        let connection = self.connection;
        // Now, because another conversation may be open when the weights are there.
        let open = self.id();
        connection.take_whole_weights(&url, sha256.as_deref()).await.map_err(|error| error.localized())?;
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
            // All is read again only once it answers: otherwise the weights of the one before would be taken, and these loaded
            // again.
            connection.providers.update(|all| {
                if !all.contains(&provider) {
                    all.push(provider.clone());
                }
            });
            let settings = Settings { provider: Some(provider.id), ..connection.settings.get_untracked() };
            connection.save_settings(settings).await?;
            self.answer_as_everywhere(open).await?;
            connection.load().await
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
