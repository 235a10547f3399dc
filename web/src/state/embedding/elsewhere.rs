//! The vector store outside this browser: made from the settings, and how far a move to it is.

use super::{Embedding, EmbeddingTrouble};
use crate::texts::errors::Localized;
use leptos::prelude::*;
use ricordo_browser::{HttpVectorStore, keys};
use ricordo_core::{
    error::Error,
    recall::{VectorStoreError, VectorStoreErrorKind},
    session::ElsewhereProgress,
    settings::{Settings, VectorPlace, VectorStoreSettings},
    time::Timestamp,
    wire::vectors::VectorStoreKind,
};
use std::cell::{Cell, RefCell};

/// State of the vectors outside this browser.
#[derive(Clone, Copy)]
pub struct Elsewhere {
    /// How far a move is; `None` while nothing moves.
    pub moving: RwSignal<Option<ElsewhereProgress>>,
    /// Why the store is left alone; `None` if it is not.
    pub trouble: RwSignal<Option<EmbeddingTrouble>>,
    /// Whether a store is in use. False until it is first used.
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
    pub fn renew(self) {
        MADE.set(None);
        COMPARED.set(None);
        self.is_used.set_value(false);
        self.has_lost.set_value(false);
        self.trouble.set(None);
    }

    /// Number of stored parts when they were last compared with the store without an embedder; `None`: not yet.
    pub fn compared(self) -> Option<u64> {
        COMPARED.get()
    }

    /// Notes that this many stored parts were compared with the store, or that they have to be compared again.
    pub fn note_compared(self, parts: Option<u64>) {
        COMPARED.set(parts);
    }

    /// Notes how a move ended. Returns whether what was lost is made again at once: not for a store that loses vectors
    /// again and again, because to make them may cost money.
    pub fn ended(self, lost: bool, now: Timestamp) -> bool {
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

    pub fn failed(self, error: &VectorStoreError, now: Timestamp) {
        self.trouble.update(|trouble| {
            *trouble = Some(EmbeddingTrouble::after(trouble.as_ref(), error.localized(), None, now));
        });
    }
}

/// Which program a place is; `None`: this browser.
pub fn kind_of(place: VectorPlace) -> Option<VectorStoreKind> {
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
