//! Templates: system prompts in Markdown with variables.
//!
//! `variables` is the table of variables, `substitute` inserts their values, `shipped` holds the built-in templates.
//! `compile` determines the values and the template in force.

mod pieces;
pub mod shipped;
pub mod substitute;
pub mod variables;

pub(crate) use pieces::{Piece, pieces};
pub use ricordo_record::template::{LONGEST_PICTURE, Template};
pub(crate) use shipped::prompts;
pub use shipped::{SHIPPED, shipped};
pub use substitute::{Substituted, substitute};
pub use variables::{VARIABLES, Variable, Variables};
