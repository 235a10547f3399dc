//! Why a project is refused, as a sentence for the user. A module of its own, because the errors contain it and projects
//! contain settings, which have errors.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Longest name, in characters.
pub const LONGEST_NAME: usize = 80;

/// Longest instructions, in characters.
pub const LONGEST_INSTRUCTIONS: usize = 20_000;

/// A change to a project was refused, and nothing was stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ProjectRefusal {
    /// The name is empty.
    Empty,
    /// The name is longer than [`LONGEST_NAME`].
    NameTooLong {
        /// Its length.
        characters: usize,
    },
    /// The instructions are longer than [`LONGEST_INSTRUCTIONS`].
    InstructionsTooLong {
        /// Their length.
        characters: usize,
    },
    /// It no longer exists.
    NotFound,
}

impl fmt::Display for ProjectRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("A project needs a name."),
            Self::NameTooLong { characters } => {
                write!(f, "A project name can have up to {LONGEST_NAME} characters; this one has {characters}.")
            }
            Self::InstructionsTooLong { characters } => write!(
                f,
                "Instructions can have up to {LONGEST_INSTRUCTIONS} characters; these have {characters}. Shorten them."
            ),
            Self::NotFound => f.write_str("This project no longer exists."),
        }
    }
}

impl std::error::Error for ProjectRefusal {}
