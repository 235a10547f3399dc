//! The languages of the built-in prompts and labels.

use serde::{Deserialize, Serialize};

/// A language of the built-in prompts and labels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Language {
    /// English.
    #[default]
    En,
    /// Ukrainian.
    Uk,
    /// Russian.
    Ru,
}
