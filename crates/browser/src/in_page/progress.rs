//! How far the in-page model is, for the page to show.

use std::cell::Cell;

/// Where the in-page model is between "no weights" and "answers".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelProgress {
    /// It is not loaded. The next message loads it.
    NotLoaded,
    /// Its weights are on the way.
    Downloading {
        /// Bytes that are here.
        loaded: u64,
        /// Bytes in all; 0 is unknown.
        total: u64,
    },
    /// Its weights are here and are being made ready.
    Loading,
    /// It reads the prompt, before the first word of the reply.
    Reading {
        /// Tokens that are read, those kept from the turn before included.
        done: u32,
        /// Tokens of the prompt.
        total: u32,
    },
    /// It is loaded.
    Ready,
}

/// The present state, and who is told of it.
pub(super) struct Progress {
    state: Cell<ModelProgress>,
    on_change: Box<dyn Fn(ModelProgress)>,
}

impl Progress {
    pub(super) fn new(on_change: impl Fn(ModelProgress) + 'static) -> Self {
        Self { state: Cell::new(ModelProgress::NotLoaded), on_change: Box::new(on_change) }
    }

    pub(super) fn get(&self) -> ModelProgress {
        self.state.get()
    }

    /// Tells only what is new.
    pub(super) fn set(&self, state: ModelProgress) {
        if self.state.replace(state) != state {
            (self.on_change)(state);
        }
    }
}
