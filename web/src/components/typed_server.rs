//! State and validation of the form for a model server.

use crate::{
    address::trouble_with,
    browser,
    state::{Connection, ServerForm},
    texts::connect::{connect, explain_trouble},
};
use leptos::prelude::*;
use ricordo_core::{
    doctor::{KNOWN, Observations},
    id::ProviderId,
    provider::{Provider, ProviderKind},
    settings::{Range, range_of, whole_number},
    wire::ListedModel,
};

/// Fields of the server form.
#[derive(Clone, Copy)]
pub struct Typed {
    /// Saved server that is edited; `None` for a new one.
    pub editing: RwSignal<Option<ProviderId>>,
    /// Whether the user chose that server, rather than a kind. Only then does another server take its place.
    pub is_picked: RwSignal<bool>,
    /// Base URL.
    pub address: RwSignal<String>,
    /// Model id.
    pub model: RwSignal<String>,
    /// New API key; empty keeps the stored one.
    pub key: RwSignal<String>,
    /// Response timeout, in seconds.
    pub timeout: RwSignal<String>,
    /// Whether the model accepts images.
    pub supports_images: RwSignal<bool>,
    /// Models that the server lists.
    pub offered: RwSignal<Vec<ListedModel>>,
    wrong: RwSignal<Wrong>,
}

/// Validation error of each field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wrong {
    /// Error of the address.
    pub address: Option<String>,
    /// Error of the model.
    pub model: Option<String>,
    /// Error of the timeout.
    pub timeout: Option<String>,
}

impl Typed {
    /// Form filled from the stored settings and the current server.
    pub fn of(connection: Connection) -> Self {
        let typed = Self::new(connection.settings.with_untracked(|settings| settings.response_timeout_seconds));
        typed.show(untrack(|| connection.server()).as_ref());
        typed
    }

    fn new(timeout: u32) -> Self {
        Self {
            editing: RwSignal::new(None),
            is_picked: RwSignal::new(false),
            address: RwSignal::new(String::new()),
            model: RwSignal::new(String::new()),
            key: RwSignal::new(String::new()),
            timeout: RwSignal::new(timeout.to_string()),
            supports_images: RwSignal::new(false),
            offered: RwSignal::new(Vec::new()),
            wrong: RwSignal::new(Wrong::default()),
        }
    }

    /// Fills the fields from a saved server; `None` clears them for a new one.
    pub fn show(self, server: Option<&Provider>) {
        self.editing.set(server.map(|server| server.id));
        self.is_picked.set(false);
        self.address.set(server.map(|server| server.base_url.clone()).unwrap_or_default());
        self.model.set(server.map(|server| server.model.clone()).unwrap_or_default());
        self.supports_images.set(server.is_some_and(|server| server.supports_images));
        self.key.set(String::new());
        self.offered.set(Vec::new());
        self.wrong.set(Wrong::default());
    }

    /// Fills the fields for another protocol: from the picked server if it has this one, otherwise with defaults. Leaves them
    /// alone if the user typed an address that is neither stored nor well known.
    pub fn prepare(self, connection: Connection, kind: ProviderKind) {
        self.fill(self.edited(connection).as_ref(), kind);
    }

    /// Clears the fields for another server, unless the user typed an address already. Returns whether it did.
    pub fn begin(self, connection: Connection) -> bool {
        self.begin_after(self.edited(connection).as_ref())
    }

    fn edited(self, connection: Connection) -> Option<Provider> {
        let editing = self.editing.get_untracked()?;
        connection.providers.with_untracked(|all| all.iter().find(|one| one.id == editing).cloned())
    }

    /// Does what [`Typed::begin`] does, where `server` is the edited one.
    fn begin_after(self, server: Option<&Provider>) -> bool {
        self.is_picked.set(false);
        let is_clear = !self.has_own_address(server);
        if is_clear {
            self.fill(server, ProviderKind::OpenAiCompatible);
        }
        is_clear
    }

    /// Fills the fields for [`Typed::prepare`], where `server` is the edited one.
    fn fill(self, server: Option<&Provider>, kind: ProviderKind) {
        if self.has_own_address(server) {
            return;
        }
        let stored = server.filter(|server| self.is_picked.get_untracked() && server.kind == kind);
        self.address.set(stored.map_or_else(|| usual_address(kind).to_owned(), |server| server.base_url.clone()));
        self.model.set(stored.map(|server| server.model.clone()).unwrap_or_default());
        self.supports_images.set(stored.map_or(kind == ProviderKind::Anthropic, |server| server.supports_images));
        self.offered.set(Vec::new());
        self.wrong.set(Wrong::default());
    }

    /// Whether the user typed the address: it is neither that of the edited server nor well known.
    fn has_own_address(self, server: Option<&Provider>) -> bool {
        let address = self.address.with_untracked(|address| address.trim().to_owned());
        let is_known = KINDS.into_iter().any(|kind| usual_address(kind) == address)
            || KNOWN.iter().any(|known| known.base_url == address)
            || server.is_some_and(|server| server.base_url == address);
        !is_known
    }

    /// Validated form. On an error, shows it at the field, focuses the field and returns `None`.
    pub fn checked(self, kind: ProviderKind) -> Option<ServerForm> {
        let form = self.address_and_key(kind)?;
        if form.model.is_empty() {
            self.wrong.update(|wrong| wrong.model = Some(connect().model_missing.to_owned()));
            browser::focus_next_frame("endpoint-model");
            return None;
        }
        Some(form)
    }

    /// Form without a check of the model, enough to list the models. Errors are handled as in [`Typed::checked`].
    pub fn address_and_key(self, kind: ProviderKind) -> Option<ServerForm> {
        self.wrong.set(Wrong::default());
        let trimmed = |field: RwSignal<String>| field.with_untracked(|text| text.trim().to_owned());
        let base_url = trimmed(self.address);
        if let Some(trouble) = trouble_with(&base_url) {
            self.wrong.update(|wrong| wrong.address = Some(explain_trouble(trouble).to_owned()));
            browser::focus_next_frame("endpoint-url");
            return None;
        }
        let Some(timeout) = seconds(&trimmed(self.timeout)) else {
            let Range { min, max, .. } = range();
            let sentence = connect().wait_wrong.replace("{min}", &min.to_string()).replace("{max}", &max.to_string());
            self.wrong.update(|wrong| wrong.timeout = Some(sentence));
            browser::focus_next_frame("endpoint-timeout");
            return None;
        };
        let model = trimmed(self.model);
        Some(ServerForm {
            id: self.editing.get_untracked(),
            kind,
            base_url,
            listed: self.offered.with_untracked(|all| all.iter().find(|listed| listed.id == model).cloned()),
            model,
            // A key that was typed for another kind of server must not be stored for this one.
            key: if wants_key(kind) { trimmed(self.key) } else { String::new() },
            timeout,
            supports_images: self.supports_images.get_untracked(),
        })
    }

    /// Takes over what a check found: the list of models, the only model if none was typed, and whether the chosen one
    /// supports images.
    pub fn learn(self, seen: &Observations) {
        let _ = self.offered.try_set(seen.models().to_vec());
        if let [only] = seen.models()
            && self.model.try_with_untracked(|model| model.trim().is_empty()) == Some(true)
        {
            self.model.set(only.id.clone());
            self.supports_images.set(only.supports_images.unwrap_or_else(|| self.supports_images.get_untracked()));
        }
        if let Some(supports_images) = seen.chosen().and_then(|chosen| chosen.supports_images) {
            let _ = self.supports_images.try_set(supports_images);
        }
    }

    /// Error of a field.
    pub fn wrong(self, part: fn(&Wrong) -> &Option<String>) -> Signal<Option<String>> {
        Signal::derive(move || self.wrong.with(|wrong| part(wrong).clone()))
    }
}

/// Kinds of servers, in the order of the form.
pub const KINDS: [ProviderKind; 3] = [ProviderKind::OpenAiCompatible, ProviderKind::Ollama, ProviderKind::Anthropic];

/// Default address for this kind of server; empty if there is none.
pub fn usual_address(kind: ProviderKind) -> &'static str {
    match kind {
        ProviderKind::Ollama => "http://localhost:11434",
        ProviderKind::Anthropic => "https://api.anthropic.com",
        ProviderKind::OpenAiCompatible | ProviderKind::InPage => "",
    }
}

/// Whether the form asks for an API key. Ollama has none.
pub fn wants_key(kind: ProviderKind) -> bool {
    kind != ProviderKind::Ollama
}

/// Range of the timeout, in seconds.
pub fn range() -> Range {
    range_of("response_timeout_seconds").unwrap_or(Range { field: "response_timeout_seconds", min: 5, max: 3_600 })
}

fn seconds(text: &str) -> Option<u32> {
    whole_number(text).filter(|number| range().check(*number).is_ok()).and_then(|number| u32::try_from(number).ok())
}

#[cfg(test)]
mod tests;
