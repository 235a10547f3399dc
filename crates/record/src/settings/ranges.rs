//! The ranges of all numeric settings.

use super::Settings;
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

macro_rules! ranges {
    ($($field:literal, $min:literal..=$max:literal, $read:expr;)*) => {
        /// The ranges of all numeric settings, by field.
        pub const RANGES: &[Range] = &[$(Range { field: $field, min: $min, max: $max },)*];

        /// The value of each field of [`RANGES`], in the same order; `None` if it is not set.
        fn values(settings: &Settings) -> Vec<Option<i64>> {
            vec![$({
                let read: fn(&Settings) -> Option<u32> = $read;
                read(settings).map(Into::into)
            },)*]
        }
    };
}

ranges! {
    "context_max_tokens", 2_000..=1_000_000, |s| Some(s.context_max_tokens);
    "max_response_tokens", 256..=65_536, |s| Some(s.max_response_tokens);
    "immediate_messages", 10..=500, |s| s.immediate_messages;
    "max_context", 1..=500, |s| s.max_context;
    "max_storage", 10..=1_000_000, |s| s.max_storage;
    "short_term_window", 2..=500, |s| s.short_term_window;
    "summary_threshold_messages", 4..=1_000, |s| s.summary_threshold_messages;
    "trim_step_percent", 0..=75, |s| Some(s.trim_step_percent);
    "summaries.recent.days", 1..=365, |s| Some(s.summaries.recent.days);
    "summaries.recent.tokens", 128..=16_384, |s| Some(s.summaries.recent.tokens);
    "summaries.recent.every_days", 1..=365, |s| Some(s.summaries.recent.every_days);
    "summaries.long.days", 1..=365, |s| Some(s.summaries.long.days);
    "summaries.long.tokens", 128..=16_384, |s| Some(s.summaries.long.tokens);
    "summaries.long.every_days", 1..=365, |s| Some(s.summaries.long.every_days);
    "summaries.priority", 0..=100, |s| Some(s.summaries.priority);
    "compression.periodic_interval", 2..=1_000, |s| Some(s.compression.periodic_interval);
    "compression.min_messages", 2..=500, |s| Some(s.compression.min_messages);
    "compression.max_tokens", 128..=16_384, |s| Some(s.compression.max_tokens);
    "compression.priority", 0..=100, |s| Some(s.compression.priority);
    "memories.max_facts", 10..=100, |s| Some(s.memories.max_facts);
    "tool_rounds", 1..=20, |s| Some(s.tool_rounds);
    "ask_above_tokens", 0..=1_000_000, |s| Some(s.ask_above_tokens);
    "undo_steps", 1..=10_000, |s| Some(s.undo_steps);
    "undo_megabytes", 1..=1_000, |s| Some(s.undo_megabytes);
    "deleted_days", 0..=365, |s| Some(s.deleted_days);
    "reminder_minutes", 1..=10_080, |s| Some(s.reminder_minutes);
    "sampling.top_k", 1..=1_000, |s| s.sampling.top_k;
    "response_timeout_seconds", 5..=3_600, |s| Some(s.response_timeout_seconds);
}

impl Settings {
    /// Checks every number against its range, and the layers.
    ///
    /// # Errors
    /// The first [`OutOfRange`], in the order of [`RANGES`]; then that of the first layer.
    pub fn check(&self) -> Result<(), OutOfRange> {
        for (range, value) in RANGES.iter().zip(values(self)) {
            if let Some(given) = value {
                range.check(given)?;
            }
        }
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
