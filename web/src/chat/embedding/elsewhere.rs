//! Moves vectors to a vector store and back while the page is idle, and waits when the store fails.

use crate::{
    address::host_of,
    chat::Chat,
    state::embedding::embedder::AnyEmbedder,
    texts::{errors::Localized, fill, vectors_elsewhere::vectors_elsewhere},
};
use leptos::prelude::*;
use ricordo_browser::HttpVectorStore;
use ricordo_core::{
    cancel::Cancel,
    error::Error,
    recall::VectorStoreError,
    record::Kind,
    session::{ElsewhereProgress, VectorRun, VectorsEnd, VectorsError},
    settings::VectorStoreSettings,
    store::Store,
};
use std::cell::Cell;

impl Chat {
    /// Moves the vectors to where the settings want them, until that is done or `cancel` is raised. A store that fails is
    /// left alone for a while. `run`: `None` while recall by meaning is not in use; then none goes there.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub(super) async fn move_vectors(
        self,
        store: &HttpVectorStore,
        run: Option<&VectorRun<'_, AnyEmbedder, HttpVectorStore>>,
        cancel: &Cancel,
    ) -> Result<(), Error> {
        let elsewhere = self.storage.embedding.elsewhere;
        let wanted = self.connection.settings.with_untracked(|settings| settings.vector_store.clone());
        let is_waiting = elsewhere.trouble.with_untracked(|trouble| {
            trouble.as_ref().is_some_and(|trouble| !trouble.pause(self.storage.now().at).is_zero())
        });
        if is_waiting {
            return Ok(());
        }
        let (first, last) = (Cell::new(None), Cell::new(0));
        let observe = |progress: ElsewhereProgress| {
            first.set(first.get().or(Some(progress.done)));
            last.set(progress.done);
            elsewhere.moving.set(Some(progress));
        };
        let session = self.storage.session();
        if run.is_some() {
            elsewhere.note_compared(None);
        }
        let moved = match (run, wanted.returning) {
            (Some(run), true) => session.bring_vectors_back(run, cancel, &observe).await,
            (Some(run), false) => session.move_vectors(run, wanted.keep as usize, cancel, &observe).await,
            (None, true) => session.return_vectors(store, cancel, &observe).await,
            (None, false) => self.remove_there(store, cancel).await,
        };
        elsewhere.moving.set(None);
        let progress = self.storage.embedding.progress;
        let before = progress.get_untracked();
        self.read_vector_progress().await;
        let lost = before.zip(progress.get_untracked()).is_some_and(|(before, after)| after.done < before.done);
        // What came back was removed there, and what went is no longer here.
        if lost || first.get().is_some_and(|first| first != last.get()) {
            self.storage.announce_vectors();
        }
        match moved {
            Ok(end) => {
                // A move that was cancelled did not look at everything.
                if end == VectorsEnd::Done && elsewhere.ended(lost, self.storage.now().at) {
                    self.maintenance.restart(self);
                }
                if end == VectorsEnd::Done && wanted.returning {
                    self.vectors_are_back(&wanted).await?;
                }
                Ok(())
            }
            Err(VectorsError::Elsewhere(error)) => {
                elsewhere.failed(&error, self.storage.now().at);
                Ok(())
            }
            Err(VectorsError::Store(error)) => Err(error),
            // Moving makes no vector.
            Err(VectorsError::Embedder(_)) => Ok(()),
        }
    }

    /// Removes from the store what is gone here, unless nothing is gone since this page compared them.
    async fn remove_there(self, store: &HttpVectorStore, cancel: &Cancel) -> Result<VectorsEnd, VectorsError> {
        let session = self.storage.session();
        let parts = session.store().count(Kind::VectorPart).await?;
        if self.storage.embedding.elsewhere.compared() == Some(parts) {
            return Ok(VectorsEnd::Done);
        }
        let end = session.remove_vectors_elsewhere(store, cancel).await?;
        self.storage.embedding.elsewhere.note_compared((end == VectorsEnd::Done).then_some(parts));
        Ok(end)
    }

    /// How many vectors the store has that are to be removed there, or why that is not known; `None` without a store, and while
    /// vectors move.
    pub async fn removals_waiting(self) -> Option<Result<usize, String>> {
        let settings = self.connection.settings.get_untracked();
        let counted = match self.storage.embedding.store(&settings).await.transpose()? {
            Ok(store) => self.storage.session().vectors_to_remove_elsewhere(&store).await,
            Err(error) => return Some(Err(error.localized())),
        };
        let counted = counted.map_err(|error| match error {
            VectorsError::Elsewhere(error) => error.localized(),
            VectorsError::Store(error) => error.localized(),
            VectorsError::Embedder(error) => error.localized(),
        });
        let is_moving = self.storage.embedding.elsewhere.moving.with_untracked(Option::is_some);
        (!is_moving).then_some(counted)
    }

    /// The store failed while a vector was made.
    pub(super) fn store_failed(self, error: &VectorStoreError) {
        self.storage.embedding.elsewhere.failed(error, self.storage.now().at);
    }

    async fn vectors_are_back(self, from: &VectorStoreSettings) -> Result<(), Error> {
        self.use_no_store().await?;
        self.notices.say(fill(vectors_elsewhere().are_back, &[("host", host_of(&from.base_url))]));
        Ok(())
    }
}
