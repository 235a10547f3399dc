//! A store that fails on demand, like a full disk.

use crate::{change::Change, error::StoreError, store::Store};
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

/// Reads succeed; writes fail while an error is set. Clones share the error.
#[derive(Clone, Debug, Default)]
pub struct FailingStore<S> {
    /// The wrapped store.
    pub inner: S,
    error: Rc<RefCell<Option<StoreError>>>,
    /// Writes that still succeed.
    left: Rc<Cell<u32>>,
    /// Whether only one write fails.
    once: Rc<Cell<bool>>,
}

impl<S> FailingStore<S> {
    /// Wraps a store.
    pub fn new(inner: S) -> Self {
        Self { inner, error: Rc::default(), left: Rc::default(), once: Rc::default() }
    }

    /// Makes writes fail with this error, or succeed again.
    pub fn fail_with(&self, error: Option<StoreError>) {
        *self.error.borrow_mut() = error;
        self.left.set(0);
        self.once.set(false);
    }

    /// Makes writes fail with this error after `writes` more of them.
    pub fn fail_after(&self, writes: u32, error: StoreError) {
        *self.error.borrow_mut() = Some(error);
        self.left.set(writes);
        self.once.set(false);
    }

    /// As [`FailingStore::fail_after`], but the writes after the one that fails succeed.
    pub fn fail_once_after(&self, writes: u32, error: StoreError) {
        self.fail_after(writes, error);
        self.once.set(true);
    }
}

macro_rules! inner {
    ($self:ident, $store:ident => $call:expr) => {{
        let $store = &$self.inner;
        $call.await
    }};
}

impl<S: Store> Store for FailingStore<S> {
    crate::forward_to_store!(inner);

    async fn apply(&self, changes: Vec<Change>) -> Result<Vec<Change>, StoreError> {
        let error = self.error.borrow().clone();
        match error {
            Some(error) if self.left.get() == 0 => {
                if self.once.get() {
                    self.error.borrow_mut().take();
                }
                Err(error)
            }
            error => {
                if error.is_some() {
                    self.left.set(self.left.get() - 1);
                }
                self.inner.apply(changes).await
            }
        }
    }
}
