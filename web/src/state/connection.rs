//! Connections to models: the providers, the one that answers in the open conversation, the settings, and the model in
//! this page. Servers are managed in `servers`, models are picked in `picker`, and the weights of the model in this
//! page are chosen in `catalogue`.

use super::{AnyModel, Storage, model_lists::Lists};
use leptos::prelude::*;
use ricordo_browser::{HttpModel, InPageModel, ModelProgress, channel::News, keys};
use ricordo_core::{
    conversation::Conversation,
    error::{Error, ModelError},
    id::ProviderId,
    project::Project,
    provider::{Provider, ProviderKind},
    settings::Settings,
    wire::Protocol,
};

/// State of the connections.
#[derive(Clone, Copy)]
pub struct Connection {
    /// Settings.
    pub settings: RwSignal<Settings>,
    /// All saved providers.
    pub providers: RwSignal<Vec<Provider>>,
    /// All projects.
    pub projects: RwSignal<Vec<Project>>,
    /// Open conversation, which may have its own provider and settings.
    pub conversation: RwSignal<Option<Conversation>>,
    /// Providers with a stored key.
    pub keyed: RwSignal<Vec<ProviderId>>,
    /// Models listed by the providers.
    pub lists: Lists,
    /// Loading progress of the model in this page.
    pub progress: RwSignal<ModelProgress>,
    /// Name of the weights of the model in this page.
    pub weights: RwSignal<String>,
    pub in_page: StoredValue<InPageModel, LocalStorage>,
    pub(super) storage: Storage,
}

impl Connection {
    /// Creates the state with the model in this page, until [`Connection::load`].
    pub fn new(storage: Storage) -> Self {
        let progress = RwSignal::new(ModelProgress::NotLoaded);
        let in_page = InPageModel::new(move |now| progress.set(now));
        Self {
            settings: RwSignal::new(Settings::default()),
            providers: RwSignal::new(Vec::new()),
            projects: RwSignal::new(Vec::new()),
            conversation: RwSignal::new(None),
            keyed: RwSignal::new(Vec::new()),
            lists: Lists::new(),
            progress,
            weights: RwSignal::new(in_page.name()),
            in_page: StoredValue::new_local(in_page),
            storage,
        }
    }

    /// Loads the stored settings, providers and projects.
    ///
    /// # Errors
    /// [`Error::Store`]
    pub async fn load(self) -> Result<(), Error> {
        let (settings, providers, projects) = self.stored().await?;
        self.projects.set(projects);
        self.providers.set(providers);
        self.settings.set(settings);
        self.take_weights();
        Ok(())
    }

    /// Like [`Connection::load`], after a change that may have been made in another tab. What is the same as before is not set,
    /// because all that depends on it would be drawn again. Reports why it failed. Not part of the first load.
    pub async fn load_again(self) {
        let (settings, providers, projects) = match self.stored().await {
            Ok(stored) => stored,
            Err(error) => return self.storage.report(&error),
        };
        set_new(self.projects, projects);
        // Not while the weights of another model are being downloaded, unless the choice changed.
        if set_new(self.providers, providers) | set_new(self.settings, settings) {
            self.take_weights();
        }
    }

    async fn stored(self) -> Result<(Settings, Vec<Provider>, Vec<Project>), Error> {
        let session = self.storage.session();
        let reads = futures_util::future::join3(session.settings(), session.providers(), session.projects());
        let (settings, providers, projects) = reads.await;
        Ok((settings?, providers?, projects?))
    }

    /// Provider that answers in the open conversation.
    pub fn provider(self) -> Provider {
        self.providers.with(|all| {
            self.settings.with(|settings| {
                self.conversation.with(|open| match open {
                    Some(open) => self
                        .projects
                        .with(|projects| Provider::of_conversation(open, Project::of(open, projects), settings, all)),
                    None => Provider::of_settings(settings, all),
                })
            })
        })
    }

    /// Server that the connection dialog edits: the answering one, or else the one saved last.
    pub fn server(self) -> Option<Provider> {
        let answering = self.provider();
        self.providers.with(|all| edited(all, answering.id).cloned())
    }

    /// Creates the model of a provider, with its key.
    ///
    /// # Errors
    /// [`Error::Store`] when the key cannot be read.
    pub async fn model(self, provider: &Provider) -> Result<AnyModel, Error> {
        match Protocol::of(provider.kind) {
            None => {
                self.take_weights_of(&provider.base_url, None);
                Ok(AnyModel::InPage(self.in_page.get_value()))
            }
            Some(protocol) => Ok(AnyModel::Http(HttpModel {
                protocol,
                base_url: provider.base_url.clone(),
                key: keys::load(&self.storage.name.get_value(), provider.id).await?,
                response_timeout_seconds: self.settings.with_untracked(|settings| settings.response_timeout_seconds),
            })),
        }
    }

    /// Whether a model in this page is the default.
    pub fn answers_in_page(self) -> bool {
        let answers = |all: &Vec<Provider>| self.settings.with_untracked(|now| Provider::of_settings(now, all).kind);
        self.providers.with_untracked(answers) == ProviderKind::InPage
    }

    /// Makes the model in this page the default.
    ///
    /// # Errors
    /// [`Error::Store`]
    pub async fn choose_in_page(self) -> Result<(), Error> {
        self.choose(None).await
    }

    /// Makes a provider the default.
    ///
    /// # Errors
    /// [`Error::Store`]
    pub async fn choose(self, provider: Option<ProviderId>) -> Result<(), Error> {
        self.save_settings(Settings { provider, ..self.settings.get_untracked() }).await?;
        self.take_weights();
        Ok(())
    }

    /// Saves the settings, for all tabs.
    ///
    /// # Errors
    /// [`Error::OutOfRange`], [`Error::Store`]
    pub async fn save_settings(self, settings: Settings) -> Result<(), Error> {
        self.storage.session().save_settings(&settings).await?;
        self.settings.set(settings);
        self.storage.announce(News::Several);
        Ok(())
    }

    /// Saves a provider, for all tabs. This one knows it after [`Connection::load`].
    ///
    /// # Errors
    /// [`Error::Store`]
    pub async fn save_provider(self, provider: &Provider) -> Result<(), Error> {
        self.storage.session().save_provider(provider).await?;
        self.storage.announce(News::Several);
        Ok(())
    }

    /// Loads the user's GGUF file instead of the app's weights.
    ///
    /// # Errors
    /// Why the file could not be used.
    pub async fn use_file(self, file: web_sys::File) -> Result<(), ModelError> {
        let model = self.in_page.get_value();
        let result = model.use_file(file).await;
        self.weights.set(model.name());
        result
    }

    /// Downloads and loads the weights.
    ///
    /// # Errors
    /// Why the weights could not be loaded.
    pub async fn load_in_page(self) -> Result<(), ModelError> {
        self.in_page.get_value().load().await
    }

    /// Cancels the download of the weights.
    pub fn cancel_download(self) {
        self.in_page.with_value(InPageModel::cancel_download);
    }
}

/// Sets a signal unless it has this value already. Returns whether it had another.
fn set_new<T: PartialEq + Send + Sync + 'static>(signal: RwSignal<T>, value: T) -> bool {
    let is_new = signal.with_untracked(|known| *known != value);
    if is_new {
        signal.set(value);
    }
    is_new
}

/// The server that is edited first: the answering one, or else the one saved last.
fn edited(all: &[Provider], answering: ProviderId) -> Option<&Provider> {
    let mut servers = all.iter().filter(|provider| provider.kind != ProviderKind::InPage);
    let chosen = servers.clone().find(|provider| provider.id == answering);
    chosen.or_else(|| servers.next_back())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::testing::server;

    #[test]
    fn the_form_shows_the_server_that_answers_or_the_last_one() {
        let weights = Provider { kind: ProviderKind::InPage, ..server(3, "weights") };
        let all = [server(1, "a"), server(2, "b"), weights.clone()];
        let model = |answering| edited(&all, answering).map(|server| server.model.as_str());
        assert_eq!(model(all[0].id), Some("a"));
        assert_eq!(model(Provider::in_page().id), Some("b"));
        assert_eq!(model(weights.id), Some("b"), "a model in the browser is no server");
        assert_eq!(edited(&all[2..], weights.id), None);
        assert_eq!(edited(&[], weights.id), None);
    }
}
