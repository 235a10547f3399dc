//! The port to exact counts: who counts.
//!
//! Nothing is counted here. A page has a vocabulary of a megabyte fetched on first use; where there is none,
//! [`estimate`](super::estimate) is all there is. A count is stored with its message and never made again.

pub use crate::message::Tokenizer;

use serde::{Deserialize, Serialize};
use std::fmt;

/// Exact counts could not be had. The estimate stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum CountError {
    /// The tokenizer is not here: not part of this build, not reachable, or not possible in this browser.
    Unavailable {
        /// What is known of the reason; may be empty.
        detail: String,
    },
    /// It is here and failed.
    Failed {
        /// What it said.
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

/// Who counts tokens exactly.
#[allow(async_fn_in_trait, reason = "used through generics only; browser futures are not Send")]
pub trait TokenCounter {
    /// How many tokens each of the texts is, in their order. Names of special tokens count as the plain text they are.
    ///
    /// # Errors
    /// A [`CountError`]; then none of the texts is counted.
    async fn count(&self, tokenizer: Tokenizer, texts: &[&str]) -> Result<Vec<u32>, CountError>;
}

/// Counts nothing: where estimates are enough.
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
