//! Templates: the system prompt as Markdown with variables.

pub mod substitute;

use crate::id::TemplateId;
use serde::{Deserialize, Serialize};

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
