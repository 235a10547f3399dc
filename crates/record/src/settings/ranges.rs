//! Ranges of numeric settings.

use super::{Settings, table::check_numbers};
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

impl Settings {
    /// Checks every number against its range, and the layers.
    ///
    /// # Errors
    /// The first [`OutOfRange`], in the order of [`FIELDS`](super::FIELDS); then that of the first layer.
    pub fn check(&self) -> Result<(), OutOfRange> {
        check_numbers(self)?;
        super::layers::check(&self.layers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_in_range() {
        assert_eq!(Settings::default().check(), Ok(()));
    }

    #[test]
    fn a_number_out_of_range_is_refused_with_the_range() {
        let mut settings = Settings::default();
        settings.summaries.long.tokens = 127;
        let error = settings.check().unwrap_err();
        assert_eq!(error.to_string(), "summaries.long.tokens must be between 128 and 16384; 127 is not.");
    }
}
