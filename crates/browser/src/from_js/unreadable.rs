//! Why a value could not be read.

use serde::de::{Error, Expected, Unexpected};
use std::{cell::RefCell, fmt};

/// Description of an unreadable value, for debugging; the user is shown only that a record is damaged.
#[derive(Debug, PartialEq, Eq)]
pub struct Unreadable(String);

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unreadable {}

thread_local! {
    /// Description of the last failure. An error that carried its text would add drop code in the hundreds of places
    /// that pass it on.
    static WORDS: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Marker of a failed read; converted to [`Unreadable`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Refused {
    /// Whether the value is missing. Such an error carries no text, because this is also how a field gets its default.
    is_missing: bool,
}

impl Refused {
    pub(super) const MISSING: Self = Self { is_missing: true };

    pub(super) fn into_unreadable(self) -> Unreadable {
        Unreadable(if self.is_missing { "a value is missing".to_owned() } else { WORDS.take() })
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        WORDS.with_borrow(|words| f.write_str(words))
    }
}

impl std::error::Error for Refused {}

impl Error for Refused {
    fn custom<T: fmt::Display>(words: T) -> Self {
        // Formatted before the stored text is replaced: the arguments may contain that text.
        let words = words.to_string();
        WORDS.set(words);
        Self { is_missing: false }
    }

    // The value is left out, because it may contain text of a conversation. What was expected is left out, too: it would be a
    // string for each type in the first load.
    fn invalid_type(_: Unexpected<'_>, _: &dyn Expected) -> Self {
        Self::custom("a value is of another type")
    }

    fn invalid_value(_: Unexpected<'_>, _: &dyn Expected) -> Self {
        Self::custom("a value is not valid")
    }

    // A list is shorter than its type, or a field is missing; the reader of the fields names that one.
    fn invalid_length(_: usize, _: &dyn Expected) -> Self {
        Self::custom("a value is missing")
    }
}
