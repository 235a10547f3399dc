//! The store of a page: IndexedDB where there is one, memory where there is none or nothing shall be kept.

use crate::indexed_db::IndexedDbStore;
use ricordo_core::{change::Change, error::StoreError, memory_store::MemoryStore, store::Store};

/// One of the two stores of a page.
#[derive(Clone, Debug)]
pub enum AnyStore {
    /// Kept by the browser.
    IndexedDb(IndexedDbStore),
    /// Gone with the tab.
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
        delegate!(self, store => store.apply(changes))
    }
}
