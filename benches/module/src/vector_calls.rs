//! The calls of a vector store, as the page makes them. Node sends them.

use crate::vectors::{VectorIndex, key, number};
use ricordo_core::{
    id::MessageId,
    recall::StoredVector,
    session::recalling::{MOST_NEAREST, SAMPLE},
    wire::vectors::{Call, Collection, Method, StoreResponse, VectorApi, VectorStoreKind},
};
use std::collections::BTreeMap;
use wasm_bindgen::prelude::*;

/// The calls of one collection.
#[wasm_bindgen]
pub struct VectorCalls {
    api: VectorApi,
    collection: Collection,
}

/// A call that Node sends.
#[wasm_bindgen(getter_with_clone)]
pub struct VectorCall {
    /// Method of HTTP.
    pub method: String,
    /// Path, relative to the root of the store.
    pub path: String,
    /// JSON; empty if there is no body.
    pub body: Vec<u8>,
}

#[wasm_bindgen]
impl VectorCalls {
    /// `program` is `chroma` or `qdrant`.
    ///
    /// # Errors
    /// The name of the collection cannot be used.
    #[wasm_bindgen(constructor)]
    pub fn new(program: &str, address: &str, name: &str) -> Result<VectorCalls, JsError> {
        let kind = if program == "chroma" { VectorStoreKind::Chroma } else { VectorStoreKind::Qdrant };
        let collection = Collection { place: String::new(), dimension: 0 };
        Ok(Self { api: VectorApi::new(kind, address, name)?, collection })
    }

    /// Creates the collection.
    pub fn create(&self, dimension: usize) -> VectorCall {
        self.api.create(dimension).into()
    }

    /// Prepares it, if the store wants that.
    pub fn index(&self) -> Option<VectorCall> {
        self.api.index().map(Into::into)
    }

    /// Asks for it.
    pub fn find(&self) -> VectorCall {
        self.api.find().into()
    }

    /// Reads the response to [`find`](Self::find).
    ///
    /// # Errors
    /// The response is another.
    #[wasm_bindgen(js_name = readFound)]
    pub fn read_found(&mut self, status: u16, body: &[u8]) -> Result<(), JsError> {
        self.collection = self.api.read_collection(StoreResponse { status, body })?;
        Ok(())
    }

    /// Path of the collection.
    pub fn path(&self) -> String {
        let call = self.api.get(&self.collection, &[]);
        call.path.rsplit_once('/').map(|(path, _)| path.to_owned()).unwrap_or_default()
    }

    /// Adds the vectors of a part, as when it moves there.
    ///
    /// # Errors
    /// The part has no values.
    pub fn put(&self, index: &VectorIndex, first: u32) -> Result<VectorCall, JsError> {
        let part = key(first);
        let stored = |(id, values)| StoredVector { id, branch: part.branch, part: part.number, values };
        let vectors: Vec<StoredVector> = index.part(first)?.passages().map(stored).collect();
        Ok(self.api.put(&self.collection, &vectors)?.into())
    }

    /// Reads that something was done.
    ///
    /// # Errors
    /// It was not.
    #[wasm_bindgen(js_name = readDone)]
    pub fn read_done(&self, status: u16, body: &[u8]) -> Result<(), JsError> {
        Ok(self.api.read_done(StoreResponse { status, body })?)
    }

    /// Asks for the vectors of a part, as when it comes back.
    ///
    /// # Errors
    /// There is no such part.
    pub fn get(&self, index: &VectorIndex, first: u32) -> Result<VectorCall, JsError> {
        let ids: Vec<MessageId> = index.part(first)?.ids().collect();
        Ok(self.api.get(&self.collection, &ids).into())
    }

    /// Takes the vectors of a part back, and returns its bytes as they are stored.
    ///
    /// # Errors
    /// Not all of them are in the response.
    pub fn restore(&self, index: &mut VectorIndex, first: u32, status: u16, body: &[u8]) -> Result<Vec<u8>, JsError> {
        let vectors = self.api.read_vectors(&self.collection, StoreResponse { status, body })?;
        let values: BTreeMap<MessageId, Vec<f32>> = vectors.into_iter().map(|one| (one.id, one.values)).collect();
        let restored = index.part(first)?.restored(&|id| values.get(&id).cloned());
        let restored = restored.ok_or_else(|| JsError::new("some vectors did not come back"))?;
        let bytes = restored.to_bytes();
        index.index.put_part(key(first), restored)?;
        Ok(bytes)
    }

    /// Asks for the vectors nearest to a question, `in_scope` only in the documents that may be found.
    ///
    /// # Errors
    /// Nothing is elsewhere.
    pub fn nearest(&self, index: &VectorIndex, values: &[f32], in_scope: bool) -> Result<VectorCall, JsError> {
        let ask = index.ask(values)?;
        let branches = in_scope.then_some(ask.branches.as_slice());
        Ok(self.api.nearest(&self.collection, &ask.values, branches, MOST_NEAREST)?.into())
    }

    /// Takes in the nearest vectors, and returns their passages as the store ranks them.
    ///
    /// # Errors
    /// The response is another.
    #[wasm_bindgen(js_name = readNearest)]
    pub fn read_nearest(&self, index: &mut VectorIndex, status: u16, body: &[u8]) -> Result<Vec<u32>, JsError> {
        let vectors = self.api.read_nearest(&self.collection, StoreResponse { status, body })?;
        let found = vectors.iter().map(|one| number(one.id)).collect();
        index.index.set_nearest(vectors.into_iter().map(|one| (one.id, one.values)));
        Ok(found)
    }

    /// Asks for the sample that a first question wants.
    pub fn sample(&self, index: &VectorIndex) -> VectorCall {
        self.api.get(&self.collection, &index.index.wanted_sample(SAMPLE)).into()
    }

    /// Takes in the sample.
    ///
    /// # Errors
    /// The response is another.
    #[wasm_bindgen(js_name = readSample)]
    pub fn read_sample(&self, index: &mut VectorIndex, status: u16, body: &[u8]) -> Result<(), JsError> {
        let vectors = self.api.read_vectors(&self.collection, StoreResponse { status, body })?;
        index.index.set_sample(vectors.into_iter().map(|one| (one.id, one.values)));
        Ok(())
    }

    /// Deletes the collection.
    pub fn delete(&self) -> VectorCall {
        self.api.delete().into()
    }
}

impl From<Call> for VectorCall {
    fn from(call: Call) -> Self {
        let method = match call.method {
            Method::Get => "GET",
            Method::Post => "POST",
            Method::Put => "PUT",
            Method::Delete => "DELETE",
        };
        Self { method: method.to_owned(), path: call.path, body: call.body.unwrap_or_default() }
    }
}
