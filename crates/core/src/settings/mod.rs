//! Changes to settings. The record, its defaults and ranges are in [`ricordo_record`].
//!
//! `typed` converts settings to text and back, `number` reads typed numbers, `patch` merges a JSON patch, `prompt` gives
//! the text of the system prompt.

mod json;
mod number;
mod patch;
mod prompt;
mod typed;

pub(crate) use json::{merge, unknown};
pub use number::whole_number;
pub use patch::{PatchError, patched};
pub(crate) use prompt::stored_prompt;
pub use prompt::{default_prompt, prompt_text};
pub use ricordo_record::settings::*;
pub(crate) use typed::{PROMPT, from_object};
pub use typed::{TypedError, object, text_of, value_of, with_typed};
