//! Why a value could not be read.

use serde::de::{Error, Expected, Unexpected};
use std::fmt;

/// What is wrong with a value, for whoever looks for the fault; a person is told that a record is damaged.
#[derive(Debug)]
pub struct Unreadable(Why);

#[derive(Debug)]
enum Why {
    /// The value is not there. Told without words: it is how a field comes to its default.
    Missing,
    Unlike(String),
}

impl Unreadable {
    pub(super) fn missing() -> Self {
        Self(Why::Missing)
    }
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match &self.0 {
            Why::Missing => "a value is missing",
            Why::Unlike(words) => words,
        })
    }
}

impl std::error::Error for Unreadable {}

impl Error for Unreadable {
    fn custom<T: fmt::Display>(words: T) -> Self {
        Self(Why::Unlike(words.to_string()))
    }

    // The library writes out what was found instead, numbers among it: that brings 17 KB into what is loaded first.
    fn invalid_type(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::custom(format_args!("expected {expected}"))
    }

    fn invalid_value(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::custom(format_args!("expected {expected}"))
    }
}
