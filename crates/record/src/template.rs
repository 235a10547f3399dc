//! Templates written by the user: system prompts in Markdown with variables.

use crate::id::TemplateId;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A template written by the user.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Template {
    /// Unique id.
    pub id: TemplateId,
    /// Name given by the user.
    pub name: String,
    /// Markdown with variables such as `{username}`.
    pub text: String,
}

/// A user's prompt for summaries was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TemplateError {
    /// It has no placeholder for the messages.
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
