//! A run that makes vectors: what it works with, how far it is, and how it ends.

use crate::{
    cancel::Cancel,
    error::Error,
    provider::Provider,
    recall::{EmbedError, NoVectorStore, SharedRecall, VectorStoreError},
};
use std::{cell::Cell, fmt};

/// How many texts the embedder may refuse until the page is loaded again. Each of them is asked for alone, so without a limit a
/// model that refuses most texts would get a request for each.
const MOST_REFUSED: usize = 100;

/// How many texts have vectors: messages, chunks of documents, memories and summaries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VectorProgress {
    /// Those with a vector.
    pub done: usize,
    /// Those that can be found at all, except those that the model refused.
    pub total: usize,
    /// Those that the model refused although it makes vectors of others. They are found by words.
    pub refused: usize,
    /// Memory that the vectors take, in bytes. About the size that is stored.
    pub bytes: usize,
    /// Vectors that are in a store outside this browser.
    pub elsewhere: usize,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VectorsEnd {
    /// Everything has a vector.
    Done,
    /// It was cancelled.
    Preempted,
}

/// Why a run ended early. What was made before stays.
#[derive(Clone, Debug, PartialEq)]
pub enum VectorsError {
    /// The store.
    Store(Error),
    /// The embedder.
    Embedder(EmbedError),
    /// The store of vectors elsewhere.
    Elsewhere(VectorStoreError),
}

impl fmt::Display for VectorsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Store(error) => error.fmt(f),
            Self::Embedder(error) => error.fmt(f),
            Self::Elsewhere(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for VectorsError {}

impl<E: Into<Error>> From<E> for VectorsError {
    fn from(error: E) -> Self {
        Self::Store(error.into())
    }
}

/// What a run works with.
#[derive(Debug)]
pub struct VectorRun<'a, E, V = NoVectorStore> {
    /// Makes the vectors.
    pub embedder: &'a E,
    /// Holds the vectors that are not in this browser; `None`: all are.
    pub elsewhere: Option<&'a V>,
    /// The provider that replies if a conversation has none; `None`: the model in the page.
    pub answers: Option<&'a Provider>,
}

impl<'a, E> VectorRun<'a, E> {
    /// All vectors are in this browser.
    pub fn here(embedder: &'a E, answers: Option<&'a Provider>) -> Self {
        Self { embedder, elsewhere: None, answers }
    }
}

/// A run that has begun.
pub(super) struct Making<'a, E, V> {
    pub(super) run: &'a VectorRun<'a, E, V>,
    pub(super) cancel: &'a Cancel,
    /// Gets the progress after each call of the embedder.
    pub(super) observer: &'a dyn Fn(VectorProgress),
    /// Dimension of the first answer; `None`: there is none yet.
    pub(super) dimension: Cell<Option<usize>>,
    /// Whether the embedder made a vector in this run.
    pub(super) works: Cell<bool>,
    /// Keeps the vectors, and which texts were refused.
    pub(super) recall: &'a SharedRecall,
}

impl<E, V> Making<'_, E, V> {
    /// Whether one more text may be left out.
    pub(super) fn may_refuse(&self) -> bool {
        self.recall.index().vectors.refused() < MOST_REFUSED
    }

    /// Counts the texts that were refused since there were `before`.
    pub(super) fn count_refused(&self, before: usize, progress: &mut VectorProgress) {
        let more = self.recall.index().vectors.refused().saturating_sub(before);
        progress.refused += more;
        progress.total = progress.total.saturating_sub(more);
    }
}
