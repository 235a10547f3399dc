//! The server that the page around `<ricordo-chat>` names. After it is saved, the user's choice wins, until the page
//! names another server or the user gives this server another model: then the page's model is restored.

use super::{Chat, ServerForm, deferred};
use crate::{
    address,
    mount::{self, Given},
    texts::{connect::explain_trouble, doctor::doctor, errors::Localized},
};
use leptos::prelude::*;
use ricordo_core::{
    error::Error,
    provider::{Provider, ProviderKind},
};

impl Chat {
    /// Connects to the server that the page around the element names, if it is new.
    pub(super) async fn take_given(self) {
        let Some(given) = mount::given(|given| self.is_new(given).then(|| given.clone())).flatten() else { return };
        deferred::given(self, given).await;
    }

    fn is_new(self, given: &Given) -> bool {
        given.endpoint.as_deref().is_some_and(|endpoint| {
            let is_it = |saved: &Provider| given.model.as_ref().is_none_or(|model| saved.model == *model);
            !self.saved_at(endpoint, kind_of(given)).is_some_and(|saved| is_it(&saved))
        })
    }

    fn saved_at(self, endpoint: &str, kind: ProviderKind) -> Option<Provider> {
        let is_there = |saved: &&Provider| saved.kind == kind && saved.base_url == endpoint;
        self.connection.providers.with_untracked(|all| all.iter().find(is_there).cloned())
    }

    /// Connects to the server for [`Chat::take_given`], once the code is loaded.
    pub(super) async fn use_given(self, given: Given) {
        let kind = kind_of(&given);
        let Given { endpoint: Some(base_url), model, .. } = given else { return };
        if let Some(wrong) = address::trouble_with(&base_url) {
            return self.notices.trouble(explain_trouble(wrong));
        }
        let mut form = ServerForm {
            id: self.saved_at(&base_url, kind).map(|saved| saved.id),
            kind,
            base_url,
            model: model.clone().unwrap_or_default(),
            key: String::new(),
            timeout: self.connection.settings.with_untracked(|settings| settings.response_timeout_seconds),
            supports_images: kind == ProviderKind::Anthropic,
            listed: None,
        };
        match self.connection.models_of(&form).await {
            Ok(models) => {
                let is_it = |id: &str| model.as_ref().is_none_or(|model| model == id);
                form.listed = models.into_iter().find(|one| is_it(&one.id));
            }
            // A server that lists no models may still answer if the model is known.
            Err(_) if model.is_some() => {}
            Err(error) => return self.notices.trouble(error.localized()),
        }
        if let Some(listed) = &form.listed {
            form.model.clone_from(&listed.id);
            form.supports_images = listed.supports_images.unwrap_or(form.supports_images);
        }
        if form.model.is_empty() {
            return self.notices.trouble(doctor().no_model);
        }
        let saved: Result<(), Error> = async {
            self.connection.save_server(form).await?;
            self.answer_as_everywhere().await
        }
        .await;
        if let Err(error) = saved {
            self.storage.report(&error);
        }
    }
}

fn kind_of(given: &Given) -> ProviderKind {
    given.protocol.unwrap_or(ProviderKind::OpenAiCompatible)
}
