//! The languages that prompts and labels ship in.

use serde::{Deserialize, Serialize};

/// A language that the shipped prompts and labels exist in.
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
