//! A vector store behind an address: Qdrant or Chroma. `ricordo_core::wire::vectors` has the calls; here is their order.

use super::store_access::StoreAccess;
use ricordo_core::{
    id::{BranchId, MessageId},
    provider::is_address_here,
    recall::{Removed, StoredIds, StoredVector, VectorStore, VectorStoreError, VectorStoreErrorKind as Kind},
    wire::vectors::{Call, Collection, StoreResponse, StoreVersion, VectorApi, VectorStoreKind},
};
use std::{cell::RefCell, fmt, rc::Rc};

/// A collection of a vector store. Clones share what is known of it.
#[derive(Clone)]
pub struct HttpVectorStore {
    /// The calls, or why there are none: the name of the collection cannot be used.
    api: Result<VectorApi, VectorStoreError>,
    access: StoreAccess,
    /// The collection as it was found last.
    known: Rc<RefCell<Option<Collection>>>,
}

/// What a store says about itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VectorStoreFacts {
    /// Which program it is.
    pub version: StoreVersion,
    /// Dimension of the collection; `None`: it is not there yet.
    pub dimension: Option<usize>,
}

impl HttpVectorStore {
    /// A collection of a store. `base_url`, `key` and the name of the collection are as for [`VectorApi`]. The timeout is
    /// the longest wait for the beginning and for the rest of a response.
    pub fn new(
        kind: VectorStoreKind,
        base_url: &str,
        key: Option<&str>,
        collection: &str,
        response_timeout_seconds: u32,
    ) -> Self {
        let api = VectorApi::new(kind, base_url, collection);
        let key = key.map(str::trim).filter(|key| !key.is_empty());
        let access = StoreAccess {
            root: api.as_ref().map(|api| api.root().to_owned()).unwrap_or_default(),
            headers: api.as_ref().map(|api| api.headers(key)).unwrap_or_default(),
            key: key.map(|key| key.strip_prefix("Bearer ").unwrap_or(key).trim().to_owned()),
            timeout_seconds: response_timeout_seconds,
        };
        Self { api, access, known: Rc::default() }
    }

    /// What the store says about itself, after a call without and a call with the key. Changes nothing. The caller compares
    /// the dimension with that of its vectors.
    ///
    /// # Errors
    /// [`VectorStoreError`]. [`Kind::NotAStore`] if another program answers. If there is no answer that the page may read,
    /// [`Kind::Unreachable`]: the browser does not say whether the store is off or refuses the page (CORS).
    pub async fn facts(&self) -> Result<VectorStoreFacts, VectorStoreError> {
        let api = self.api()?;
        let version = self.access.exchange(&api.version(), |response| api.read_version(response)).await?;
        let dimension = match self.find().await {
            Ok(collection) => Some(collection.dimension),
            Err(error) if error.kind == Kind::Gone => None,
            Err(error) => return Err(error),
        };
        Ok(VectorStoreFacts { version, dimension })
    }

    fn api(&self) -> Result<&VectorApi, VectorStoreError> {
        self.api.as_ref().map_err(Clone::clone)
    }

    /// Asks for the collection.
    async fn find(&self) -> Result<Collection, VectorStoreError> {
        self.known.take();
        let api = self.api()?;
        let found = self.access.exchange(&api.find(), |response| api.read_collection(response)).await?;
        self.known.replace(Some(found.clone()));
        Ok(found)
    }

    async fn create(&self, dimension: usize) -> Result<Collection, VectorStoreError> {
        match self.perform(&self.api()?.create(dimension)).await {
            // Another tab was faster.
            Err(error) if error.status != Some(409) => Err(error),
            _ => self.find().await,
        }
    }

    async fn perform(&self, call: &Call) -> Result<(), VectorStoreError> {
        let api = self.api()?;
        self.access.exchange(call, |response| api.read_done(response)).await
    }

    /// Makes a call about the collection. If it fails because another tab may have made the collection anew, with another
    /// id or dimension, looks it up and tries once more.
    async fn on_collection<T>(
        &self,
        call: impl Fn(&VectorApi, &Collection) -> Result<Call, VectorStoreError>,
        read: impl Fn(&VectorApi, &Collection, StoreResponse<'_>) -> Result<T, VectorStoreError>,
    ) -> Result<T, VectorStoreError> {
        let api = self.api()?;
        let once = async |collection: &Collection| {
            let call = call(api, collection)?;
            self.access.exchange(&call, |response| read(api, collection, response)).await
        };
        let known = self.known.borrow().clone();
        let Some(known) = known else { return once(&self.find().await?).await };
        match once(&known).await {
            Err(error) if may_be_outdated(error.kind) => match self.find().await? {
                found if found == known => Err(error),
                found => once(&found).await,
            },
            other => other,
        }
    }
}

/// Whether a call with what is known of the collection fails in this manner after it was made anew.
fn may_be_outdated(kind: Kind) -> bool {
    matches!(kind, Kind::Gone | Kind::OtherDimension { .. } | Kind::NotUnderstood)
}

impl VectorStore for HttpVectorStore {
    fn is_on_this_computer(&self) -> bool {
        is_address_here(&self.access.root)
    }

    async fn ensure(&self, dimension: usize) -> Result<(), VectorStoreError> {
        let found = match self.find().await {
            Err(error) if error.kind == Kind::Gone => self.create(dimension).await?,
            other => other?,
        };
        if found.dimension != dimension {
            return Err(VectorStoreError::new(Kind::OtherDimension { found: Some(found.dimension) }, ""));
        }
        match self.api()?.index() {
            // Also for a collection that was there: the page may have been closed before this.
            Some(index) => self.perform(&index).await,
            None => Ok(()),
        }
    }

    async fn put(&self, vectors: &[StoredVector]) -> Result<(), VectorStoreError> {
        if vectors.is_empty() {
            return Ok(());
        }
        self.on_collection(|api, collection| api.put(collection, vectors), |api, _, response| api.read_done(response))
            .await
    }

    async fn get(&self, ids: &[MessageId]) -> Result<Vec<StoredVector>, VectorStoreError> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        self.on_collection(|api, collection| Ok(api.get(collection, ids)), VectorApi::read_vectors).await
    }

    async fn nearest(
        &self,
        values: &[f32],
        branches: Option<&[BranchId]>,
        most: usize,
    ) -> Result<Vec<StoredVector>, VectorStoreError> {
        // Stores refuse a question for nothing, and an empty list of branches.
        if most == 0 || branches.is_some_and(<[BranchId]>::is_empty) {
            return Ok(Vec::new());
        }
        let call = |api: &VectorApi, collection: &Collection| api.nearest(collection, values, branches, most);
        self.on_collection(call, VectorApi::read_nearest).await
    }

    async fn remove(&self, what: Removed<'_>) -> Result<(), VectorStoreError> {
        let is_nothing = match what {
            Removed::Ids(ids) => ids.is_empty(),
            Removed::Branches(branches) => branches.is_empty(),
        };
        if is_nothing {
            return Ok(());
        }
        let call = |api: &VectorApi, collection: &Collection| Ok(api.remove(collection, what));
        self.on_collection(call, |api, _, response| api.read_done(response)).await
    }

    async fn ids(&self, from: Option<&str>) -> Result<StoredIds, VectorStoreError> {
        let call = |api: &VectorApi, collection: &Collection| api.ids(collection, from);
        self.on_collection(call, |api, _, response| api.read_ids(from, response)).await
    }

    async fn count(&self) -> Result<usize, VectorStoreError> {
        let call = |api: &VectorApi, collection: &Collection| Ok(api.count(collection));
        match self.on_collection(call, |api, _, response| api.read_count(response)).await {
            Err(error) if error.kind == Kind::Gone => Ok(0),
            other => other,
        }
    }

    async fn delete(&self) -> Result<(), VectorStoreError> {
        self.known.take();
        match self.perform(&self.api()?.delete()).await {
            Err(error) if error.kind == Kind::Gone => Ok(()),
            other => other,
        }
    }
}

/// Omits the key, because this may be logged.
impl fmt::Debug for HttpVectorStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpVectorStore")
            .field("api", &self.api)
            .field("has_key", &self.access.key.is_some())
            .field("known", &self.known)
            .finish_non_exhaustive()
    }
}
