//! A store whose writes reach the search index at once, so that what is erased cannot be found a moment later.

use super::Index;
use crate::{change::Change, error::StoreError, store::Store};
use std::{cell::RefCell, ops::Deref, rc::Rc};

/// The index, once somebody has searched; before, nothing is noted. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct SharedIndex(Rc<RefCell<Option<Begun>>>);

/// An index, and what brings a change into it. A page that loads the search when it is first used holds none of that code
/// until then: only who begins an index names it.
#[derive(Debug)]
struct Begun {
    index: Index,
    note: fn(&mut Index, &Change),
}

impl SharedIndex {
    /// Begins an empty index: every write is noted from now on.
    pub fn begin(&self) {
        self.0.replace(Some(Begun { index: Index::default(), note: Index::note }));
    }

    /// Throws the index away: nothing is noted any more.
    pub fn end(&self) {
        self.0.take();
    }

    /// Whether writes are noted.
    pub fn is_begun(&self) -> bool {
        self.0.borrow().is_some()
    }

    /// Asks the index; `None`: there is none.
    pub fn ask<T>(&self, ask: impl FnOnce(&mut Index) -> T) -> Option<T> {
        self.0.borrow_mut().as_mut().map(|begun| ask(&mut begun.index))
    }

    fn note(&self, changes: &[Change]) {
        if let Some(begun) = self.0.borrow_mut().as_mut() {
            changes.iter().for_each(|change| (begun.note)(&mut begun.index, change));
        }
    }
}

/// A store and the index of what is in it.
#[derive(Clone, Debug)]
pub struct Searchable<S> {
    store: S,
    index: SharedIndex,
}

impl<S> Searchable<S> {
    /// A store and an index that is of nothing else.
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
