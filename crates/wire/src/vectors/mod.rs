//! The REST interfaces of vector stores: Qdrant's, and version 2 of Chroma's. What a call is, and what its response says.
//!
//! A point has the id of its message, a vector and two keyword tags, the branch and the part; never a text. A response
//! that is not as documented is an error: a vector of another dimension, or at the place of another, would make later
//! searches wrong without a sign.

mod call;
mod chroma;
mod error;
mod qdrant;
mod read;

#[cfg(test)]
mod tests;

pub use call::{Call, Method, StoreResponse};

use crate::protocol::Headers;
use call::checked;
use read::json;
use ricordo_record::{
    error::{VectorStoreError, VectorStoreErrorKind as Kind},
    id::{BranchId, MessageId},
    stored_vector::{Removed, StoredIds, StoredVector},
};

/// Ids in one page. Chroma Cloud permits 300 results.
const PAGE: usize = 256;

/// Which program a vector store is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VectorStoreKind {
    /// Qdrant.
    Qdrant,
    /// Chroma, from version 1.0 on, and Chroma Cloud.
    Chroma,
}

/// What answers at an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoreVersion {
    /// Name of the program.
    pub name: &'static str,
    /// Its version, as it says.
    pub version: String,
}

/// A collection that is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Collection {
    /// What calls name it by: Qdrant's name, or the id that Chroma gave it.
    pub place: String,
    /// Dimension of its vectors.
    pub dimension: usize,
}

/// The calls of one collection of one store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VectorApi {
    kind: VectorStoreKind,
    root: String,
    /// Path of the collections, relative to the root.
    collections: String,
    name: String,
}

impl VectorApi {
    /// `base_url`: as the user typed it, such as `http://localhost:6333` or `http://localhost:8000`. Chroma's may end with
    /// `/api/v2/tenants/TENANT/databases/DATABASE`, which Chroma Cloud requires; otherwise they are the default ones.
    ///
    /// # Errors
    /// [`Kind::Refused`] if the name has not 3 to 128 letters, digits, `-` and `_`, a letter or a digit at both ends: both
    /// programs accept those.
    pub fn new(kind: VectorStoreKind, base_url: &str, collection: &str) -> Result<Self, VectorStoreError> {
        if !is_name(collection) {
            return Err(VectorStoreError::new(Kind::Refused, "the name of the collection cannot be used"));
        }
        let base_url = base_url.trim().trim_end_matches('/');
        let (root, collections) = match kind {
            VectorStoreKind::Qdrant => (base_url, "collections".to_owned()),
            VectorStoreKind::Chroma => chroma::parts(base_url),
        };
        Ok(Self { kind, root: root.to_owned(), collections, name: collection.to_owned() })
    }

    /// The address that the paths of calls are relative to.
    pub fn root(&self) -> &str {
        &self.root
    }

    /// The headers of every call, except `content-type`. A key that begins with `Bearer ` is sent as `authorization`, for
    /// a gateway in front of Chroma; Chroma itself takes no key, and Chroma Cloud `x-chroma-token`. An empty key counts as
    /// no key.
    pub fn headers(&self, key: Option<&str>) -> Headers {
        let Some(key) = key.map(str::trim).filter(|key| !key.is_empty()) else { return Headers::new() };
        let name = match self.kind {
            _ if key.starts_with("Bearer ") => "authorization",
            VectorStoreKind::Qdrant => "api-key",
            VectorStoreKind::Chroma => "x-chroma-token",
        };
        vec![(name, key.to_owned())]
    }

    /// Asks which program answers. Needs no key.
    pub fn version(&self) -> Call {
        Call::get(match self.kind {
            VectorStoreKind::Qdrant => String::new(),
            VectorStoreKind::Chroma => "api/v2/version".to_owned(),
        })
    }

    /// Reads the response to [`version`](Self::version).
    ///
    /// # Errors
    /// [`VectorStoreError`].
    pub fn read_version(&self, response: StoreResponse<'_>) -> Result<StoreVersion, VectorStoreError> {
        let body = self.body(response)?;
        let (name, version) = match self.kind {
            VectorStoreKind::Qdrant => ("Qdrant", qdrant::version(&body)),
            VectorStoreKind::Chroma => ("Chroma", chroma::version(&body)),
        };
        version.map(|version| StoreVersion { name, version }).ok_or_else(|| VectorStoreError {
            status: Some(response.status),
            ..VectorStoreError::new(Kind::NotAStore, "")
        })
    }

    /// Asks for the collection, by its name.
    pub fn find(&self) -> Call {
        Call::get(self.named())
    }

    /// Creates the collection. Chroma answers with it as [`find`](Self::find) does, also if it was there. Qdrant says
    /// [`Kind::Refused`] with status 409 if it was.
    pub fn create(&self, dimension: usize) -> Call {
        match self.kind {
            VectorStoreKind::Qdrant => qdrant::create(&self.named(), dimension),
            VectorStoreKind::Chroma => chroma::create(&self.collections, &self.name, dimension),
        }
    }

    /// Prepares what the searches need in a collection that is there, as often as wanted; `None`: nothing is needed.
    pub fn index(&self) -> Option<Call> {
        match self.kind {
            VectorStoreKind::Qdrant => Some(qdrant::index(&self.named())),
            VectorStoreKind::Chroma => None,
        }
    }

    /// Reads the response to [`find`](Self::find).
    ///
    /// # Errors
    /// [`VectorStoreError`]. [`Kind::Refused`] if another program made the collection and it does not compare by cosine.
    pub fn read_collection(&self, response: StoreResponse<'_>) -> Result<Collection, VectorStoreError> {
        let body = self.body(response)?;
        match self.kind {
            VectorStoreKind::Qdrant => qdrant::collection(&self.name, &body),
            VectorStoreKind::Chroma => chroma::collection(&body),
        }
    }

    /// Adds or replaces vectors.
    ///
    /// # Errors
    /// [`Kind::OtherDimension`], and [`Kind::Refused`] for values that are not finite.
    pub fn put(&self, collection: &Collection, vectors: &[StoredVector]) -> Result<Call, VectorStoreError> {
        vectors.iter().try_for_each(|vector| checked(&vector.values, collection))?;
        let path = self.path(collection);
        Ok(match self.kind {
            VectorStoreKind::Qdrant => qdrant::put(&path, vectors),
            VectorStoreKind::Chroma => chroma::put(&path, vectors),
        })
    }

    /// Asks for vectors by their ids.
    pub fn get(&self, collection: &Collection, ids: &[MessageId]) -> Call {
        let path = self.path(collection);
        match self.kind {
            VectorStoreKind::Qdrant => qdrant::get(&path, ids),
            VectorStoreKind::Chroma => chroma::get(&path, ids),
        }
    }

    /// Reads the response to [`get`](Self::get).
    ///
    /// # Errors
    /// [`VectorStoreError`].
    pub fn read_vectors(
        &self,
        collection: &Collection,
        response: StoreResponse<'_>,
    ) -> Result<Vec<StoredVector>, VectorStoreError> {
        let body = self.body(response)?;
        match self.kind {
            VectorStoreKind::Qdrant => qdrant::vectors(&body, collection.dimension),
            VectorStoreKind::Chroma => chroma::vectors(&body, collection.dimension),
        }
    }

    /// Asks for the vectors nearest to one. `most` is at least 1, and there is at least one branch.
    ///
    /// # Errors
    /// As for [`put`](Self::put).
    pub fn nearest(
        &self,
        collection: &Collection,
        values: &[f32],
        branches: Option<&[BranchId]>,
        most: usize,
    ) -> Result<Call, VectorStoreError> {
        checked(values, collection)?;
        let path = self.path(collection);
        Ok(match self.kind {
            VectorStoreKind::Qdrant => qdrant::nearest(&path, values, branches, most),
            VectorStoreKind::Chroma => chroma::nearest(&path, values, branches, most),
        })
    }

    /// Reads the response to [`nearest`](Self::nearest).
    ///
    /// # Errors
    /// [`VectorStoreError`].
    pub fn read_nearest(
        &self,
        collection: &Collection,
        response: StoreResponse<'_>,
    ) -> Result<Vec<StoredVector>, VectorStoreError> {
        let body = self.body(response)?;
        match self.kind {
            VectorStoreKind::Qdrant => qdrant::nearest_vectors(&body, collection.dimension),
            VectorStoreKind::Chroma => chroma::nearest_vectors(&body, collection.dimension),
        }
    }

    /// Removes vectors: at least one id, or all of at least one branch.
    pub fn remove(&self, collection: &Collection, what: Removed<'_>) -> Call {
        let path = self.path(collection);
        match self.kind {
            VectorStoreKind::Qdrant => qdrant::remove(&path, what),
            VectorStoreKind::Chroma => chroma::remove(&path, what),
        }
    }

    /// Asks for a page of ids: the first one, or the one that begins at [`StoredIds::next`].
    ///
    /// # Errors
    /// [`Kind::NotUnderstood`] if that is no beginning of a page.
    pub fn ids(&self, collection: &Collection, from: Option<&str>) -> Result<Call, VectorStoreError> {
        let path = self.path(collection);
        match self.kind {
            VectorStoreKind::Qdrant => Ok(qdrant::ids(&path, from)),
            VectorStoreKind::Chroma => chroma::ids(&path, from),
        }
    }

    /// Reads the response to [`ids`](Self::ids).
    ///
    /// # Errors
    /// [`VectorStoreError`].
    pub fn read_ids(&self, from: Option<&str>, response: StoreResponse<'_>) -> Result<StoredIds, VectorStoreError> {
        let body = self.body(response)?;
        match self.kind {
            VectorStoreKind::Qdrant => qdrant::page(&body),
            VectorStoreKind::Chroma => chroma::page(&body, from),
        }
    }

    /// Asks for the number of vectors.
    pub fn count(&self, collection: &Collection) -> Call {
        let path = self.path(collection);
        match self.kind {
            VectorStoreKind::Qdrant => qdrant::count(&path),
            VectorStoreKind::Chroma => Call::get(format!("{path}/count")),
        }
    }

    /// Reads the response to [`count`](Self::count).
    ///
    /// # Errors
    /// [`VectorStoreError`].
    pub fn read_count(&self, response: StoreResponse<'_>) -> Result<usize, VectorStoreError> {
        let body = self.body(response)?;
        match self.kind {
            VectorStoreKind::Qdrant => read::number(body.pointer("/result/count")),
            VectorStoreKind::Chroma => read::number(Some(&body)),
        }
    }

    /// Deletes the collection. If it is not there, Chroma says [`Kind::Gone`].
    pub fn delete(&self) -> Call {
        Call::delete(self.named())
    }

    /// Reads the response to a call that only does something.
    ///
    /// # Errors
    /// [`VectorStoreError`].
    pub fn read_done(&self, response: StoreResponse<'_>) -> Result<(), VectorStoreError> {
        let body = self.body(response)?;
        match self.kind {
            VectorStoreKind::Qdrant => qdrant::done(&body),
            VectorStoreKind::Chroma if body.is_object() => Ok(()),
            VectorStoreKind::Chroma => Err(read::not_understood("nothing says that it was done")),
        }
    }

    /// The JSON of a successful response.
    fn body(&self, response: StoreResponse<'_>) -> Result<serde_json::Value, VectorStoreError> {
        match (200..300).contains(&response.status) {
            true => json(response),
            false => Err(error::refused(self.kind, response)),
        }
    }

    fn named(&self) -> String {
        format!("{}/{}", self.collections, self.name)
    }

    fn path(&self, collection: &Collection) -> String {
        format!("{}/{}", self.collections, collection.place)
    }
}

/// Whether a name can stand in a path and is one for both programs.
fn is_name(name: &str) -> bool {
    let is_inner = |char: char| char.is_ascii_alphanumeric() || matches!(char, '-' | '_');
    let is_end = |char: Option<char>| char.is_some_and(|char| char.is_ascii_alphanumeric());
    (3..=128).contains(&name.len())
        && name.chars().all(is_inner)
        && is_end(name.chars().next())
        && is_end(name.chars().next_back())
}
