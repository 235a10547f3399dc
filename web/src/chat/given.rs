//! The server that the page around `<ricordo-chat>` names. After it is saved, the user's choice wins, until the page
//! names another server or the user gives this server another model: then the page's model is restored.

use super::{Chat, deferred};
use crate::{
    address, browser,
    mount::{self, Given},
    state::ServerForm,
    texts::{connect::explain_trouble, doctor::doctor, errors::Localized},
};
use leptos::prelude::*;
use ricordo_core::{
    error::{Error, ModelError},
    provider::{Provider, ProviderKind},
    wire::ListedModel,
};

/// Key in local storage for the address of the server that the page named last, if it was connected to. Each database has its own.
const LAST_NAMED: &str = "ricordo.given";

impl Chat {
    /// Connects to the server that the page around the element names, if it is new.
    pub(super) async fn take_given(self) {
        let Some(given) = mount::given(|given| self.is_new(given).then(|| given.clone())).flatten() else { return };
        deferred::given(self, given).await;
    }

    fn is_new(self, given: &Given) -> bool {
        self.connection.providers.with_untracked(|all| is_new(given, all, last_named().as_deref()))
    }

    /// Keeps which server the page names, where that is not known because nobody had to connect to it.
    pub(super) fn note_given(self) {
        let server = mount::given(|given| {
            let endpoint = given.endpoint.clone()?;
            self.saved_at(&endpoint, kind_of(given)).map(|_| endpoint)
        });
        if let Some(server) = server.flatten().filter(|_| last_named().is_none()) {
            keep_last_named(&server);
        }
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
        let server = base_url.clone();
        let form = ServerForm {
            id: self.saved_at(&base_url, kind).map(|saved| saved.id),
            kind,
            base_url,
            model: model.clone().unwrap_or_default(),
            key: String::new(),
            timeout: self.connection.settings.with_untracked(|settings| settings.response_timeout_seconds),
            supports_images: kind == ProviderKind::Anthropic,
            listed: None,
        };
        let open = self.id();
        let models = self.connection.models_of(&form).await;
        if mount::has_ended() {
            return;
        }
        let form = match completed(form, model.as_deref(), models) {
            Ok(form) => form,
            Err(why) => return self.notices.trouble(why),
        };
        // Before the server is shown: the page may name another one from then on.
        keep_last_named(&server);
        let saved: Result<(), Error> = async {
            self.connection.save_server(form).await?;
            self.answer_as_everywhere(open).await
        }
        .await;
        if let Err(error) = saved {
            // It is new again at the next start.
            keep_last_named("");
            self.storage.report(&error);
        }
    }
}

fn last_named() -> Option<String> {
    window().local_storage().ok().flatten()?.get_item(&mount::own_name(LAST_NAMED)).ok()?
}

fn keep_last_named(server: &str) {
    if let Some(storage) = window().local_storage().ok().flatten().filter(|_| browser::may_keep()) {
        let _ = storage.set_item(&mount::own_name(LAST_NAMED), server);
    }
}

fn kind_of(given: &Given) -> ProviderKind {
    given.protocol.unwrap_or(ProviderKind::OpenAiCompatible)
}

fn saved_at<'a>(all: &'a [Provider], endpoint: &str, kind: ProviderKind) -> Option<&'a Provider> {
    all.iter().find(|saved| saved.kind == kind && saved.base_url == endpoint)
}

/// The form with what the server lists about the model, or why there is none.
fn completed(
    form: ServerForm,
    wanted: Option<&str>,
    models: Result<Vec<ListedModel>, ModelError>,
) -> Result<ServerForm, String> {
    let listed = match models {
        Ok(models) => listed(wanted, models),
        // A server that lists no models may still answer if the model is known.
        Err(_) if wanted.is_some() => None,
        Err(error) => return Err(error.localized()),
    };
    let form = match listed {
        Some(listed) => ServerForm {
            model: listed.id.clone(),
            supports_images: listed.supports_images.unwrap_or(form.supports_images),
            listed: Some(listed),
            ..form
        },
        None => form,
    };
    if form.model.is_empty() { Err(doctor().no_model.to_owned()) } else { Ok(form) }
}

/// The model that the page names, or the first one if it names none.
fn listed(wanted: Option<&str>, models: Vec<ListedModel>) -> Option<ListedModel> {
    models.into_iter().find(|one| wanted.is_none_or(|wanted| wanted == one.id))
}

/// Whether the page names another server than the last time, one that is not saved, or another model of a saved one.
fn is_new(given: &Given, all: &[Provider], last_named: Option<&str>) -> bool {
    given.endpoint.as_deref().is_some_and(|endpoint| {
        let kind = kind_of(given);
        last_named.is_some_and(|last| last != endpoint)
            || saved_at(all, endpoint, kind)
                .is_none_or(|saved| given.model.as_ref().is_some_and(|model| saved.model != *model))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        state::testing::server,
        texts::{UiLanguage, speak},
    };
    use ricordo_core::error::ModelErrorKind;

    fn form(model: &str, supports_images: bool) -> ServerForm {
        ServerForm {
            id: None,
            kind: ProviderKind::OpenAiCompatible,
            base_url: "http://127.0.0.1:1/v1".to_owned(),
            model: model.to_owned(),
            key: String::new(),
            timeout: 60,
            supports_images,
            listed: None,
        }
    }

    fn model(id: &str, supports_images: Option<bool>) -> ListedModel {
        ListedModel { supports_images, ..ListedModel::named(id) }
    }

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
            assert_eq!(is_new(&given, &all, None), is_new_there, "{given:?}");
        }
        assert!(is_new(&given(here, None, None), &[], None));
    }

    #[test]
    fn a_server_that_the_page_names_again_after_another_one_is_new() {
        let all = [server(1, "small"), server(2, "small")];
        let given = |server: &Provider, protocol| Given {
            endpoint: Some(server.base_url.clone()),
            protocol,
            ..Given::default()
        };
        let last = all[0].base_url.clone();
        assert_ne!(all[0].base_url, all[1].base_url);
        assert!(!is_new(&given(&all[0], None), &all, Some(last.as_str())), "the user's choice stays");
        assert!(is_new(&given(&all[1], None), &all, Some(last.as_str())), "although it is saved");
        assert!(is_new(&given(&all[0], Some(ProviderKind::Ollama)), &all, Some(last.as_str())));
        assert!(!is_new(&Given::default(), &all, Some(last.as_str())), "it names none");
    }

    #[test]
    fn the_server_says_what_its_model_can_and_the_page_decides_where_it_says_nothing() {
        let listed = || Ok(vec![model("small", None), model("seer", Some(true)), model("blind", Some(false))]);
        let used = |wanted: Option<&str>, images, models| {
            let form = completed(form(wanted.unwrap_or_default(), images), wanted, models).unwrap();
            (form.model, form.supports_images, form.listed.is_some())
        };
        let is = |name: &str, images, is_listed| (name.to_owned(), images, is_listed);
        assert_eq!(used(None, false, listed()), is("small", false, true));
        assert_eq!(used(None, true, listed()), is("small", true, true), "as the protocol usually does");
        assert_eq!(used(Some("seer"), false, listed()), is("seer", true, true));
        assert_eq!(used(Some("blind"), true, listed()), is("blind", false, true));
        assert_eq!(used(Some("unlisted"), true, listed()), is("unlisted", true, false), "it may answer all the same");
        assert_eq!(used(Some("named"), false, Ok(Vec::new())), is("named", false, false));
        let failed = Err(ModelError::new(ModelErrorKind::NotFound, "no list"));
        assert_eq!(used(Some("named"), false, failed), is("named", false, false));
    }

    #[test]
    fn a_server_without_a_model_is_not_saved_and_the_reason_is_said() {
        for language in UiLanguage::all() {
            speak(language);
            let why = |models| completed(form("", false), None, models).unwrap_err();
            assert_eq!(why(Ok(Vec::new())), doctor().no_model);
            let error = || ModelError::new(ModelErrorKind::Unauthorized, "");
            assert_eq!(why(Err(error())), error().localized());
        }
    }
}
