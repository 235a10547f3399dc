//! Which provider does the background work of the open conversation.

use super::Connection;
use crate::texts::{fill, worker::worker as texts};
use leptos::prelude::*;
use ricordo_core::provider::{BackgroundProvider, Instead, Provider, ProviderKind};

impl Connection {
    /// Background provider of the open conversation, or the default if none is open.
    pub fn background(self) -> BackgroundProvider {
        let answers = self.provider();
        let own = self.conversation.with(|open| open.as_ref().and_then(|open| open.own.background.clone()));
        let background = own.unwrap_or_else(|| self.settings.with(|settings| settings.background.clone()));
        self.providers.with(|all| BackgroundProvider::of(&answers, &background, all))
    }

    /// Like [`Connection::background`], without tracking.
    pub fn background_now(self) -> Provider {
        untrack(|| self.background()).provider
    }

    /// Connections that can do background work, as value and label of a choice.
    pub fn servers(self) -> Vec<(String, String)> {
        let named = |one: &Provider| (one.id.to_string(), format!("{} · {}", one.name, one.model));
        self.providers
            .with_untracked(|all| all.iter().filter(|one| one.kind != ProviderKind::InPage).map(named).collect())
    }
}

/// Why the answering connection does the background work although another was chosen.
pub fn why_not(instead: Instead) -> &'static str {
    match instead {
        Instead::Gone => texts().gone,
        Instead::StaysHere => texts().stays,
    }
}

/// Says which connection does the background work if it is not the answering one, or why the chosen one does not.
pub fn who_does_it(background: &BackgroundProvider) -> Option<String> {
    if let Some(instead) = background.instead {
        return Some(why_not(instead).to_owned());
    }
    let Provider { name, model, .. } = &background.provider;
    background.is_chosen.then(|| fill(texts().done_by, &[("name", name), ("model", model)]))
}
