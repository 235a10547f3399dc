//! Makes the vectors while the page is idle, and waits when the model fails.

use super::{
    super::{Chat, Connection},
    Embedding, EmbeddingTrouble, VectorProgress,
    embedder::AnyEmbedder,
};
use crate::{mount, texts::errors::Localized};
use leptos::{prelude::*, task::spawn_local};
use ricordo_browser::HttpVectorStore;
use ricordo_core::{
    cancel::Cancel,
    error::Error,
    provider::Provider,
    recall::EmbedError,
    session::{VectorRun, VectorsError},
    settings::EmbeddedBy,
    time::Timestamp,
    wire::embeddings::EmbeddingsError,
};
use std::{cell::Cell, time::Duration};

impl Embedding {
    /// Time from now until the model or the vector store is tried again after a failure; `None` if nothing failed.
    pub fn pause(self, now: Timestamp) -> Option<Duration> {
        soonest([self.trouble, self.elsewhere.trouble], now)
    }

    fn waits(self, now: Timestamp) -> bool {
        self.trouble.with_untracked(|trouble| trouble.as_ref().is_some_and(|trouble| !trouble.pause(now).is_zero()))
    }

    fn failed(self, error: &EmbedError, now: Timestamp) {
        self.trouble.update(|trouble| {
            let next = EmbeddingTrouble::after(trouble.as_ref(), error.localized(), retry_after(error), now);
            *trouble = Some(next);
        });
    }

    /// Loads the model in this browser if all of it is stored. Nothing is downloaded. Returns whether it is ready.
    async fn load_held(self, now: Timestamp) -> bool {
        if !self.held().await.is_some_and(|held| held.whole) {
            return false;
        }
        let loaded = self.in_page().load().await;
        let failed = loaded.map_err(|error| EmbedError::Failed(EmbeddingsError::Refused(error))).err();
        failed.iter().for_each(|error| self.failed(error, now));
        failed.is_none()
    }

    /// Frees the memory of the model in this browser.
    async fn unload(self) {
        if let Some(model) = self.in_page.get_value() {
            model.unload().await;
        }
    }
}

impl Connection {
    /// The provider that replies where none is chosen.
    pub(super) fn answers(self) -> Provider {
        self.providers
            .with_untracked(|all| self.settings.with_untracked(|settings| Provider::of_settings(settings, all)))
    }
}

impl Chat {
    /// Loads the model in this browser if it is in use and stored, and notices other settings, connections and keys.
    /// Called once, when the page is idle after the start.
    pub(in crate::state) fn watch_embedding(self) {
        let owner = Owner::new();
        owner.with(|| self.watch_choice());
        mount::at_the_end(move || owner.cleanup());
    }

    fn watch_choice(self) {
        let (connection, embedding) = (self.connection, self.storage.embedding);
        Effect::new(move |_| {
            connection.providers.track();
            connection.keyed.track();
            embedding.renew();
        });
        let is_in_page = Memo::new(move |_| connection.settings.with(|now| now.embeddings.by == EmbeddedBy::InPage));
        Effect::new(move |_| {
            let is_in_page = is_in_page.get();
            spawn_local(async move {
                if is_in_page {
                    embedding.load_held(self.storage.now().at).await;
                } else {
                    embedding.unload().await;
                }
            });
        });
        // Another model has not failed yet.
        let chosen = Memo::new(move |_| {
            connection.settings.with(|now| (now.embeddings.clone(), now.recall.enabled, now.recall.include_vector))
        });
        let on_change = move |_: &_, _: Option<&_>, _| {
            embedding.trouble.set(None);
            embedding.progress.set(None);
            self.maintenance.restart(self);
        };
        Effect::watch(move || chosen.get(), on_change, false);
    }

    /// Tries now what is tried again later because it failed.
    pub fn try_vectors_now(self) {
        let (embedding, now) = (self.storage.embedding, self.storage.now().at);
        for trouble in [embedding.trouble, embedding.elsewhere.trouble] {
            trouble.update(|trouble| trouble.iter_mut().for_each(|trouble| trouble.again_at = now));
        }
        self.maintenance.restart(self);
    }

    /// The model that the settings choose, if it is to be used.
    async fn embedder(self) -> Result<Option<AnyEmbedder>, Error> {
        let settings = self.connection.settings.get_untracked();
        if !settings.recall.enabled || !settings.recall.include_vector {
            return Ok(None);
        }
        self.storage.embedding.chosen(&self.storage.session(), &settings).await
    }

    /// Makes the vectors that are missing and moves them to where they are kept, until all is done or `cancel` is raised. A
    /// model that fails is left alone for a while. While recall by meaning is off, only what is gone here is removed from a
    /// vector store, or all of it comes back, if the user wants that.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub(in crate::state) async fn make_vectors(self, cancel: &Cancel) -> Result<(), Error> {
        let settings = self.connection.settings.get_untracked();
        let embedding = self.storage.embedding;
        let (embedder, store) = (self.embedder().await?, embedding.store(&settings).await?);
        let Some(embedder) = embedder else {
            // No message waits for a store where nothing is looked for.
            embedding.elsewhere.is_used.set_value(false);
            return match &store {
                Some(store) => self.move_vectors(store, None, cancel).await,
                None => Ok(()),
            };
        };
        let answers = self.connection.answers();
        let run = VectorRun { embedder: &embedder, elsewhere: store.as_ref(), answers: Some(&answers) };
        self.make_missing(&run, cancel).await?;
        if cancel.is_cancelled() {
            return Ok(());
        }
        // A model that does not work keeps no vector from coming back.
        match &store {
            Some(store) => self.move_vectors(store, Some(&run), cancel).await,
            None => Ok(()),
        }
    }

    async fn make_missing(
        self,
        run: &VectorRun<'_, AnyEmbedder, HttpVectorStore>,
        cancel: &Cancel,
    ) -> Result<(), Error> {
        let embedding = self.storage.embedding;
        let now = self.storage.now().at;
        if embedding.waits(now) || matches!(run.embedder, AnyEmbedder::InPage(_)) && !embedding.load_held(now).await {
            return Ok(());
        }
        let before = Cell::new(None);
        let observe = |progress: VectorProgress| {
            before.set(before.get().or(Some(progress.done)));
            embedding.progress.set(Some(progress));
        };
        let made = self.storage.session().make_vectors(run, cancel, &observe).await;
        let done = embedding.progress.with_untracked(|progress| progress.map(|progress| progress.done));
        if done > before.get() {
            self.storage.announce_vectors();
        }
        match made {
            Ok(_) => {
                embedding.trouble.set(None);
                Ok(())
            }
            // The next run loads it.
            Err(VectorsError::Embedder(EmbedError::NotReady)) => Ok(()),
            Err(VectorsError::Embedder(error)) => {
                embedding.failed(&error, self.storage.now().at);
                Ok(())
            }
            Err(VectorsError::Store(error)) => Err(error),
            Err(VectorsError::Elsewhere(error)) => {
                self.store_failed(&error);
                Ok(())
            }
        }
    }

    /// Reads how many messages have vectors.
    pub async fn read_vector_progress(self) {
        let progress = match self.vector_progress().await {
            Ok(progress) => progress,
            Err(error) => return self.storage.report(&error),
        };
        self.storage.embedding.progress.set(progress);
    }

    async fn vector_progress(self) -> Result<Option<VectorProgress>, Error> {
        let Some(embedder) = self.embedder().await? else { return Ok(None) };
        let answers = self.connection.answers();
        let run = VectorRun::here(&embedder, Some(&answers));
        self.storage.session().vector_progress(&run).await.map(Some)
    }
}

/// The shortest pause; `None` if nothing failed.
fn soonest(troubles: [RwSignal<Option<EmbeddingTrouble>>; 2], now: Timestamp) -> Option<Duration> {
    let pauses =
        troubles.map(|trouble| trouble.with_untracked(|trouble| trouble.as_ref().map(|trouble| trouble.pause(now))));
    pauses.into_iter().flatten().min()
}

/// The pause that the server asked for, in milliseconds.
fn retry_after(error: &EmbedError) -> Option<u64> {
    match error {
        EmbedError::Failed(EmbeddingsError::Refused(error)) => error.retry_after_ms,
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::embedding::elsewhere::Elsewhere;
    use ricordo_core::error::{ModelError, ModelErrorKind};

    fn refused(retry_after_ms: Option<u64>) -> EmbedError {
        let error = ModelError { retry_after_ms, ..ModelError::new(ModelErrorKind::RateLimited, "slow") };
        EmbedError::Failed(EmbeddingsError::Refused(error))
    }

    #[test]
    fn a_server_that_asks_for_a_pause_gets_it_and_each_failure_makes_it_longer() {
        let trouble = |before: Option<&EmbeddingTrouble>, error: &EmbedError| {
            EmbeddingTrouble::after(before, String::new(), retry_after(error), Timestamp(1_000))
        };
        assert_eq!((retry_after(&refused(Some(7))), retry_after(&refused(None))), (Some(7), None));
        assert_eq!(retry_after(&EmbedError::NotReady), None);
        let first = trouble(None, &refused(None));
        let second = trouble(Some(&first), &refused(None));
        assert!(second.pause(Timestamp(1_000)) > first.pause(Timestamp(1_000)));
        let long = trouble(None, &refused(Some(3_600_000)));
        assert!(long.pause(Timestamp(1_000)) >= Duration::from_secs(3_600));
        assert!(long.pause(long.again_at).is_zero(), "the time has come");
    }

    #[test]
    fn the_next_run_comes_when_the_first_of_both_is_tried_again() {
        let embedding_trouble = |at: i64| EmbeddingTrouble { why: String::new(), again_at: Timestamp(at), failures: 1 };
        let (own, elsewhere) = (RwSignal::new(None), Elsewhere::new());
        let pause = || soonest([own, elsewhere.trouble], Timestamp(0)).map(|pause| pause.as_millis());
        assert_eq!(pause(), None);
        own.set(Some(embedding_trouble(500)));
        assert_eq!(pause(), Some(500));
        elsewhere.trouble.set(Some(embedding_trouble(200)));
        assert_eq!(pause(), Some(200));
        elsewhere.trouble.set(Some(embedding_trouble(-5)));
        assert_eq!(pause(), Some(0), "it is over");
    }

    #[test]
    fn a_model_that_fails_is_left_alone_until_its_time_has_come() {
        let embedding = Embedding::new(StoredValue::new(String::new()));
        let now = Timestamp(1_000_000);
        assert!(!embedding.waits(now) && embedding.pause(now).is_none());
        embedding.failed(&refused(None), now);
        let trouble = || embedding.trouble.get_untracked().unwrap();
        let first = trouble();
        assert!(embedding.waits(now) && embedding.waits(Timestamp(first.again_at.0 - 1)));
        assert!(!embedding.waits(first.again_at), "it is tried again");
        assert_eq!(first.why, refused(None).localized());
        embedding.failed(&EmbedError::Unusable(ricordo_core::recall::VectorError::NotFinite), first.again_at);
        let second = trouble();
        assert!(second.pause(first.again_at) > first.pause(now), "another reason does not make the pause short again");
        assert_ne!(second.why, first.why, "the last reason is shown");
        embedding.trouble.set(None);
        embedding.failed(&refused(None), now);
        assert_eq!(trouble(), first, "another model has not failed yet");
    }

    #[test]
    fn before_a_model_is_made_no_message_waits_for_another_computer() {
        let embedding = Embedding::new(StoredValue::new(String::new()));
        assert!(!embedding.asks_elsewhere());
        embedding.elsewhere.is_used.set_value(true);
        assert!(embedding.asks_elsewhere(), "the vectors near to it are in a store");
        embedding.elsewhere.renew();
        assert!(!embedding.asks_elsewhere(), "another store is asked when it is needed");
    }
}
