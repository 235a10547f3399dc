//! A store in which another tab writes between the last look of a session and its write.

use ricordo_core::{change::Change, error::StoreError, store::Store};
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

type Action = Box<dyn FnOnce()>;

/// Does something before a write. Clones share it.
#[derive(Clone)]
pub(crate) struct Meddling<S> {
    pub(crate) inner: S,
    action: Rc<RefCell<Option<Action>>>,
    /// Writes before that one.
    left: Rc<Cell<u32>>,
}

impl<S> Meddling<S> {
    pub(crate) fn new(inner: S) -> Self {
        Self { inner, action: Rc::default(), left: Rc::default() }
    }

    /// Does it before the next write but this many.
    pub(crate) fn before_write(&self, writes: u32, action: impl FnOnce() + 'static) {
        self.left.set(writes);
        self.action.replace(Some(Box::new(action)));
    }
}

macro_rules! inner {
    ($self:ident, $store:ident => $call:expr) => {{
        let $store = &$self.inner;
        $call.await
    }};
}

impl<S: Store> Store for Meddling<S> {
    ricordo_core::forward_to_store!(inner);

    async fn apply(&self, changes: Vec<Change>) -> Result<Vec<Change>, StoreError> {
        let left = self.left.get();
        self.left.set(left.saturating_sub(1));
        if left == 0
            && let Some(action) = self.action.take()
        {
            action();
        }
        self.inner.apply(changes).await
    }
}
