//! What a person may not make of a summary, and why, as a sentence.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The longest text that a summary may be given by hand, in tokens: the upper end of what the settings let a model write.
pub const LONGEST: u32 = 16_384;

/// A summary was not changed. Nothing was stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SummaryRefusal {
    /// There are no words in it.
    Empty,
    /// It is longer than [`LONGEST`].
    TooLong {
        /// How long it is, in tokens by our estimate.
        tokens: u32,
    },
    /// It is not there any more: another one took its place.
    NotFound,
    /// It is not compressed history that is in force.
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
