//! Loading and reading progress of the in-page model, for the page to show.

use std::cell::Cell;

/// State of the in-page model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelProgress {
    /// Not loaded. The next message loads it.
    NotLoaded,
    /// The weights are being downloaded.
    Downloading {
        /// Bytes received.
        loaded: u64,
        /// Total size in bytes; 0 if unknown.
        total: u64,
    },
    /// The weights are downloaded and being loaded into the engine.
    Loading,
    /// The model is reading the prompt, before the first word of the reply.
    Reading {
        /// Tokens read, including those cached from the previous turn.
        done: u32,
        /// Tokens of the prompt.
        total: u32,
    },
    /// Loaded and idle.
    Ready,
}

/// The current state and its listener.
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

    /// Reports a state only if it differs from the current one.
    pub(super) fn set(&self, state: ModelProgress) {
        if self.state.replace(state) != state {
            (self.on_change)(state);
        }
    }
}
