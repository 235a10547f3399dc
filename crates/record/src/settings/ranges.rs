//! Ranges of numeric settings.

use crate::error::OutOfRange;

/// The range of a numeric setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// Path of the field in the record, with dots.
    pub field: &'static str,
    /// The smallest value allowed.
    pub min: i64,
    /// The largest value allowed.
    pub max: i64,
}

impl Range {
    /// Checks a value.
    ///
    /// # Errors
    /// [`OutOfRange`] with the range.
    pub fn check(&self, given: i64) -> Result<(), OutOfRange> {
        if (self.min..=self.max).contains(&given) {
            return Ok(());
        }
        Err(OutOfRange { field: self.field.to_owned(), given: given.to_string(), min: self.min, max: self.max })
    }
}
