//! A vector store that is an object of the page. Its methods get ids, vectors and tags, and never a text.
//!
//! What the page does is unknown: its answers are checked (`answers`), what it throws is an error (`thrown`), and it has
//! a limited time.

mod answers;
mod thrown;

use crate::{abort::Abort, global::property, host::BrowserHost};
use futures_util::future::{Either, pending, select};
use js_sys::{Array, Float32Array, Function, Object, Promise, Reflect};
use ricordo_core::{
    cancel::Cancel,
    host::Host,
    id::{BranchId, MessageId},
    recall::{Removed, StoredIds, StoredVector, VectorStore, VectorStoreError, VectorStoreErrorKind as Kind},
};
use std::{fmt::Display, pin::pin};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

const METHODS: [&str; 8] = ["ensure", "put", "get", "nearest", "remove", "ids", "count", "delete"];

/// A vector store of the page. Clones share its object.
#[derive(Clone, Debug)]
pub struct PageVectorStore {
    object: JsValue,
    is_on_this_computer: bool,
    /// Longest time of a call, in milliseconds.
    longest_ms: u32,
    /// Ends a call that nobody waits for any more.
    cancel: Option<Cancel>,
}

impl PageVectorStore {
    /// An object with the methods of [`VectorStore`], each of which gets an abort signal after its arguments. A call may
    /// take `longest_ms` milliseconds.
    ///
    /// # Errors
    /// What is wrong with the object.
    pub fn new(object: JsValue, longest_ms: u32) -> Result<Self, String> {
        let is_method = |name: &str| property::<JsValue>(&object, name).is_some_and(|method| method.is_function());
        if let Some(missing) = METHODS.iter().find(|name| !is_method(name)) {
            return Err(format!("its method `{missing}` is missing; it has {}", METHODS.join(", ")));
        }
        let is_on_this_computer = match property::<JsValue>(&object, "onThisComputer") {
            None => false,
            Some(given) => given.as_bool().ok_or("`onThisComputer` is true or false")?,
        };
        Ok(Self { object, is_on_this_computer, longest_ms, cancel: None })
    }

    /// The same store, whose calls end early when `cancel` is raised, as if they took too long.
    #[must_use]
    pub fn until(&self, cancel: &Cancel) -> Self {
        Self { cancel: Some(cancel.clone()), ..self.clone() }
    }

    /// Calls a method. Dropping the future aborts its signal.
    async fn call(&self, method: &str, given: &[JsValue]) -> Result<JsValue, VectorStoreError> {
        let abort = Abort::new();
        let called = async {
            let function: Function = Reflect::get(&self.object, &method.into())?.dyn_into()?;
            let arguments: Array = given.iter().cloned().chain([abort.signal()]).collect();
            // A method may return its answer without a promise.
            JsFuture::from(Promise::resolve(&function.apply(&self.object, &arguments)?)).await
        };
        let cancelled = async {
            match &self.cancel {
                Some(cancel) => cancel.cancelled().await,
                None => pending().await,
            }
        };
        let (called, slept, cancelled) = (pin!(called), pin!(BrowserHost.sleep(self.longest_ms)), pin!(cancelled));
        match select(called, select(slept, cancelled)).await {
            Either::Left((Ok(answer), _)) => Ok(answer),
            Either::Left((Err(thrown), _)) => Err(thrown::error(method, &thrown)),
            Either::Right(_) => Err(VectorStoreError::new(Kind::TimedOut, &format!("`{method}` did not end"))),
        }
    }
}

impl VectorStore for PageVectorStore {
    fn is_on_this_computer(&self) -> bool {
        self.is_on_this_computer
    }

    async fn ensure(&self, dimension: usize) -> Result<(), VectorStoreError> {
        self.call("ensure", &[number(dimension)]).await.map(drop)
    }

    async fn put(&self, vectors: &[StoredVector]) -> Result<(), VectorStoreError> {
        if vectors.is_empty() {
            return Ok(());
        }
        if vectors.iter().any(|vector| vector.values.iter().any(|value| !value.is_finite())) {
            return Err(VectorStoreError::new(Kind::Refused, "a value is not a finite number"));
        }
        self.call("put", &[vectors.iter().map(vector_to_js).collect::<Array>().into()]).await.map(drop)
    }

    async fn get(&self, ids: &[MessageId]) -> Result<Vec<StoredVector>, VectorStoreError> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        answers::got(&self.call("get", &[texts(ids)]).await?, ids)
    }

    async fn nearest(
        &self,
        values: &[f32],
        branches: Option<&[BranchId]>,
        most: usize,
    ) -> Result<Vec<StoredVector>, VectorStoreError> {
        if most == 0 || branches.is_some_and(<[BranchId]>::is_empty) {
            return Ok(Vec::new());
        }
        let options = branches.map(|branches| ("branches", texts(branches)));
        let options = object(options.into_iter().chain([("most", number(most))]));
        let answer = self.call("nearest", &[Float32Array::from(values).into(), options]).await?;
        answers::nearest(&answer, values.len(), branches, most)
    }

    async fn remove(&self, what: Removed<'_>) -> Result<(), VectorStoreError> {
        let removed = match what {
            Removed::Ids([]) | Removed::Branches([]) => return Ok(()),
            Removed::Ids(ids) => ("ids", texts(ids)),
            Removed::Branches(branches) => ("branches", texts(branches)),
        };
        self.call("remove", &[object([removed])]).await.map(drop)
    }

    async fn ids(&self, from: Option<&str>) -> Result<StoredIds, VectorStoreError> {
        answers::page(&self.call("ids", &[from.map_or(JsValue::UNDEFINED, JsValue::from_str)]).await?, from)
    }

    async fn count(&self) -> Result<usize, VectorStoreError> {
        match self.call("count", &[]).await {
            Ok(answer) => answers::count(&answer),
            Err(error) if error.kind == Kind::Gone => Ok(0),
            Err(error) => Err(error),
        }
    }

    async fn delete(&self) -> Result<(), VectorStoreError> {
        match self.call("delete", &[]).await {
            Err(error) if error.kind != Kind::Gone => Err(error),
            _ => Ok(()),
        }
    }
}

fn vector_to_js(StoredVector { id, branch, part, values }: &StoredVector) -> JsValue {
    object([
        ("id", id.to_string().into()),
        ("branch", branch.to_string().into()),
        ("part", (*part).into()),
        ("values", Float32Array::from(values.as_slice()).into()),
    ])
}

fn object<'a>(fields: impl IntoIterator<Item = (&'a str, JsValue)>) -> JsValue {
    let object = Object::new();
    for (name, value) in fields {
        // Setting a property of a new plain object cannot fail.
        let _ = Reflect::set(&object, &name.into(), &value);
    }
    object.into()
}

fn texts(ids: &[impl Display]) -> JsValue {
    ids.iter().map(|id| JsValue::from(id.to_string())).collect::<Array>().into()
}

#[allow(clippy::cast_precision_loss, reason = "dimensions and counts of one call are small")]
fn number(number: usize) -> JsValue {
    (number as f64).into()
}
