//! Changes to settings. The record, its defaults and ranges are in [`ricordo_record`].
//!
//! `typed` converts settings to text and back, `patch` merges a JSON patch, `language` translates the built-in prompt.

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
