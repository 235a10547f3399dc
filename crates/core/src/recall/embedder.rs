//! The interface to a model that turns texts into vectors, for recall by meaning.

use super::EmbedError;
pub use ricordo_recall::vectors::{Purpose, VectorError};

/// Turns texts into vectors.
///
/// Model and dimension are stored with each vector, because vectors of different models cannot be compared.
#[allow(async_fn_in_trait, reason = "used through generics only; browser futures are not Send")]
pub trait Embedder {
    /// Identifies the vectors: the model's id, and its address if it has one. Only vectors of the same id are compared.
    fn id(&self) -> &str;

    /// Whether texts stay on this computer. Otherwise conversations that stay here are not given to it.
    fn is_on_this_computer(&self) -> bool;

    /// Most texts in one call; at least 1. A turn waits for a call that was begun.
    fn most_texts(&self) -> usize;

    /// One vector for each text, in order, all of the same length. No text is empty.
    ///
    /// # Errors
    /// [`EmbedError`]; then recall finds by words alone.
    async fn embed(&self, texts: &[&str], purpose: Purpose) -> Result<Vec<Vec<f32>>, EmbedError>;
}

/// The embedder of a session that has none.
#[derive(Clone, Copy, Debug)]
pub enum NoEmbedder {}

impl Embedder for NoEmbedder {
    fn id(&self) -> &str {
        match *self {}
    }

    fn is_on_this_computer(&self) -> bool {
        match *self {}
    }

    fn most_texts(&self) -> usize {
        match *self {}
    }

    async fn embed(&self, _: &[&str], _: Purpose) -> Result<Vec<Vec<f32>>, EmbedError> {
        match *self {}
    }
}
