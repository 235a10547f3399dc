//! Chooses where the vectors are kept: tries a vector store, moves to it, comes back from it, or gives it up.

use crate::{
    address::host_of,
    chat::{Chat, maintenance_commands::hold},
    state::embedding::elsewhere::kind_of,
    texts::{answers::maintenance, errors::Localized, fill, vectors_elsewhere::vectors_elsewhere},
};
use leptos::prelude::*;
use ricordo_browser::{BrowserHost, HttpVectorStore, keys};
use ricordo_core::{
    error::Error,
    host::Host,
    id::{BranchId, MessageId, ProviderId},
    recall::{StoredVector, VectorStore, VectorStoreError, VectorStoreErrorKind},
    settings::{Settings, VectorPlace, VectorStoreSettings},
    wire::vectors::StoreVersion,
};

/// Input of the form for a vector store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoreForm {
    /// The place. Not this browser.
    pub place: VectorPlace,
    /// Base address, trimmed.
    pub base_url: String,
    /// The key, trimmed; empty: none.
    pub key: String,
    /// Newest vectors that stay in this browser.
    pub keep: u32,
}

/// Dimension of the vector that a check stores and deletes.
const TRIED: usize = 8;

impl Chat {
    /// Tries a vector store: a collection is created in it, gets a vector, and is deleted. Returns the name of the program
    /// with its version.
    ///
    /// # Errors
    /// The reason as a sentence.
    pub async fn try_store(self, form: &StoreForm) -> Result<String, String> {
        let kind = kind_of(form.place).ok_or_else(String::new)?;
        let timeout = self.connection.settings.with_untracked(|settings| settings.response_timeout_seconds);
        let key = Some(form.key.as_str()).filter(|key| !key.is_empty());
        let store = HttpVectorStore::new(kind, &form.base_url, key, &new_collection(), timeout);
        let version = tried(&store).await.map_err(|error| error.localized())?;
        Ok(format!("{} {}", version.name, version.version))
    }

    /// Tries a vector store and begins to keep the vectors there.
    ///
    /// # Errors
    /// The reason as a sentence. Nothing changes then.
    pub async fn keep_vectors_at(self, form: StoreForm) -> Result<(), String> {
        self.try_store(&form).await?;
        let database = self.storage.embedding.database.get_value();
        if form.key.is_empty() {
            keys::remove(&database, VectorStoreSettings::KEY).await
        } else {
            keys::save(&database, VectorStoreSettings::KEY, &form.key).await.map(drop)
        }
        .map_err(|error| error.localized())?;
        let host = host_of(&form.base_url).to_owned();
        let StoreForm { place, base_url, keep, .. } = form;
        let chosen = VectorStoreSettings { place, base_url, keep, collection: new_collection(), returning: false };
        self.save_store(chosen).await.map_err(|error| error.localized())?;
        self.notices.say(fill(vectors_elsewhere().begun, &[("host", &host)]));
        Ok(())
    }

    /// Brings the vectors back, or lets them stay after all.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn bring_vectors_back(self, returning: bool) -> Result<(), Error> {
        let now = self.connection.settings.with_untracked(|settings| settings.vector_store.clone());
        self.save_store(VectorStoreSettings { returning, ..now }).await
    }

    /// Replaces the key of the store.
    ///
    /// # Errors
    /// The reason as a sentence.
    pub async fn change_store_key(self, key: &str) -> Result<(), String> {
        let database = self.storage.embedding.database.get_value();
        keys::save(&database, VectorStoreSettings::KEY, key).await.map_err(|error| error.localized())?;
        self.storage.embedding.elsewhere.renew();
        self.maintenance.restart(self);
        Ok(())
    }

    /// Gives the store up without asking it: what is there stays there, and is prepared here again.
    ///
    /// # Errors
    /// The reason as a sentence.
    pub async fn leave_vectors(self) -> Result<(), String> {
        // A run would write what it knows of them.
        let Some(lock) = hold(self).await else { return Err(maintenance().busy.to_owned()) };
        let settings = self.connection.settings.get_untracked();
        let session = self.storage.session();
        let left = async {
            match self.storage.embedding.chosen(&session, &settings).await? {
                Some(embedder) => session.forget_vectors_elsewhere(&embedder).await?,
                None => session.forget_all_vectors_elsewhere().await?,
            }
            self.use_no_store().await
        };
        left.await.map_err(|error| error.localized())?;
        drop(lock);
        self.storage.announce_vectors();
        self.notices.say(vectors_elsewhere().left);
        self.read_vector_progress().await;
        self.maintenance.restart(self);
        Ok(())
    }

    /// Deletes what is in the store, if there is one.
    ///
    /// # Errors
    /// The reason as a sentence. Nothing was deleted then.
    pub(in crate::chat) async fn delete_vectors_there(self) -> Result<(), String> {
        let settings = self.connection.settings.get_untracked();
        let store = self.storage.embedding.store(&settings).await.map_err(|error| error.localized())?;
        let Some(store) = store else { return Ok(()) };
        let not_deleted =
            |error: VectorStoreError| format!("{} {}", error.localized(), vectors_elsewhere().nothing_deleted);
        store.delete().await.map_err(not_deleted)?;
        self.use_no_store().await.map_err(|error| error.localized())
    }

    /// Keeps all vectors in this browser from now on.
    pub(super) async fn use_no_store(self) -> Result<(), Error> {
        keys::remove(&self.storage.embedding.database.get_value(), VectorStoreSettings::KEY).await?;
        self.put_store(VectorStoreSettings::default()).await
    }

    async fn save_store(self, chosen: VectorStoreSettings) -> Result<(), Error> {
        self.put_store(chosen).await?;
        self.maintenance.restart(self);
        Ok(())
    }

    async fn put_store(self, vector_store: VectorStoreSettings) -> Result<(), Error> {
        let settings = Settings { vector_store, ..self.connection.settings.get_untracked() };
        self.connection.save_settings(settings).await?;
        self.storage.embedding.elsewhere.renew();
        Ok(())
    }
}

/// A name that no other browser uses: two with one collection would remove each other's vectors.
fn new_collection() -> String {
    format!("ricordo-{}", ProviderId::new(BrowserHost.now().at, BrowserHost.random()))
}

/// Tries the operations that are used later. Returns the name and version of the program.
async fn tried(store: &HttpVectorStore) -> Result<StoreVersion, VectorStoreError> {
    let facts = store.facts().await?;
    let id = || (BrowserHost.now().at, BrowserHost.random());
    let ((at, random), (since, other)) = (id(), id());
    let vector = StoredVector {
        id: MessageId::new(at, random),
        branch: BranchId::new(since, other),
        part: 0,
        values: vec![1.0; TRIED],
    };
    keeps(store, &vector).await.map(|()| facts.version)
}

/// Checks that a store finds a vector that was put into it. The collection is deleted afterwards.
async fn keeps<S: VectorStore>(store: &S, vector: &StoredVector) -> Result<(), VectorStoreError> {
    store.ensure(TRIED).await?;
    let worked = async {
        store.put(std::slice::from_ref(vector)).await?;
        let found = store.nearest(&vector.values, Some(&[vector.branch]), 1).await?;
        match found.first().is_some_and(|found| found.id == vector.id) {
            true => Ok(()),
            false => Err(VectorStoreError::new(VectorStoreErrorKind::NotUnderstood, "")),
        }
    };
    let worked = worked.await;
    // Also after a failure: the collection is of no use then.
    let deleted = store.delete().await;
    worked.and(deleted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;
    use ricordo_core::{testing::MemoryVectorStore, time::Timestamp};

    fn vector(branch: u8, values: Vec<f32>) -> StoredVector {
        let at = Timestamp(1);
        StoredVector { id: MessageId::new(at, [1; 10]), branch: BranchId::new(at, [branch; 10]), part: 0, values }
    }

    fn tried(store: &MemoryVectorStore, vector: &StoredVector) -> Result<(), VectorStoreErrorKind> {
        keeps(store, vector).now_or_never().unwrap().map_err(|error| error.kind)
    }

    fn is_gone(store: &MemoryVectorStore) -> bool {
        let found = store.get(&[]).now_or_never().unwrap();
        found.is_err_and(|error| error.kind == VectorStoreErrorKind::Gone)
    }

    #[test]
    fn a_store_that_was_tried_is_left_as_it_was_found_whether_it_works_or_not() {
        let store = MemoryVectorStore::default();
        assert_eq!(tried(&store, &vector(1, vec![1.0; TRIED])), Ok(()));
        assert!(is_gone(&store));
        let refused = tried(&store, &vector(1, vec![1.0; TRIED + 1]));
        assert_eq!(refused, Err(VectorStoreErrorKind::OtherDimension { found: Some(TRIED) }));
        assert!(is_gone(&store), "what it could not store leaves no collection behind");
    }

    #[test]
    fn a_store_that_is_not_there_or_has_something_else_of_that_name_says_so() {
        let store = MemoryVectorStore::default();
        store.error.replace(Some(VectorStoreError::new(VectorStoreErrorKind::NotAStore, "")));
        assert_eq!(tried(&store, &vector(1, vec![1.0; TRIED])), Err(VectorStoreErrorKind::NotAStore));
        store.error.replace(None);
        let other = vector(2, vec![0.5; TRIED - 1]);
        store.ensure(TRIED - 1).now_or_never().unwrap().unwrap();
        store.put(std::slice::from_ref(&other)).now_or_never().unwrap().unwrap();
        let refused = tried(&store, &vector(1, vec![1.0; TRIED]));
        assert_eq!(refused, Err(VectorStoreErrorKind::OtherDimension { found: Some(TRIED - 1) }));
        assert_eq!(store.all(), [other], "what was there before is not deleted");
    }
}
