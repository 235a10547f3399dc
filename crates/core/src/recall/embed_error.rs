//! Why there are no vectors: what happened, what to do next, and that recall by words goes on.

use ricordo_recall::vectors::VectorError;
use ricordo_record::error::{ModelError, ModelErrorKind as Kind};
use ricordo_wire::embeddings::EmbeddingsError;
use std::fmt;

/// There are no vectors.
#[derive(Clone, Debug, PartialEq)]
pub enum EmbedError {
    /// The model is not loaded yet.
    NotReady,
    /// The model returned an error instead.
    Failed(EmbeddingsError),
    /// The model's response cannot be used.
    Unusable(VectorError),
}

impl fmt::Display for EmbedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotReady => f.write_str("The model for recall by meaning is not loaded yet.")?,
            Self::Failed(EmbeddingsError::Refused(error)) => match refusal(error.kind) {
                Some([happened, to_do]) => {
                    write!(f, "Recall by meaning is not available: {happened}{}", details(error))?;
                    write!(f, " {to_do}")?;
                }
                None => write!(f, "Recall by meaning is not available. {error}")?,
            },
            Self::Failed(error) => write!(f, "Recall by meaning is not available: {error}. {}", advice(error))?,
            Self::Unusable(VectorError::Dimension) => f.write_str(
                "Recall by meaning is not available: the embeddings have more than 4096 dimensions. Choose another model.",
            )?,
            Self::Unusable(_) => f.write_str(
                "Recall by meaning is not available: the embeddings cannot be compared with each other. Choose another model.",
            )?,
        }
        f.write_str(" Until then, recall finds by words alone.")
    }
}

impl std::error::Error for EmbedError {}

/// What happened and what to do, where the sentence of the error is about a reply.
fn refusal(kind: Kind) -> Option<[&'static str; 2]> {
    Some(match kind {
        Kind::ContextOverflow => ["a text is longer than the model's context", "Choose a model with a longer context."],
        Kind::BadRequest => ["the server rejected the request", "Choose another model: one for embeddings."],
        Kind::ErrorInStream => ["the server reported an error", "Retry, or choose another model."],
        Kind::CutOff => ["the connection was lost before the response was complete", "Check the connection and retry."],
        _ => return None,
    })
}

/// The status and the server's message, with the full stop of the sentence before it.
fn details(error: &ModelError) -> String {
    let status = error.status.map_or_else(String::new, |status| format!(" (HTTP {status})"));
    let message = match error.detail.trim().trim_end_matches('.') {
        "" => String::new(),
        detail => format!(" The server says: \"{detail}\"."),
    };
    format!("{status}.{message}")
}

fn advice(error: &EmbeddingsError) -> &'static str {
    match error {
        EmbeddingsError::Unsupported => "Choose a connection of another type: OpenAI-compatible or Ollama.",
        // This kind has sentences of its own.
        EmbeddingsError::Refused(_) => "",
        EmbeddingsError::NoVectors => "Choose another model: one for embeddings.",
        EmbeddingsError::TooLong => "Check the address of the connection, or choose another model.",
        EmbeddingsError::FunctionThrew { .. } => "Retry when it is fixed.",
        EmbeddingsError::Count { .. }
        | EmbeddingsError::Index
        | EmbeddingsError::NotNumbers { .. }
        | EmbeddingsError::Dimension { .. } => "Retry. If it happens again, choose another model.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(kind: Kind, detail: &str) -> String {
        let error = ModelError { status: Some(400), ..ModelError::new(kind, detail) };
        EmbedError::Failed(EmbeddingsError::Refused(error)).to_string()
    }

    #[test]
    fn says_what_happened_what_to_do_and_what_goes_on() {
        assert_eq!(
            EmbedError::Failed(EmbeddingsError::Count { expected: 3, found: 2 }).to_string(),
            "Recall by meaning is not available: there are 2 embeddings for 3 texts. Retry. If it happens again, choose \
             another model. Until then, recall finds by words alone."
        );
        assert_eq!(
            refused(Kind::BadRequest, "this model has no embeddings."),
            "Recall by meaning is not available: the server rejected the request (HTTP 400). The server says: \"this model has no \
             embeddings\". Choose another model: one for embeddings. Until then, recall finds by words alone."
        );
        assert_eq!(
            refused(Kind::Unauthorized, ""),
            "Recall by meaning is not available. The server rejected the key (HTTP 400). Check the key in the connection \
             and whether it may use this model, then retry. Until then, recall finds by words alone."
        );
    }

    #[test]
    fn nothing_is_said_about_a_reply_or_the_window() {
        for kind in [Kind::ContextOverflow, Kind::BadRequest, Kind::ErrorInStream, Kind::CutOff] {
            let sentence = refused(kind, "no");
            assert!(
                !["reply", "arrived", "/forget", "sampling"].iter().any(|word| sentence.contains(word)),
                "{sentence}"
            );
        }
    }
}
