//! Vectors of texts: OpenAI's `/v1/embeddings`, which many servers have, and Ollama's `/api/embed`.
//!
//! A vector at the place of another, or a missing one, would make later searches wrong without a sign. So a response has
//! a vector for every text, or it is an error.

mod error;
mod prefixes;
mod read;

#[cfg(test)]
mod tests;

pub use error::EmbeddingsError;
pub use prefixes::{Prefixes, prefixes};

use super::{Protocol, http_error, protocol::ends_with};
use serde_json::json;

/// The response to a request for vectors.
#[derive(Clone, Copy, Debug)]
pub struct EmbeddingsResponse<'a> {
    /// The HTTP status.
    pub status: u16,
    /// The header `retry-after`.
    pub retry_after: Option<&'a str>,
    /// The header `content-type`.
    pub content_type: Option<&'a str>,
    /// The whole body.
    pub body: &'a [u8],
}

/// Checks vectors of `count` texts that did not come by a protocol: one for each text, of finite numbers, all of one
/// dimension.
///
/// # Errors
/// [`EmbeddingsError`].
pub fn checked(vectors: Vec<Vec<f32>>, count: usize) -> Result<Vec<Vec<f32>>, EmbeddingsError> {
    if vectors.len() != count {
        return Err(EmbeddingsError::Count { expected: count, found: vectors.len() });
    }
    let not_finite = vectors.iter().position(|vector| vector.iter().any(|number| !number.is_finite()));
    match not_finite {
        Some(text) => Err(EmbeddingsError::NotNumbers { text }),
        None => read::one_dimension(vectors),
    }
}

/// How the vectors of a model are requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    OpenAi,
    Ollama,
}

impl Protocol {
    /// The path of a request for vectors, relative to the base URL that the user typed; `None` if the protocol has none.
    pub fn embeddings_path(self, base_url: &str) -> Option<&'static str> {
        Some(match Shape::of(self)? {
            Shape::OpenAi => "embeddings",
            Shape::Ollama if ends_with(base_url, "/api") => "embed",
            Shape::Ollama => "api/embed",
        })
    }

    /// The JSON body of a request for the vectors of texts; `None` if the protocol has none. The texts must not be empty.
    pub fn embeddings_body(self, model: &str, texts: &[&str]) -> Option<Vec<u8>> {
        let body = match Shape::of(self)? {
            // Stated, because it is not the default of every server. Base64 is read, too.
            Shape::OpenAi => json!({ "model": model, "input": texts, "encoding_format": "float" }),
            // Otherwise Ollama cuts texts that are too long, and does not say so.
            Shape::Ollama => json!({ "model": model, "input": texts, "truncate": false }),
        };
        Some(body.to_string().into_bytes())
    }

    /// Reads the vectors of `count` texts, in the order of the texts, all of one dimension.
    ///
    /// # Errors
    /// [`EmbeddingsError`].
    pub fn embeddings(self, response: EmbeddingsResponse<'_>, count: usize) -> Result<Vec<Vec<f32>>, EmbeddingsError> {
        let EmbeddingsResponse { status, retry_after, content_type, body } = response;
        let refused = || EmbeddingsError::Refused(http_error(status, retry_after, content_type, body));
        let shape = Shape::of(self).ok_or(EmbeddingsError::Unsupported)?;
        if !(200..300).contains(&status) {
            return Err(refused());
        }
        let value = read::object(body).ok_or_else(refused)?;
        read::one_dimension(read::vectors(shape, &value, count)?)
    }
}

impl Shape {
    fn of(protocol: Protocol) -> Option<Self> {
        match protocol {
            Protocol::OpenAi => Some(Self::OpenAi),
            Protocol::Ollama => Some(Self::Ollama),
            Protocol::Anthropic => None,
        }
    }
}
