//! The interface to a model that turns texts into vectors, for recall by meaning. Nothing implements or calls it yet.

use std::fmt;

/// Turns texts into vectors.
///
/// Model and dimension are stored with each vector, because vectors of different models cannot be compared.
#[allow(async_fn_in_trait, reason = "used through generics only; browser futures are not Send")]
pub trait Embedder {
    /// The model's id.
    fn model(&self) -> &str;

    /// Length of each vector.
    fn dimensions(&self) -> usize;

    /// One vector for each text, in order, each of length [`Embedder::dimensions`].
    ///
    /// # Errors
    /// [`EmbedError`]; then only words are searched.
    async fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError>;
}

/// An embedding failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmbedError {
    /// Details of the reason.
    pub detail: String,
}

impl fmt::Display for EmbedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Search by meaning is not available: {}. Search by words goes on.", self.detail)
    }
}

impl std::error::Error for EmbedError {}
