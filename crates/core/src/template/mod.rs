//! Templates: the system prompt as Markdown with variables.
//!
//! `variables` is the table of what may be written in braces, `substitute` puts the values in, `shipped` holds the
//! templates that come with Ricordo. Which values hold, and which template is in force, `compile` decides.

mod pieces;
pub mod shipped;
pub mod substitute;
pub mod variables;

pub(crate) use pieces::{Piece, pieces};
pub use ricordo_record::template::Template;
pub(crate) use shipped::OF_PRESETS;
pub use shipped::{SHIPPED, shipped};
pub use substitute::{Substituted, substitute};
pub use variables::{VARIABLES, Variable, Variables};
