//! The door to exact counts: which tokenizer belongs to which model, and who counts.
//!
//! Nothing is counted here. A page has a vocabulary of a megabyte fetched on first use; where there is none,
//! [`estimate`](super::estimate) is all there is. A count is stored with its message and never made again.

pub use crate::message::Tokenizer;

use serde::{Deserialize, Serialize};
use std::fmt;

/// How the ids of models begin that use `cl100k_base`, before a `-` or the end (OpenAI's own table in `tiktoken`; Azure
/// writes no dot).
const CL100K: [&str; 4] = ["gpt-4", "gpt-3.5", "gpt-35", "text-embedding"];

impl Tokenizer {
    /// The tokenizer of a model, by its id at the provider, with or without a vendor before it as in `openai/gpt-4o`.
    ///
    /// A model of another family has its own vocabulary: for it this is the closest of the two, and its counts are an
    /// estimate too.
    pub fn for_model(model: &str) -> Self {
        let id = model.rsplit('/').next().unwrap_or_default().to_ascii_lowercase();
        let id = id.strip_prefix("ft:").unwrap_or(&id);
        // What was tuned is named behind a colon.
        let id = id.split(':').next().unwrap_or_default();
        let is_old = CL100K
            .iter()
            .any(|start| id.strip_prefix(start).is_some_and(|rest| rest.is_empty() || rest.starts_with('-')));
        if is_old { Self::Cl100k } else { Self::O200k }
    }
}

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

    #[test]
    fn each_model_has_its_tokenizer() {
        for model in
            ["gpt-4o-mini", "gpt-4.1", "gpt-4.5-preview", "gpt-5", "o3", "openai/gpt-oss-120b", "chatgpt-4o-latest"]
        {
            assert_eq!(Tokenizer::for_model(model), Tokenizer::O200k, "{model}");
        }
        for model in ["gpt-4", "gpt-4-turbo", "openai/GPT-4-0613", "gpt-3.5-turbo-16k", "text-embedding-3-small"] {
            assert_eq!(Tokenizer::for_model(model), Tokenizer::Cl100k, "{model}");
        }
        assert_eq!(Tokenizer::for_model("ft:gpt-3.5-turbo:my-company"), Tokenizer::Cl100k);
        assert_eq!(Tokenizer::for_model("gpt-35-turbo"), Tokenizer::Cl100k);
        assert_eq!(Tokenizer::for_model("text-embedding-ada-002"), Tokenizer::Cl100k);
    }

    #[test]
    fn a_model_of_another_family_gets_the_newer_one() {
        for model in ["llama3.2", "qwen3:8b", "claude-sonnet-4-5", ""] {
            assert_eq!(Tokenizer::for_model(model), Tokenizer::O200k, "{model}");
        }
    }

    #[tokio::test]
    async fn no_counter_says_that_there_are_only_estimates() {
        let error = NoCounter.count(Tokenizer::O200k, &["a"]).await.unwrap_err();
        assert_eq!(error.to_string(), "Exact token counts are not available here; sizes are estimates.");
    }
}
