//! Settings: changing them. The record itself, its defaults and ranges are in [`ricordo_record`].
//!
//! `typed` reads and writes settings as text, `patch`
//! takes some of them as JSON, `language` translates what ships.

mod json;
mod language;
mod patch;
mod typed;

pub(crate) use json::{merge, unknown};
pub use language::in_language;
pub use patch::{PatchError, patched};
pub use ricordo_record::settings::*;
pub(crate) use typed::from_object;
pub use typed::{TypedError, object, text_of, value_of, with_typed};
