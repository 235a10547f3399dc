//! Settings: one versioned record, with defaults and ranges in one place.
//!
//! A value out of range is refused with the range named, never clamped in silence.

use crate::{error::OutOfRange, id::ProviderId, model::Sampling};
use serde::{Deserialize, Serialize};

/// The version of the settings record.
pub const SETTINGS_VERSION: u32 = 1;

/// Everything the user can set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The version of this record.
    pub version: u32,
    /// The system prompt. Variables come with templates.
    pub system_prompt: String,
    /// Whether the current date and time are sent, in a layer after the window.
    pub send_now: bool,
    /// Tokens for the whole prompt. 2,000 to 1,000,000; default 8,000.
    pub context_max_tokens: u32,
    /// Tokens for the reply. 256 to 65,536; default 2,048.
    pub max_response_tokens: u32,
    /// How many messages the window may hold. 10 to 500; default 100.
    pub immediate_messages: u32,
    /// How many messages the window may hold under the counter of `/forget`; `None`: no limit but the others. 1 to 500.
    pub max_context: Option<u32>,
    /// How far the window is cut when it is too long, as a share of it in percent: 0 cuts one message at a time, 25 cuts
    /// a quarter, so that the start of the prompt then stays the same for many turns. 0 to 50; default 25.
    pub trim_step_percent: u32,
    /// How long to wait for the next sign of life from a provider, in seconds. 5 to 3,600; default 300.
    pub response_timeout_seconds: u32,
    /// How the model picks its words.
    pub sampling: Sampling,
    /// The provider that answers where a conversation has none of its own.
    pub provider: Option<ProviderId>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            version: SETTINGS_VERSION,
            system_prompt: "You are a helpful assistant. Answer clearly and to the point, in the language of the user."
                .to_owned(),
            send_now: true,
            context_max_tokens: 8_000,
            max_response_tokens: 2_048,
            immediate_messages: 100,
            max_context: None,
            trim_step_percent: 25,
            response_timeout_seconds: 300,
            sampling: Sampling::default(),
            provider: None,
        }
    }
}

/// The range of a numeric setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The field's name in the record.
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
        Err(OutOfRange { field: self.field.to_owned(), given, min: self.min, max: self.max })
    }
}

/// The ranges of all numeric settings, by field.
pub const RANGES: [Range; 6] = [
    Range { field: "context_max_tokens", min: 2_000, max: 1_000_000 },
    Range { field: "max_response_tokens", min: 256, max: 65_536 },
    Range { field: "immediate_messages", min: 10, max: 500 },
    Range { field: "max_context", min: 1, max: 500 },
    Range { field: "trim_step_percent", min: 0, max: 50 },
    Range { field: "response_timeout_seconds", min: 5, max: 3_600 },
];

impl Settings {
    /// Checks every number against its range.
    ///
    /// # Errors
    /// The first [`OutOfRange`], in the order of [`RANGES`].
    pub fn check(&self) -> Result<(), OutOfRange> {
        RANGES.iter().try_for_each(|range| match self.number(range.field) {
            Some(given) => range.check(given),
            None => Ok(()),
        })
    }

    fn number(&self, field: &str) -> Option<i64> {
        match field {
            "context_max_tokens" => Some(self.context_max_tokens.into()),
            "max_response_tokens" => Some(self.max_response_tokens.into()),
            "immediate_messages" => Some(self.immediate_messages.into()),
            "max_context" => self.max_context.map(Into::into),
            "trim_step_percent" => Some(self.trim_step_percent.into()),
            "response_timeout_seconds" => Some(self.response_timeout_seconds.into()),
            _ => None,
        }
    }
}
