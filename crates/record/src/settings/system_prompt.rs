//! Where the system prompt of the settings comes from.

use serde::{Deserialize, Serialize};

/// The system prompt of the settings: one that ships with Ricordo, or the user's own text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SystemPrompt {
    /// A prompt that ships, in the language of the settings. Its text can change with a new version of Ricordo.
    Shipped {
        /// The name of its file, such as `default.md`.
        name: String,
    },
    /// A text that the user or a program wrote. It is sent in any language as it is; if it is empty, none is sent.
    Own {
        /// The text, with variables such as `{username}`.
        text: String,
    },
}

impl SystemPrompt {
    /// The name of the prompt that is in force by default.
    pub const DEFAULT: &str = "default.md";

    /// A prompt that ships, by name.
    pub fn shipped(name: impl Into<String>) -> Self {
        Self::Shipped { name: name.into() }
    }

    /// The user's text; `None` if the prompt ships.
    pub fn own(&self) -> Option<&str> {
        match self {
            Self::Own { text } => Some(text),
            Self::Shipped { .. } => None,
        }
    }
}

impl Default for SystemPrompt {
    fn default() -> Self {
        Self::shipped(Self::DEFAULT)
    }
}

/// A text is the user's own.
impl<T: Into<String>> From<T> for SystemPrompt {
    fn from(text: T) -> Self {
        Self::Own { text: text.into() }
    }
}
