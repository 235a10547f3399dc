//! Recall: search by meaning and words over everything stored. Its layer and its door are here; what searches comes later.
//!
//! Whatever finds something hands it to compile as [`crate::compile::Outgoing::recalled`], the best first. What is forgotten
//! or muted must not be among it.

use std::fmt;

/// Texts as vectors.
///
/// Model and dimension are stored with each vector, because vectors of two models cannot be compared.
#[allow(async_fn_in_trait, reason = "used through generics only; browser futures are not Send")]
pub trait Embedder {
    /// The model's id.
    fn model(&self) -> &str;

    /// How many numbers each vector has.
    fn dimensions(&self) -> usize;

    /// One vector for each text, in order, each of [`Embedder::dimensions`] numbers.
    ///
    /// # Errors
    /// [`EmbedError`]; then words alone are searched.
    async fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError>;
}

/// Texts could not be made into vectors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmbedError {
    /// What is known of the reason.
    pub detail: String,
}

impl fmt::Display for EmbedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Search by meaning is not available: {}. Search by words goes on.", self.detail)
    }
}

impl std::error::Error for EmbedError {}
