//! The sentence that a person reads when a model did not answer: what happened and what to do next.

use crate::error::ModelError;

/// What happened and what to do.
pub fn sentence(error: &ModelError) -> String {
    error.detail.clone()
}
