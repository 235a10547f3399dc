//! A setting outside of its range.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A setting was refused and keeps its old value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutOfRange {
    /// The field, as in the settings record.
    pub field: String,
    /// The given number as text: `2.1`.
    pub given: String,
    /// The smallest value allowed.
    pub min: i64,
    /// The largest value allowed.
    pub max: i64,
}

impl fmt::Display for OutOfRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { field, given, min, max } = self;
        write!(f, "{field} must be between {min} and {max}; {given} is not.")
    }
}

impl std::error::Error for OutOfRange {}
