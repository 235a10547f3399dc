//! Makes the vectors while the page is idle, and waits when the model fails.

use crate::{
    chat::Chat,
    mount,
    state::{
        Connection,
        embedding::{VectorProgress, embedder::AnyEmbedder},
    },
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_browser::HttpVectorStore;
use ricordo_core::{
    cancel::Cancel,
    error::Error,
    provider::Provider,
    recall::EmbedError,
    session::{VectorRun, VectorsError},
    settings::{EmbeddedBy, Settings},
};
use std::cell::Cell;

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
    pub(in crate::chat) fn watch_embedding(self) {
        spawn_local(self.note_address());
        let owner = Owner::new();
        owner.with(|| self.watch_choice());
        mount::at_the_end(move || owner.cleanup());
    }

    /// Stores the address of the connection that makes the vectors, if an earlier build stored the choice without it.
    async fn note_address(self) {
        let settings = self.connection.settings.get_untracked();
        let of = |all: &Vec<Provider>| all.iter().find_map(|one| one.with_address(&settings.embeddings));
        let Some(embeddings) = self.connection.providers.with_untracked(of) else { return };
        if let Err(error) = self.connection.save_settings(Settings { embeddings, ..settings }).await {
            self.storage.report(&error);
        }
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
    pub(in crate::chat) async fn make_vectors(self, cancel: &Cancel) -> Result<(), Error> {
        let settings = self.connection.settings.get_untracked();
        let embedding = self.storage.embedding;
        let (embedder, store) = (self.embedder().await?, embedding.store(&settings).await?);
        let Some(embedder) = embedder else {
            // No message has to wait for a store that is not searched.
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
        // Vectors move even if the model fails.
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
                self.unload_earlier(run.embedder).await;
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

    /// Frees the memory of the model in this browser if it was chosen before and is not used any more.
    async fn unload_earlier(self, chosen: &AnyEmbedder) {
        let is_used = matches!(chosen, AnyEmbedder::InPage(_)) || self.storage.session().earlier_embedder().is_some();
        if !is_used {
            self.storage.embedding.unload().await;
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
