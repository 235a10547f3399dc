//! Who does the work in the background of the open conversation.

use super::Connection;
use crate::texts::{fill, worker::worker as texts};
use leptos::prelude::*;
use ricordo_core::provider::{BackgroundProvider, Instead, Provider, ProviderKind};

impl Connection {
    /// Who does it in the open conversation, or where none is open.
    pub fn background(self) -> BackgroundProvider {
        let answers = self.provider();
        let own = self.conversation.with(|open| open.as_ref().and_then(|open| open.own.background.clone()));
        let background = own.unwrap_or_else(|| self.settings.with(|settings| settings.background.clone()));
        self.providers.with(|all| BackgroundProvider::of(&answers, &background, all))
    }

    /// As [`Connection::background`], once.
    pub fn background_now(self) -> Provider {
        untrack(|| self.background()).provider
    }

    /// The connections that can do it: the value of a choice, and what it says.
    pub fn servers(self) -> Vec<(String, String)> {
        let named = |one: &Provider| (one.id.to_string(), format!("{} · {}", one.name, one.model));
        self.providers
            .with_untracked(|all| all.iter().filter(|one| one.kind != ProviderKind::InPage).map(named).collect())
    }
}

/// Why the connection that answers does it although another was chosen.
pub fn why_not(instead: Instead) -> &'static str {
    match instead {
        Instead::Gone => texts().gone,
        Instead::StaysHere => texts().stays,
    }
}

/// Who does it, where that is not the one that answers; or why it is.
pub fn who_does_it(background: &BackgroundProvider) -> Option<String> {
    if let Some(instead) = background.instead {
        return Some(why_not(instead).to_owned());
    }
    let Provider { name, model, .. } = &background.provider;
    background.is_chosen.then(|| fill(texts().done_by, &[("name", name), ("model", model)]))
}
