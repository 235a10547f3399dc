//! Why an edit of a summary is refused, as a sentence for the user.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Longest summary written by hand, in tokens: the largest limit that the settings allow for a model.
pub const LONGEST: u32 = 16_384;

/// A change to a summary was refused, and nothing was stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SummaryRefusal {
    /// The text is empty.
    Empty,
    /// It is longer than [`LONGEST`].
    TooLong {
        /// Its estimated size, in tokens.
        tokens: u32,
    },
    /// It no longer exists: another one replaced it.
    NotFound,
    /// It is not compressed history in force.
    NotCompressed,
}

impl fmt::Display for SummaryRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("A summary can't be empty. If you don't need it, delete it."),
            Self::TooLong { tokens } => {
                write!(f, "A summary can have up to {LONGEST} tokens; this one has about {tokens}. Shorten it.")
            }
            Self::NotFound => {
                f.write_str("This summary no longer exists: another one replaced it. Check the list again.")
            }
            Self::NotCompressed => f.write_str(
                "This summary replaces no messages right now, so there are no full messages to send instead.",
            ),
        }
    }
}

impl std::error::Error for SummaryRefusal {}
