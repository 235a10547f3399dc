//! Model servers: discovers them on this computer, tests and saves them, and manages their keys.

use super::Connection;
use crate::{address::origin_of, browser};
use futures_util::{StreamExt, stream::FuturesUnordered};
use leptos::prelude::*;
use ricordo_browser::{AnyStore, HttpModel, http::examine, keys, locks};
use ricordo_core::{
    doctor::{Observations, Server, known_at},
    error::{Error, ModelError, ModelErrorKind},
    host::Host,
    id::ProviderId,
    provider::{Provider, ProviderKind},
    settings::{Settings, VectorStoreSettings},
    wire::{ListedModel, Protocol},
};

/// Input of the form for a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerForm {
    /// The saved server to change; `None` for a new one.
    pub id: Option<ProviderId>,
    /// Kind of the server, which decides its protocol.
    pub kind: ProviderKind,
    /// Base address, trimmed.
    pub base_url: String,
    /// The model's id.
    pub model: String,
    /// New API key; empty to keep the stored one.
    pub key: String,
    /// Response timeout in seconds, within the allowed range.
    pub timeout: u32,
    /// Whether the model accepts images.
    pub supports_images: bool,
    /// What the server lists about the model.
    pub listed: Option<ListedModel>,
}

impl ServerForm {
    /// Creates the form for a discovered server and one of its models.
    pub fn found(kind: ProviderKind, base_url: &str, model: &ListedModel, timeout: u32) -> Self {
        Self {
            id: None,
            kind,
            base_url: base_url.to_owned(),
            model: model.id.clone(),
            key: String::new(),
            timeout,
            supports_images: model.supports_images.unwrap_or(kind == ProviderKind::Anthropic),
            listed: Some(model.clone()),
        }
    }

    /// Whether a saved connection is the one that the form is about: a server that is found again needs no second one. With
    /// another key than the stored one it is another connection: the stored key would be lost.
    fn is_about(&self, saved: &Provider, stored_key: Option<&str>) -> bool {
        let has_same_key = self.key.is_empty() || stored_key.is_none_or(|stored| stored == self.key);
        saved.kind == self.kind && saved.base_url == self.base_url && has_same_key
    }

    /// Provider that the form describes.
    fn provider(&self, id: ProviderId, before: Option<&Provider>) -> Provider {
        let listed = self.listed.as_ref().filter(|listed| listed.id == self.model);
        let same = before.filter(|before| before.model == self.model && before.base_url == self.base_url);
        Provider {
            id,
            name: name_of(&self.base_url),
            kind: self.kind,
            base_url: self.base_url.clone(),
            model: self.model.clone(),
            context_tokens: listed
                .and_then(|listed| listed.context_tokens)
                .or_else(|| same.and_then(|same| same.context_tokens)),
            supports_images: self.supports_images,
            has_tools: listed
                .and_then(|listed| listed.has_tools)
                .unwrap_or_else(|| same.is_none_or(|same| same.has_tools)),
        }
    }
}

/// Display name of a server: the name of a known provider, or host and port.
pub fn name_of(base_url: &str) -> String {
    known_at(base_url).map_or_else(|| crate::address::host_of(base_url).to_owned(), |known| known.name.to_owned())
}

/// What was found at the usual address of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// Still looking.
    Looking,
    /// No server, or something that is not such a server.
    Nothing,
    /// A server that refuses this page's origin.
    Refuses,
    /// The server, with its models.
    Found(Vec<ListedModel>),
}

impl Finding {
    fn of(answer: Result<Vec<ListedModel>, ModelError>) -> Self {
        match answer {
            Ok(models) => Self::Found(models),
            Err(error) if error.kind == ModelErrorKind::OriginRefused => Self::Refuses,
            Err(_) => Self::Nothing,
        }
    }
}

/// Timeout for discovering a server on this computer, in seconds.
const LOOKING: u32 = 3;

/// Timeout for a list of models, in seconds; shorter than for a reply.
const LISTING: u32 = 20;

/// Timeout for a short test reply, in seconds; a large model may have to be loaded first.
const TESTING: u32 = 60;

impl Connection {
    /// Looks in parallel for the servers that people run on their own computers, at their usual addresses. Calls
    /// `found` for each as soon as its result is known.
    pub async fn look(self, found: impl Fn(Server, Finding)) {
        let looks = Server::LOCAL.into_iter().filter_map(|server| {
            let base_url = server.usual_address()?;
            let model = http(server.kind(), base_url, None, LOOKING)?;
            Some(async move { (server, Finding::of(model.models().await)) })
        });
        let mut looks: FuturesUnordered<_> = looks.collect();
        while let Some((server, finding)) = looks.next().await {
            found(server, finding);
        }
    }

    /// Lists the models of a server, with the typed key, or with the stored one if it belongs to the typed address.
    ///
    /// # Errors
    /// Why the list could not be read.
    pub async fn models_of(self, form: &ServerForm) -> Result<Vec<ListedModel>, ModelError> {
        let key = self.key_for(form).await;
        let none = || ModelError::new(ModelErrorKind::InvalidAddress, form.base_url.as_str());
        http(form.kind, form.base_url.clone(), key, form.timeout.min(LISTING)).ok_or_else(none)?.models().await
    }

    /// Tests all steps of a connection; calls `on_progress` after each.
    pub async fn examine(self, form: &ServerForm, on_progress: &dyn Fn(&Observations)) -> Option<Observations> {
        let key = self.key_for(form).await;
        let model = http(form.kind, form.base_url.clone(), key, form.timeout.min(TESTING))?;
        // The provider is never stored, so any id will do.
        let provider = form.provider(Provider::in_page().id, None);
        let settings = self.settings.get_untracked();
        Some(examine(&model, &provider, &settings, on_progress).await)
    }

    /// The form, for the saved connection that it is about, if there is one.
    ///
    /// # Errors
    /// [`Error::Store`] when a stored key cannot be read: nothing may take its place then.
    pub async fn of_saved(self, form: ServerForm) -> Result<ServerForm, Error> {
        let database = self.storage.name.get_value();
        for saved in self.providers.get_untracked() {
            if form.is_about(&saved, None) {
                let stored_key = keys::load(&database, saved.id).await?;
                if form.is_about(&saved, stored_key.as_deref()) {
                    return Ok(ServerForm { id: Some(saved.id), ..form });
                }
            }
        }
        Ok(form)
    }

    /// Saves a server, makes it the default and returns its id. Removes a stored key that belongs to another server.
    ///
    /// # Errors
    /// [`Error::Store`]; the default does not change then.
    pub async fn save_server(self, form: ServerForm) -> Result<ProviderId, Error> {
        let before = self.saved(form.id);
        let host = ricordo_browser::BrowserHost;
        let id = before.as_ref().map_or_else(|| ProviderId::new(host.now().at, host.random()), |server| server.id);
        let database = self.storage.name.get_value();
        let is_moved = before.as_ref().is_some_and(|server| !is_same_server(server, &form.base_url));
        let mut old_key = None;
        if is_moved {
            // Before the provider is stored: no tab may send the key to another server than its own.
            old_key = keys::load(&database, id).await?;
            keys::remove(&database, id).await?;
        }
        // The provider is stored before its new key: otherwise another tab could sweep the key as an orphan.
        if let Err(error) = self.save_provider(&form.provider(id, before.as_ref())).await {
            if let Some(key) = old_key {
                // The old address is still the stored one, and needs its key.
                keys::save(&database, id, &key).await?;
            }
            return Err(error);
        }
        if !form.key.is_empty() {
            keys::save(&database, id, &form.key).await?;
        }
        let mut settings =
            Settings { provider: Some(id), response_timeout_seconds: form.timeout, ..self.settings.get_untracked() };
        // What the user agreed to before concerns the address before.
        if let Some(agreed) = before.and_then(|before| before.with_address(&settings.embeddings)) {
            settings.embeddings = agreed;
        }
        self.save_settings(settings).await?;
        self.load().await?;
        self.lists.drop_list(id);
        self.look_for_keys().await;
        Ok(id)
    }

    /// Reads which providers have a stored key.
    pub async fn look_for_keys(self) {
        let database = self.storage.name.get_value();
        let mut keyed = Vec::new();
        for provider in self.providers.get_untracked() {
            if matches!(keys::load(&database, provider.id).await, Ok(Some(_))) {
                keyed.push(provider.id);
            }
        }
        self.keyed.set(keyed);
    }

    /// Removes the stored key of a provider.
    pub async fn remove_key(self, id: ProviderId) {
        if let Err(error) = keys::remove(&self.storage.name.get_value(), id).await {
            self.storage.report(&error.into());
        }
        self.look_for_keys().await;
    }

    /// The form, where the user did not pick the saved connection that it was filled from: for a new one if it is for another
    /// server, or has a key that none of the saved ones has. Answering the questions of the dialog takes nobody's place.
    ///
    /// # Errors
    /// As [`Connection::of_saved`].
    pub async fn as_not_picked(self, form: ServerForm) -> Result<ServerForm, Error> {
        if !form.key.is_empty() {
            return self.of_saved(ServerForm { id: None, ..form }).await;
        }
        let id = form.id.filter(|id| untrack(|| self.is_at(*id, &form.base_url)));
        Ok(ServerForm { id, ..form })
    }

    /// Whether an address is of the server that a saved connection is to, so that its key belongs there.
    pub fn is_at(self, id: ProviderId, address: &str) -> bool {
        self.providers.with(|all| all.iter().any(|saved| saved.id == id && is_same_server(saved, address)))
    }

    fn saved(self, id: Option<ProviderId>) -> Option<Provider> {
        let id = id?;
        self.providers.with_untracked(|all| all.iter().find(|provider| provider.id == id).cloned())
    }

    /// The typed key, or the stored one if it belongs to the typed address.
    async fn key_for(self, form: &ServerForm) -> Option<String> {
        match key_for(form, self.saved(form.id).as_ref()) {
            KeyFor::Typed => Some(form.key.clone()),
            KeyFor::Stored(id) => keys::load(&self.storage.name.get_value(), id).await.ok().flatten(),
            KeyFor::None => None,
        }
    }
}

impl Connection {
    /// Reloads the stored connections and reports errors.
    pub async fn reload(self) {
        self.load_again().await;
        self.look_for_keys().await;
    }

    /// Removes the keys that belong to no provider any more, unless a tab that is still open deleted a provider and may
    /// undo that. Then they are removed at a later start.
    pub async fn sweep_keys(self) {
        if let Some(_nobody) = locks::try_hold(&self.deletion_lock()).await {
            self.remove_other_keys().await;
        }
        browser::mark("ricordo:keys-swept");
    }

    /// Name of the lock that each tab shares once it has deleted a provider.
    pub fn deletion_lock(self) -> String {
        format!("ricordo:{}:deleted-provider", self.storage.name.get_value())
    }

    /// Removes the keys that belong to no provider.
    pub async fn remove_other_keys(self) {
        // In memory there are no providers, but the keys still belong to the stored ones.
        let session = self.storage.session();
        let (AnyStore::IndexedDb(_), Ok(providers)) = (&**session.store(), session.providers().await) else { return };
        let mut known: Vec<ProviderId> = providers.iter().map(|provider| provider.id).collect();
        known.push(VectorStoreSettings::KEY);
        // Keys that cannot be removed now are removed at the next start.
        let _ = keys::keep_only(&self.storage.name.get_value(), &known).await;
    }
}

/// Key with which a server is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum KeyFor {
    /// The one that was typed.
    Typed,
    /// The stored one of this connection.
    Stored(ProviderId),
    /// No key.
    None,
}

/// The typed key, or the stored one of the saved connection if it belongs to the typed address.
fn key_for(form: &ServerForm, saved: Option<&Provider>) -> KeyFor {
    match saved {
        _ if !form.key.is_empty() => KeyFor::Typed,
        Some(saved) if is_same_server(saved, &form.base_url) => KeyFor::Stored(saved.id),
        _ => KeyFor::None,
    }
}

/// Whether an address is another path of the same server at most, so that its key still belongs there.
fn is_same_server(saved: &Provider, address: &str) -> bool {
    origin_of(&saved.base_url) == origin_of(address.trim())
}

fn http(kind: ProviderKind, base_url: String, key: Option<String>, seconds: u32) -> Option<HttpModel> {
    let protocol = Protocol::of(kind)?;
    Some(HttpModel { protocol, base_url, key, response_timeout_seconds: seconds })
}

#[cfg(test)]
mod tests;
