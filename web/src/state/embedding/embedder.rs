//! The model that turns texts into vectors: at a connection, or in this browser.

use super::{super::PageSession, Embedding};
use leptos::prelude::*;
use ricordo_browser::{EmbeddingCache, HttpEmbedder, InPageEmbedder, keys};
use ricordo_core::{
    error::Error,
    id::ProviderId,
    provider::Provider,
    recall::{EmbedError, Embedder, Purpose},
    settings::{EmbeddedBy, Settings},
    wire::Protocol,
};
use std::cell::RefCell;

/// A model at a connection or in this browser.
#[derive(Clone)]
pub enum AnyEmbedder {
    /// At a connection.
    Http(HttpEmbedder),
    /// In this browser.
    InPage(InPageEmbedder),
}

impl Embedder for AnyEmbedder {
    fn id(&self) -> &str {
        match self {
            Self::Http(embedder) => embedder.id(),
            Self::InPage(embedder) => embedder.id(),
        }
    }

    fn is_on_this_computer(&self) -> bool {
        match self {
            Self::Http(embedder) => embedder.is_on_this_computer(),
            Self::InPage(embedder) => embedder.is_on_this_computer(),
        }
    }

    fn most_texts(&self) -> usize {
        match self {
            Self::Http(embedder) => embedder.most_texts(),
            Self::InPage(embedder) => embedder.most_texts(),
        }
    }

    async fn embed(&self, texts: &[&str], purpose: Purpose) -> Result<Vec<Vec<f32>>, EmbedError> {
        match self {
            Self::Http(embedder) => embedder.embed(texts, purpose).await,
            Self::InPage(embedder) => embedder.embed(texts, purpose).await,
        }
    }
}

thread_local! {
    /// The embedder that was chosen before. Not in [`Embedding`], which is part of the first load.
    static EARLIER: RefCell<Option<AnyEmbedder>> = const { RefCell::new(None) };
}

/// Whether texts can be turned into vectors at a connection: its protocol has a request for that.
pub fn has_embeddings(provider: &Provider) -> bool {
    Protocol::of(provider.kind).is_some_and(|protocol| protocol.embeddings_path(&provider.base_url).is_some())
}

impl Embedding {
    /// The embedder that the settings choose; `None` if they choose none, or its connection was deleted or has another address
    /// than the user agreed to.
    ///
    /// # Errors
    /// [`Error::Store`] when the connection or its key cannot be read.
    pub async fn chosen(self, session: &PageSession, settings: &Settings) -> Result<Option<AnyEmbedder>, Error> {
        let wanted = &settings.embeddings;
        let made =
            self.made.with_value(|made| made.as_ref().filter(|(of, _)| of == wanted).map(|(_, made)| made.clone()));
        if made.is_some() {
            return Ok(made);
        }
        let made = match wanted.by {
            EmbeddedBy::Nothing => None,
            EmbeddedBy::InPage => Some(AnyEmbedder::InPage(self.in_page())),
            EmbeddedBy::Connection => {
                let provider = session.providers().await?.into_iter().find(|provider| provider.embeds(wanted));
                match (provider, &wanted.model) {
                    (Some(provider), Some(model)) => {
                        Some(AnyEmbedder::Http(self.at(&provider, model, settings.response_timeout_seconds).await?))
                    }
                    _ => None,
                }
            }
        };
        self.made.set_value(made.clone().map(|made| (wanted.clone(), made)));
        Ok(made)
    }

    /// The embedder that was chosen before, while its vectors are still used. `None` if they are not, or if it may receive no
    /// more questions: a user who chose another server does not expect the old one to receive any.
    ///
    /// # Errors
    /// [`Error::Store`] when the connections or a key cannot be read.
    pub async fn earlier(self, session: &PageSession, settings: &Settings) -> Result<Option<AnyEmbedder>, Error> {
        let Some(id) = session.earlier_embedder() else { return Ok(None) };
        if id == InPageEmbedder::ID {
            let is_whole = self.held().await.is_some_and(|held| held.whole);
            return Ok(is_whole.then(|| AnyEmbedder::InPage(self.in_page())));
        }
        let known = EARLIER.with_borrow(|known| known.clone().filter(|known| known.id() == id));
        if known.is_some() {
            return Ok(known);
        }
        let providers = session.providers().await?;
        let Some((provider, model)) = asked_on(&id, &providers, settings.embeddings.server()) else { return Ok(None) };
        let made = AnyEmbedder::Http(self.at(provider, model, settings.response_timeout_seconds).await?);
        EARLIER.set(Some(made.clone()));
        Ok(Some(made))
    }

    /// The embedder of a connection, with its key.
    ///
    /// # Errors
    /// [`Error::Store`] when the key cannot be read.
    pub async fn at(self, provider: &Provider, model: &str, timeout: u32) -> Result<HttpEmbedder, Error> {
        let key = keys::load(&self.database.get_value(), provider.id).await?;
        Ok(HttpEmbedder::new(provider, model, key, timeout, EmbeddingCache::default()))
    }

    /// The model in this browser.
    pub fn in_page(self) -> InPageEmbedder {
        if let Some(known) = self.in_page.get_value() {
            return known;
        }
        let made = InPageEmbedder::new(move |now| self.loading.set(now));
        self.in_page.set_value(Some(made.clone()));
        made
    }

    /// A connection or its key changed, so the embedder is made again when it is needed.
    pub fn renew(self) {
        self.made.set_value(None);
        EARLIER.set(None);
    }
}

/// The provider and model of an embedder that was chosen before, if it goes on getting questions: it is on this computer, or
/// at the connection that gets them now.
fn asked_on<'a>(id: &'a str, providers: &'a [Provider], now: Option<ProviderId>) -> Option<(&'a Provider, &'a str)> {
    let asked_on = |provider: &&Provider| provider.is_on_this_computer() || Some(provider.id) == now;
    providers.iter().filter(asked_on).find_map(|one| Some((one, HttpEmbedder::model_of(id, one)?)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::testing::server;
    use ricordo_core::provider::ProviderKind;

    #[test]
    fn the_embedder_before_gets_questions_on_this_computer_and_at_the_connection_that_gets_them_anyway() {
        let far = Provider { base_url: "https://far.example/v1/".to_owned(), ..server(1, "m") };
        let other = Provider { base_url: "https://other.example/v1".to_owned(), ..server(2, "m") };
        let here = Provider { base_url: "http://localhost:11434".to_owned(), ..server(3, "m") };
        let all = [far.clone(), other.clone(), here.clone()];
        let asked = |id: &'static str, now: &Provider| {
            asked_on(id, &all, Some(now.id)).map(|(provider, model)| (provider.id, model.to_owned()))
        };
        let [far_id, here_id] = ["embed-small https://far.example/v1", "e5:latest http://localhost:11434"];
        assert_eq!(asked(far_id, &far), Some((far.id, "embed-small".to_owned())));
        assert_eq!(asked(far_id, &other), None);
        assert_eq!(asked(here_id, &other), Some((here.id, "e5:latest".to_owned())));
        assert_eq!(asked("embed-small https://gone.example/v1", &far), None);
    }

    #[test]
    fn only_protocols_with_embeddings_can_be_chosen() {
        let of = |kind| has_embeddings(&Provider { kind, ..server(1, "m") });
        assert!(of(ProviderKind::OpenAiCompatible) && of(ProviderKind::Ollama));
        assert!(!of(ProviderKind::Anthropic) && !of(ProviderKind::InPage));
    }
}
