//! Who answers: the chosen provider, its key, the settings, and the model in this page.

use super::{AnyModel, Storage};
use crate::address::origin_of;
use leptos::prelude::*;
use ricordo_browser::{HttpModel, InPageModel, ModelProgress, keys};
use ricordo_core::{
    error::{Error, ModelError},
    host::Host,
    id::ProviderId,
    in_page::profile,
    provider::{Provider, ProviderKind},
    settings::Settings,
    time::Timestamp,
    wire::Protocol,
};

/// What is typed into the dialog for a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerForm {
    /// What the server speaks.
    pub kind: ProviderKind,
    /// The address, trimmed.
    pub base_url: String,
    /// The model's id.
    pub model: String,
    /// A new key; empty: the stored one stays.
    pub key: String,
    /// Seconds, in range.
    pub timeout: u32,
    /// Whether the model takes images.
    pub sees: bool,
}

/// The connection to a model.
#[derive(Clone, Copy)]
pub struct Connection {
    /// The settings.
    pub settings: RwSignal<Settings>,
    /// All providers that were saved.
    pub providers: RwSignal<Vec<Provider>>,
    /// Whether a key is stored for the server.
    pub has_key: RwSignal<bool>,
    /// How far the model in this page is.
    pub progress: RwSignal<ModelProgress>,
    /// What the weights of the model in this page are called.
    pub weights: RwSignal<String>,
    in_page: StoredValue<InPageModel, LocalStorage>,
    storage: Storage,
}

impl Connection {
    /// The model in this page, until [`Connection::load`].
    pub fn new(storage: Storage) -> Self {
        let progress = RwSignal::new(ModelProgress::NotLoaded);
        let in_page = InPageModel::new(move |now| progress.set(now));
        Self {
            settings: RwSignal::new(Settings::default()),
            providers: RwSignal::new(Vec::new()),
            has_key: RwSignal::new(false),
            progress,
            weights: RwSignal::new(in_page.name()),
            in_page: StoredValue::new_local(in_page),
            storage,
        }
    }

    /// Reads what is stored.
    ///
    /// # Errors
    /// [`Error::Store`]
    pub async fn load(self) -> Result<(), Error> {
        let session = self.storage.session();
        let (settings, providers) = futures_util::future::join(session.settings(), session.providers()).await;
        self.providers.set(providers?);
        self.settings.set(settings?);
        Ok(())
    }

    /// The provider that answers.
    pub fn provider(self) -> Provider {
        let chosen = self.settings.with(|settings| settings.provider);
        let found = self.providers.with(|all| all.iter().find(|provider| Some(provider.id) == chosen).cloned());
        found.unwrap_or_else(in_page_provider)
    }

    /// The server that was saved last, chosen or not.
    pub fn server(self) -> Option<Provider> {
        self.providers.with(|all| all.iter().rfind(|provider| provider.kind != ProviderKind::InPage).cloned())
    }

    /// The model of a provider, with its key.
    ///
    /// # Errors
    /// [`Error::Store`] when the key cannot be read.
    pub async fn model(self, provider: &Provider) -> Result<AnyModel, Error> {
        match Protocol::of(provider.kind) {
            None => Ok(AnyModel::InPage(self.in_page.get_value())),
            Some(protocol) => Ok(AnyModel::Http(HttpModel {
                protocol,
                base_url: provider.base_url.clone(),
                key: keys::load(&self.storage.name.get_value(), provider.id).await?,
                response_timeout_seconds: self.settings.with_untracked(|settings| settings.response_timeout_seconds),
            })),
        }
    }

    /// Reads whether a key is stored for the server.
    pub async fn look_for_key(self) {
        let stored = match untrack(|| self.server()) {
            Some(server) => keys::load(&self.storage.name.get_value(), server.id).await,
            None => Ok(None),
        };
        self.has_key.set(matches!(stored, Ok(Some(_))));
    }

    /// Takes the stored key away.
    pub async fn remove_key(self) {
        if let Some(server) = untrack(|| self.server()) {
            if let Err(error) = keys::remove(&self.storage.name.get_value(), server.id).await {
                self.storage.report(&error.into());
            }
            self.look_for_key().await;
        }
    }

    /// The models that a server offers: with the key that is typed, or the stored one where it belongs there.
    ///
    /// # Errors
    /// What the server said.
    pub async fn list_models(self, form: &ServerForm) -> Result<Vec<String>, ModelError> {
        let server = untrack(|| self.server());
        let key = match (form.key.is_empty(), server) {
            (false, _) => Some(form.key.clone()),
            (true, Some(server)) if origin_of(&server.base_url) == origin_of(&form.base_url) => {
                keys::load(&self.storage.name.get_value(), server.id).await.ok().flatten()
            }
            _ => None,
        };
        let model = HttpModel {
            protocol: Protocol::of(form.kind).unwrap_or(Protocol::OpenAi),
            base_url: form.base_url.clone(),
            key,
            response_timeout_seconds: form.timeout.min(LISTING_TIMEOUT),
        };
        model.list_models().await
    }

    /// Stores a server and lets it answer. A key that belongs to another server is taken away.
    ///
    /// # Errors
    /// [`Error::Store`]; nothing is chosen then.
    pub async fn save_server(self, form: ServerForm) -> Result<(), Error> {
        let before = untrack(|| self.server());
        let host = ricordo_browser::BrowserHost;
        let id = before.as_ref().map_or_else(|| ProviderId::new(host.now().at, host.random()), |server| server.id);
        let database = self.storage.name.get_value();
        let moved = before.is_some_and(|server| origin_of(&server.base_url) != origin_of(&form.base_url));
        if !form.key.is_empty() {
            keys::save(&database, id, &form.key).await?;
        } else if moved {
            keys::remove(&database, id).await?;
        }
        let provider = Provider {
            id,
            name: crate::address::host_of(&form.base_url).to_owned(),
            kind: form.kind,
            base_url: form.base_url,
            model: form.model,
            context_tokens: None,
            sees: form.sees,
            has_tools: true,
        };
        self.storage.session().save_provider(&provider).await?;
        let settings =
            Settings { provider: Some(id), response_timeout_seconds: form.timeout, ..self.settings.get_untracked() };
        self.save_settings(settings).await?;
        self.load().await
    }

    /// Lets the model in this page answer.
    ///
    /// # Errors
    /// [`Error::Store`]
    pub async fn choose_in_page(self) -> Result<(), Error> {
        self.save_settings(Settings { provider: None, ..self.settings.get_untracked() }).await
    }

    /// Stores the settings.
    ///
    /// # Errors
    /// [`Error::OutOfRange`], [`Error::Store`]
    pub async fn save_settings(self, settings: Settings) -> Result<(), Error> {
        self.storage.session().save_settings(&settings).await?;
        self.settings.set(settings);
        Ok(())
    }

    /// Loads a GGUF file of the user's own in place of the app's weights.
    ///
    /// # Errors
    /// Why it does not work.
    pub async fn use_file(self, file: web_sys::File) -> Result<(), ModelError> {
        let model = self.in_page.get_value();
        let result = model.use_file(file).await;
        self.weights.set(model.name());
        result
    }

    /// Downloads the weights and loads them.
    ///
    /// # Errors
    /// Why it does not work.
    pub async fn load_in_page(self) -> Result<(), ModelError> {
        self.in_page.get_value().load().await
    }

    /// Gives up the download of the weights.
    pub fn cancel_download(self) {
        self.in_page.with_value(InPageModel::cancel_download);
    }
}

/// How long a list of models may take, in seconds: it is not a reply.
const LISTING_TIMEOUT: u32 = 20;

/// The model in this page, as a provider. It needs no record.
fn in_page_provider() -> Provider {
    Provider {
        id: ProviderId::new(Timestamp(0), [0; 10]),
        name: "In this page".to_owned(),
        kind: ProviderKind::InPage,
        base_url: String::new(),
        model: "SmolLM2-135M-Instruct".to_owned(),
        context_tokens: Some(profile().context_tokens),
        sees: false,
        // Too small a model for them.
        has_tools: false,
    }
}
