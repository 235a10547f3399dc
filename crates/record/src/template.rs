//! Templates of the user's own: the system prompt as Markdown with variables.

use crate::id::TemplateId;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A template of the user's own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Template {
    /// Its name in the records.
    pub id: TemplateId,
    /// What the user calls it.
    pub name: String,
    /// Markdown with variables such as `{username}`.
    pub text: String,
}

/// A prompt of the user's own for summaries was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TemplateError {
    /// It has no place for the messages.
    NoHistory,
}

impl fmt::Display for TemplateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoHistory => f.write_str(
                "The prompt does not say where the messages go. Put {history_messages} there, or clear the field to use the built-in prompt.",
            ),
        }
    }
}

impl std::error::Error for TemplateError {}
