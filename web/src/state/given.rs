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
    wire::ListedModel,
};

impl Chat {
    /// Connects to the server that the page around the element names, if it is new.
    pub(super) async fn take_given(self) {
        let Some(given) = mount::given(|given| self.is_new(given).then(|| given.clone())).flatten() else { return };
        deferred::given(self, given).await;
    }

    fn is_new(self, given: &Given) -> bool {
        self.connection.providers.with_untracked(|all| is_new(given, all))
    }

    fn saved_at(self, endpoint: &str, kind: ProviderKind) -> Option<Provider> {
        self.connection.providers.with_untracked(|all| saved_at(all, endpoint, kind).cloned())
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
            Ok(models) => form.listed = listed(model.as_deref(), models),
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

fn saved_at<'a>(all: &'a [Provider], endpoint: &str, kind: ProviderKind) -> Option<&'a Provider> {
    all.iter().find(|saved| saved.kind == kind && saved.base_url == endpoint)
}

/// The model that the page names, or the first one if it names none.
fn listed(wanted: Option<&str>, models: Vec<ListedModel>) -> Option<ListedModel> {
    models.into_iter().find(|one| wanted.is_none_or(|wanted| wanted == one.id))
}

/// Whether the page names a server that is not saved, or another model of a saved one.
fn is_new(given: &Given, all: &[Provider]) -> bool {
    given.endpoint.as_deref().is_some_and(|endpoint| {
        let saved = saved_at(all, endpoint, kind_of(given));
        saved.is_none_or(|saved| given.model.as_ref().is_some_and(|model| saved.model != *model))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::testing::server;

    #[test]
    fn the_model_that_the_page_names_answers_or_else_the_first_one_and_never_another() {
        let models = || ["small", "large"].map(ListedModel::named).to_vec();
        let chosen = |wanted| listed(wanted, models()).map(|one| one.id);
        assert_eq!(chosen(None).as_deref(), Some("small"));
        assert_eq!(chosen(Some("large")).as_deref(), Some("large"));
        assert_eq!(chosen(Some("huge")), None);
        assert_eq!(listed(None, Vec::new()), None);
    }

    #[test]
    fn the_users_choice_stays_until_the_page_names_another_server_or_model() {
        let all = [server(1, "small")];
        let given = |endpoint: &str, model: Option<&str>, protocol| Given {
            endpoint: Some(endpoint.to_owned()),
            model: model.map(str::to_owned),
            protocol,
            ..Given::default()
        };
        let here = all[0].base_url.as_str();
        for (given, is_new_there) in [
            (Given::default(), false),
            (given(here, None, None), false),
            (given(here, Some("small"), None), false),
            (given(here, Some("small"), Some(ProviderKind::OpenAiCompatible)), false),
            (given(here, Some("large"), None), true),
            (given(here, None, Some(ProviderKind::Ollama)), true),
            (given("http://other.example/v1", None, None), true),
            (given("", None, None), true),
        ] {
            assert_eq!(is_new(&given, &all), is_new_there, "{given:?}");
        }
        assert!(is_new(&given(here, None, None), &[]));
    }
}
