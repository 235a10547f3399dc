//! Errors of presets. Nothing of a refused preset is applied.

use super::{PRESET_VERSION, PRESETS};
use crate::{error::OutOfRange, prompt::TemplateError};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A preset was refused; the settings are unchanged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum PresetError {
    /// There is no built-in preset with this name.
    UnknownName {
        /// The requested name.
        name: String,
    },
    /// It is not valid JSON.
    NotJson {
        /// The position, and what was expected there.
        detail: String,
    },
    /// It is JSON, but not a preset.
    NotAPreset,
    /// A newer version of Ricordo wrote it.
    NewerVersion {
        /// The version found.
        found: u64,
        /// The newest version this build reads.
        known: u32,
    },
    /// It sets an unknown setting.
    UnknownField {
        /// Path of the field, with dots.
        field: String,
    },
    /// It sets a setting that presets may not change, such as the provider or the prices.
    NotForPresets {
        /// The field.
        field: String,
    },
    /// A value has the wrong type.
    WrongValue {
        /// The field.
        field: String,
        /// What was expected.
        detail: String,
    },
    /// A number is out of range.
    OutOfRange {
        /// The field and its range.
        error: OutOfRange,
    },
    /// Its compression prompt is invalid.
    Template {
        /// The reason.
        error: TemplateError,
    },
}

impl fmt::Display for PresetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownName { name } => {
                let names = PRESETS.map(|preset| preset.name).join(", ");
                write!(f, "There is no preset {name}. Available presets: {names}.")
            }
            Self::NotJson { detail } => write!(f, "The preset file is not valid JSON: {detail}."),
            Self::NotAPreset => write!(
                f,
                "This is not a preset file: it needs \"ricordo_preset\": {PRESET_VERSION}, a \"name\" and \"settings\"."
            ),
            Self::NewerVersion { found, known } => write!(
                f,
                "The preset was written by a newer version (preset version {found}, this one reads up to {known}). Reload to get the newer version."
            ),
            Self::UnknownField { field } => write!(f, "The preset sets {field}, but there is no such setting."),
            Self::NotForPresets { field } => {
                write!(f, "The preset sets {field}, which presets can't change.")
            }
            Self::WrongValue { field, detail } => write!(f, "The preset's value for {field} can't be used: {detail}."),
            Self::OutOfRange { error } => write!(f, "The preset can't be used: {error}"),
            Self::Template { error } => write!(f, "The preset's summary prompt can't be used: {error}"),
        }
    }
}

impl std::error::Error for PresetError {}

impl From<OutOfRange> for PresetError {
    fn from(error: OutOfRange) -> Self {
        Self::OutOfRange { error }
    }
}

impl From<TemplateError> for PresetError {
    fn from(error: TemplateError) -> Self {
        Self::Template { error }
    }
}
