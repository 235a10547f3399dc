//! Why there are no vectors.

use ricordo_record::error::ModelError;
use std::fmt;

/// A response without the requested vectors. Texts are counted from 0.
#[derive(Clone, Debug, PartialEq)]
pub enum EmbeddingsError {
    /// The protocol has no vectors.
    Unsupported,
    /// The server refused the request, reported an error, or did not answer with JSON.
    Refused(ModelError),
    /// The response is JSON without a list of vectors.
    NoVectors,
    /// The response is far longer than vectors are, and the rest of it was not read.
    TooLong,
    /// The program's own function failed, with this message.
    FunctionThrew {
        /// Its message.
        message: String,
    },
    /// There are fewer or more vectors than texts.
    Count {
        /// Number of texts.
        expected: usize,
        /// Number of vectors.
        found: usize,
    },
    /// The vectors do not say which text each belongs to: an index is missing, twice there, or no text's.
    Index,
    /// The vector of a text is not a list of finite numbers: it has a `null`, a string, or a number that is too large.
    NotNumbers {
        /// The text.
        text: usize,
    },
    /// The vector of a text has another dimension than the first, or none.
    Dimension {
        /// The text.
        text: usize,
        /// Dimension of the first vector.
        expected: usize,
        /// Dimension of its vector.
        found: usize,
    },
}

impl fmt::Display for EmbeddingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsupported => f.write_str("this type of connection has no embeddings"),
            Self::Refused(error) => error.fmt(f),
            Self::NoVectors => f.write_str("the response has no embeddings"),
            Self::TooLong => f.write_str("the server's response is far longer than embeddings are"),
            Self::FunctionThrew { message } => write!(f, "the program's function failed: {message}"),
            Self::Count { expected, found } => write!(f, "there are {found} embeddings for {expected} texts"),
            Self::Index => f.write_str("the server's response does not say which embedding belongs to which text"),
            Self::NotNumbers { text } => {
                write!(f, "embedding {} has a value that is not a finite number", text + 1)
            }
            Self::Dimension { text, expected: 0, .. } => write!(f, "embedding {} is empty", text + 1),
            Self::Dimension { text, expected, found } => {
                write!(f, "embedding {} has {found} dimensions and the first one {expected}", text + 1)
            }
        }
    }
}

impl std::error::Error for EmbeddingsError {}
