//! Which providers besides the answering one receive the open conversation: for background work, and for recall by
//! meaning.

use super::Connection;
use crate::texts::{fill, worker::worker as texts};
use leptos::prelude::*;
use ricordo_core::{
    provider::{BackgroundProvider, Instead, Provider, ProviderKind},
    settings::Settings,
};

impl Connection {
    /// Background provider of the open conversation, or the default if none is open.
    pub fn background(self) -> BackgroundProvider {
        let answers = self.provider();
        let own = self.conversation.with(|open| open.as_ref().and_then(|open| open.own.background.clone()));
        let background = own.unwrap_or_else(|| self.settings.with(|settings| settings.background.clone()));
        self.providers.with(|all| BackgroundProvider::of(&answers, &background, all))
    }

    /// The connection that receives the texts of the open conversation for recall by meaning; `None` if none does.
    pub fn embeds(self) -> Option<Provider> {
        let answers = self.provider();
        self.settings.with(|settings| self.providers.with(|all| embedder(settings, all, &answers).cloned()))
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

/// The connection that makes vectors of a conversation in which `answers` answers. What stays on this computer is sent to no
/// other one.
fn embedder<'a>(settings: &Settings, all: &'a [Provider], answers: &Provider) -> Option<&'a Provider> {
    let is_on = settings.recall.enabled && settings.recall.include_vector;
    let embeds = all.iter().find(|one| is_on && one.embeds(&settings.embeddings))?;
    (embeds.is_on_this_computer() || !answers.is_on_this_computer()).then_some(embeds)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        state::testing::server,
        texts::{UiLanguage, speak},
    };
    use ricordo_core::{
        id::ProviderId,
        settings::{Background, EmbeddedBy, Embeddings},
    };

    fn far(number: u8) -> Provider {
        Provider { base_url: "https://example.org/v1".to_owned(), ..server(number, "large") }
    }

    #[test]
    fn a_conversation_that_stays_on_this_computer_is_not_sent_elsewhere_for_its_vectors() {
        let (near, other, far) = (server(1, "a"), server(2, "b"), far(3));
        let all = [near.clone(), other.clone(), far.clone()];
        let by = |provider: &Provider| Settings {
            embeddings: Embeddings {
                by: EmbeddedBy::Connection,
                provider: Some(provider.id),
                model: None,
                address: Some(provider.base_url.clone()),
            },
            ..Settings::default()
        };
        let with_vectors = |provider: &Provider| {
            let mut settings = by(provider);
            (settings.recall.enabled, settings.recall.include_vector) = (true, true);
            settings
        };
        let name = |settings: &Settings, answers: &Provider| embedder(settings, &all, answers).map(|one| one.id);
        assert_eq!(name(&with_vectors(&far), &near), None);
        assert_eq!(name(&with_vectors(&far), &Provider::in_page()), None);
        assert_eq!(name(&with_vectors(&far), &far), Some(far.id));
        for answers in [&near, &far] {
            assert_eq!(name(&with_vectors(&other), answers), Some(other.id));
        }
        assert_eq!(name(&with_vectors(&server(9, "")), &far), None, "it was deleted");
        let moved = Provider { base_url: "https://other.example/v1".to_owned(), ..far.clone() };
        assert_eq!(name(&with_vectors(&moved), &far), None, "it had another address");
        for off in [(false, true), (true, false)] {
            let mut settings = with_vectors(&other);
            (settings.recall.enabled, settings.recall.include_vector) = off;
            assert_eq!(name(&settings, &near), None, "{off:?}");
        }
        let mut in_page = with_vectors(&other);
        in_page.embeddings.by = EmbeddedBy::InPage;
        assert_eq!(name(&in_page, &near), None, "the model in this page sends nothing");
    }

    fn background(provider: Option<ProviderId>, leaves_computer: bool, all: &[Provider]) -> BackgroundProvider {
        BackgroundProvider::of(&all[0], &Background { provider, model: None, leaves_computer }, all)
    }

    #[test]
    fn another_connection_is_named_and_one_that_cannot_be_used_has_a_reason() {
        for language in UiLanguage::all() {
            speak(language);
            let all = [server(1, "small"), far(2), server(3, "other")];
            assert_eq!(who_does_it(&background(None, false, &all)), None, "the answering one needs no words");
            let other = who_does_it(&background(Some(all[2].id), false, &all)).unwrap();
            assert!(other.contains("Server 3") && other.contains("other"), "{other}");
            let gone = who_does_it(&background(Some(server(9, "").id), true, &all)).unwrap();
            assert_eq!(gone, texts().gone);
            // The messages of a conversation that stays on this computer are sent nowhere else unless allowed.
            assert_eq!(who_does_it(&background(Some(all[1].id), false, &all)).unwrap(), texts().stays);
            assert!(who_does_it(&background(Some(all[1].id), true, &all)).unwrap().contains("large"));
        }
    }
}
