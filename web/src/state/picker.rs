//! The models that can be picked: asks the providers for their lists, and remembers which were used last. `choices` says
//! which can be chosen.

use super::{
    Connection, ServerForm,
    choices::{Choice, ChoiceGroup, in_place, narrow, offered, with_recent},
};
use crate::{browser, texts::errors::Localized};
use leptos::{prelude::*, task::spawn_local};
use ricordo_core::provider::ProviderKind;

impl Connection {
    /// Asks all providers that were not asked yet for their models, in parallel.
    pub fn ask_for_lists(self) {
        let timeout = self.settings.with_untracked(|settings| settings.response_timeout_seconds);
        for provider in self.providers.get_untracked() {
            if provider.kind == ProviderKind::InPage {
                continue;
            }
            if self.lists.asked.with_value(|asked| asked.contains(&provider.id)) {
                continue;
            }
            self.lists.asked.update_value(|asked| asked.push(provider.id));
            spawn_local(async move {
                let saved = Choice::saved(&provider).model;
                let mut form = ServerForm::found(provider.kind, &provider.base_url, &saved, timeout);
                form.id = Some(provider.id);
                let list = self.models_of(&form).await.map_err(|error| error.localized());
                self.lists.put(provider.id, list);
            });
        }
    }

    /// All models that can be picked, recently used ones first, then by provider. At most `most`, only those that
    /// contain all words of `filter`; without a filter, only those that can chat.
    pub fn choices(self, filter: &str, most: usize) -> Vec<Choice> {
        let (known, recent) = (self.lists.known.get(), recent());
        let mut all = self.providers.with(|providers| offered(providers, &known));
        narrow(&mut all, filter, &recent);
        all.truncate(most);
        all
    }
}

/// At most `most` of the models that were found, by connection, those that were used last before them. What is in `shown`
/// stays where it is.
pub fn by_connection(shown: &[ChoiceGroup], found: Vec<Choice>, most: usize) -> Vec<ChoiceGroup> {
    in_place(shown, found, &recent(), most)
}

/// Key in local storage for recently used models. They are a convenience of this browser and not a record.
const KEY: &str = "ricordo.models";

fn recent() -> Vec<String> {
    let storage = window().local_storage().ok().flatten();
    let text = storage.and_then(|storage| storage.get_item(KEY).ok().flatten()).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

/// Remembers a model as the one used last.
pub fn remember(choice: &Choice) {
    let recent = with_recent(recent(), choice.name());
    if let Some(storage) = window().local_storage().ok().flatten().filter(|_| browser::may_keep()) {
        // If storage is full, the list is not updated.
        let _ = storage.set_item(KEY, &recent.join("\n"));
    }
}
