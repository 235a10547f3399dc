//! The port for exact token counts.
//!
//! Nothing is counted here. A page loads a vocabulary of a megabyte on first use; without one, only
//! [`estimate`](super::estimate) is available. A count is stored with its message and never repeated.

pub use crate::message::Tokenizer;

use serde::{Deserialize, Serialize};
use std::fmt;

/// Exact counts are not available; the estimate is used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum CountError {
    /// The tokenizer is not available: not part of this build, not reachable, or not supported by this browser.
    Unavailable {
        /// Details, if known; may be empty.
        detail: String,
    },
    /// The tokenizer failed.
    Failed {
        /// Its error message.
        detail: String,
    },
}

impl fmt::Display for CountError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sentence, detail) = match self {
            Self::Unavailable { detail } => ("Exact token counts are not available here; sizes are estimates.", detail),
            Self::Failed { detail } => ("Counting tokens failed; sizes are estimates.", detail),
        };
        f.write_str(sentence)?;
        if detail.is_empty() { Ok(()) } else { write!(f, " ({detail})") }
    }
}

impl std::error::Error for CountError {}

/// Counts tokens exactly.
#[allow(async_fn_in_trait, reason = "used through generics only; browser futures are not Send")]
pub trait TokenCounter {
    /// The number of tokens of each text, in order. Names of special tokens count as plain text.
    ///
    /// # Errors
    /// A [`CountError`]; none of the texts is counted then.
    async fn count(&self, tokenizer: Tokenizer, texts: &[&str]) -> Result<Vec<u32>, CountError>;
}

/// A counter that is never available, for uses where estimates suffice.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoCounter;

impl TokenCounter for NoCounter {
    async fn count(&self, _: Tokenizer, _: &[&str]) -> Result<Vec<u32>, CountError> {
        Err(CountError::Unavailable { detail: String::new() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn no_counter_says_that_there_are_only_estimates() {
        let error = NoCounter.count(Tokenizer::O200k, &["a"]).await.unwrap_err();
        assert_eq!(error.to_string(), "Exact token counts are not available here; sizes are estimates.");
    }
}
