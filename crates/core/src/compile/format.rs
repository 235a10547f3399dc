//! How stored messages are written out for the model: plain or as a group, stamped or not.

use crate::settings::Language;
use serde::{Deserialize, Serialize};

/// How the stored messages of one request were written. Kept with the reply, so that the request can be shown again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WindowFormat {
    /// `[Name (@username, id:123)]: text` in place of the words alone.
    pub group: bool,
    /// Whether the user's messages begin with `[Current time: …]`.
    pub stamp: bool,
    /// The language of the labels.
    pub language: Language,
    /// What the assistant is called.
    pub bot_name: String,
    /// Whether images are sent; where they are not, a note says that there was one.
    pub images: bool,
    /// Whether tool calls and results are sent as such; where they are not, a line says which tools were used.
    pub tool_messages: bool,
}
