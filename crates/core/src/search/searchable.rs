//! A store that updates the search index with each write, so that erased text cannot be found afterwards.

use super::Index;
use crate::{change::Change, error::StoreError, store::Store};
use std::{cell::RefCell, ops::Deref, rc::Rc};

/// The index, created at the first search; until then writes are not tracked. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct SharedIndex(Rc<RefCell<Option<Begun>>>);

/// An index and the function that applies a change to it. The function pointer keeps the search code out of a page that
/// loads it lazily: only the code that creates the index refers to it.
#[derive(Debug)]
struct Begun {
    index: Index,
    note: fn(&mut Index, &Change),
}

impl SharedIndex {
    /// Creates an empty index and tracks every write from now on.
    pub fn begin(&self) {
        self.0.replace(Some(Begun { index: Index::default(), note: Index::note }));
    }

    /// Drops the index and stops tracking writes.
    pub fn end(&self) {
        self.0.take();
    }

    /// Whether writes are tracked.
    pub fn is_begun(&self) -> bool {
        self.0.borrow().is_some()
    }

    /// Queries the index; `None` if there is none.
    pub fn ask<T>(&self, ask: impl FnOnce(&mut Index) -> T) -> Option<T> {
        self.0.borrow_mut().as_mut().map(|begun| ask(&mut begun.index))
    }

    fn note(&self, changes: &[Change]) {
        if let Some(begun) = self.0.borrow_mut().as_mut() {
            changes.iter().for_each(|change| (begun.note)(&mut begun.index, change));
        }
    }
}

/// A store and the index of its content.
#[derive(Clone, Debug)]
pub struct Searchable<S> {
    store: S,
    index: SharedIndex,
}

impl<S> Searchable<S> {
    /// Pairs a store with an index that holds nothing else.
    pub fn new(store: S, index: SharedIndex) -> Self {
        Self { store, index }
    }

    /// The index.
    pub fn index(&self) -> &SharedIndex {
        &self.index
    }
}

impl<S> Deref for Searchable<S> {
    type Target = S;

    fn deref(&self) -> &S {
        &self.store
    }
}

macro_rules! behind {
    ($self:ident, $store:ident => $call:expr) => {{
        let $store = &$self.store;
        $call.await
    }};
}

impl<S: Store> Store for Searchable<S> {
    crate::forward_to_store!(behind);

    async fn apply(&self, changes: Vec<Change>) -> Result<Vec<Change>, StoreError> {
        let is_wanted = |change: &&Change| Index::wants(change.key().kind());
        let noted: Vec<Change> = match self.index.is_begun() {
            true => changes.iter().filter(is_wanted).cloned().collect(),
            false => Vec::new(),
        };
        let inverse = self.store.apply(changes).await?;
        self.index.note(&noted);
        Ok(inverse)
    }
}
