//! The store of a page: IndexedDB, or memory if the browser has no IndexedDB or nothing is to be persisted.

use crate::indexed_db::IndexedDbStore;
use ricordo_core::{change::Change, error::StoreError, memory_store::MemoryStore, store::Store};
use std::cell::Cell;

/// Called with the changes of a write, before it.
pub type WriteObserver = fn(&[Change]);

thread_local! {
    static OBSERVER: Cell<Option<WriteObserver>> = const { Cell::new(None) };
}

/// Calls a function before each write of this tab.
pub fn observe_writes(observer: WriteObserver) {
    OBSERVER.set(Some(observer));
}

/// One of the two stores of a page.
#[derive(Clone, Debug)]
pub enum AnyStore {
    /// Persistent, in IndexedDB.
    IndexedDb(IndexedDbStore),
    /// In memory; lost when the tab closes.
    Memory(MemoryStore),
}

macro_rules! delegate {
    ($self:ident, $store:ident => $call:expr) => {
        match $self {
            AnyStore::IndexedDb($store) => $call.await,
            AnyStore::Memory($store) => $call.await,
        }
    };
}

impl Store for AnyStore {
    ricordo_core::forward_to_store!(delegate);

    async fn apply(&self, changes: Vec<Change>) -> Result<Vec<Change>, StoreError> {
        if let Some(observe) = OBSERVER.get() {
            observe(&changes);
        }
        delegate!(self, store => store.apply(changes))
    }
}
