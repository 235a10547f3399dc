//! Moves vectors to a vector store and back while the page is idle, and waits when the store fails.

use super::{Embedding, EmbeddingTrouble, embedder::AnyEmbedder};
use crate::{
    address::host_of,
    state::Chat,
    texts::{errors::Localized, fill, vectors_elsewhere::vectors_elsewhere},
};
use leptos::prelude::*;
use ricordo_browser::{HttpVectorStore, keys};
use ricordo_core::{
    cancel::Cancel,
    error::Error,
    recall::{VectorStoreError, VectorStoreErrorKind},
    record::Kind,
    session::{ElsewhereProgress, VectorRun, VectorsEnd, VectorsError},
    settings::{Settings, VectorPlace, VectorStoreSettings},
    store::Store,
    time::Timestamp,
    wire::vectors::VectorStoreKind,
};
use std::{
    cell::{Cell, RefCell},
    time::Duration,
};

/// State of the vectors outside this browser.
#[derive(Clone, Copy)]
pub struct Elsewhere {
    /// How far a move is; `None` while nothing moves.
    pub moving: RwSignal<Option<ElsewhereProgress>>,
    /// Why the store is left alone; `None` if it is not.
    pub trouble: RwSignal<Option<EmbeddingTrouble>>,
    /// Whether a store is in use; no before it is used.
    pub is_used: StoredValue<bool>,
    /// Whether the last move found that vectors were lost there.
    has_lost: StoredValue<bool>,
}

thread_local! {
    /// The store in use, with the settings that it was made for. Not in [`Elsewhere`], which is part of the first load.
    static MADE: RefCell<Option<(VectorStoreSettings, HttpVectorStore)>> = const { RefCell::new(None) };
    /// Number of stored parts when it was last compared with them without an embedder. They only become fewer then.
    static COMPARED: Cell<Option<u64>> = const { Cell::new(None) };
}

impl Elsewhere {
    /// State before anything is known.
    pub fn new() -> Self {
        Self {
            moving: RwSignal::new(None),
            trouble: RwSignal::new(None),
            is_used: StoredValue::new(false),
            has_lost: StoredValue::new(false),
        }
    }

    /// The store or its key changed, so it is made again when it is needed, and asked at once.
    pub(super) fn renew(self) {
        MADE.set(None);
        COMPARED.set(None);
        self.is_used.set_value(false);
        self.has_lost.set_value(false);
        self.trouble.set(None);
    }

    /// Notes how a move ended. Returns whether what was lost is made again at once: not for a store that loses vectors
    /// again and again, because to make them may cost money.
    fn ended(self, lost: bool, now: Timestamp) -> bool {
        let lost_before = self.has_lost.get_value();
        self.has_lost.set_value(lost);
        match (lost, lost_before) {
            (true, true) => {
                self.failed(&VectorStoreError::new(VectorStoreErrorKind::NotUnderstood, "it lost vectors again"), now);
            }
            (true, false) => {}
            (false, _) => self.trouble.set(None),
        }
        lost && !lost_before
    }

    fn failed(self, error: &VectorStoreError, now: Timestamp) {
        self.trouble.update(|trouble| {
            *trouble = Some(EmbeddingTrouble::after(trouble.as_ref(), error.localized(), None, now));
        });
    }
}

/// Which program a place is; `None`: this browser.
pub(super) fn kind_of(place: VectorPlace) -> Option<VectorStoreKind> {
    match place {
        VectorPlace::Browser => None,
        VectorPlace::Qdrant => Some(VectorStoreKind::Qdrant),
        VectorPlace::Chroma => Some(VectorStoreKind::Chroma),
    }
}

impl Embedding {
    /// The vector store that the settings choose; `None`: all vectors are in this browser.
    ///
    /// # Errors
    /// [`Error::Store`] when the key cannot be read.
    pub async fn store(self, settings: &Settings) -> Result<Option<HttpVectorStore>, Error> {
        let wanted = &settings.vector_store;
        let Some(kind) = kind_of(wanted.place) else { return Ok(None) };
        self.elsewhere.is_used.set_value(true);
        let known =
            MADE.with_borrow(|made| made.as_ref().filter(|(of, _)| of == wanted).map(|(_, store)| store.clone()));
        if known.is_some() {
            return Ok(known);
        }
        let key = keys::load(&self.database.get_value(), VectorStoreSettings::KEY).await?;
        let VectorStoreSettings { base_url, collection, .. } = wanted;
        let timeout = settings.response_timeout_seconds;
        let store = HttpVectorStore::new(kind, base_url, key.as_deref(), collection, timeout);
        MADE.set(Some((wanted.clone(), store.clone())));
        Ok(Some(store))
    }
}

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
            COMPARED.set(None);
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
        if COMPARED.get() == Some(parts) {
            return Ok(VectorsEnd::Done);
        }
        let end = session.remove_vectors_elsewhere(store, cancel).await?;
        COMPARED.set((end == VectorsEnd::Done).then_some(parts));
        Ok(end)
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

impl EmbeddingTrouble {
    /// What follows a failure: a pause that grows with each, of at least `retry_after` milliseconds.
    pub(super) fn after(before: Option<&Self>, why: String, retry_after: Option<u64>, now: Timestamp) -> Self {
        let failures = before.map_or(0, |before| before.failures).saturating_add(1);
        let pause = i64::try_from(super::pause::pause_after(failures, retry_after).as_millis()).unwrap_or(i64::MAX);
        Self { why, again_at: Timestamp(now.0.saturating_add(pause)), failures }
    }

    /// Time from now until it is tried again.
    pub(super) fn pause(&self, now: Timestamp) -> Duration {
        Duration::from_millis(u64::try_from(self.again_at.0.saturating_sub(now.0)).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_lost_once_is_made_again_at_once_and_a_store_that_goes_on_losing_is_left_alone_for_longer_and_longer() {
        let elsewhere = Elsewhere::new();
        let pause = || elsewhere.trouble.get_untracked().map(|trouble| trouble.pause(Timestamp(0)).as_secs());
        assert!(elsewhere.ended(true, Timestamp(0)));
        assert_eq!(pause(), None);
        assert!(!elsewhere.ended(true, Timestamp(0)));
        assert_eq!(pause(), Some(60));
        assert!(!elsewhere.ended(true, Timestamp(0)));
        assert_eq!(pause(), Some(120));
        assert!(!elsewhere.ended(false, Timestamp(0)));
        assert_eq!(pause(), None);
        assert!(elsewhere.ended(true, Timestamp(0)), "much later");
    }
}
