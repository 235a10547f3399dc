//! Templates: the system prompt as Markdown with variables.
//!
//! `variables` is the table of what may be written in braces, `substitute` puts the values in, `shipped` holds the
//! templates that come with Ricordo. Which values hold, and which template is in force, `compile` decides.

mod pieces;
pub mod shipped;
pub mod substitute;
pub mod variables;

pub(crate) use pieces::{Piece, pieces};
pub(crate) use shipped::OF_PRESETS;
pub use shipped::{SHIPPED, shipped};
pub use substitute::{Substituted, substitute};
pub use variables::{VARIABLES, Variable, Variables};

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
