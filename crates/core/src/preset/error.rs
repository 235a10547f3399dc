//! Why a preset was refused. Nothing of a refused preset is applied.

use super::{PRESET_VERSION, PRESETS};
use crate::{error::OutOfRange, prompt::TemplateError};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A preset was refused; the settings are as they were.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum PresetError {
    /// No preset that ships has this name.
    UnknownName {
        /// What was asked for.
        name: String,
    },
    /// It cannot be read as JSON.
    NotJson {
        /// Where, and what was expected there.
        detail: String,
    },
    /// It is JSON and no preset.
    NotAPreset,
    /// A newer version of Ricordo wrote it.
    NewerVersion {
        /// The version found.
        found: u64,
        /// The newest version this build reads.
        known: u32,
    },
    /// It sets what is no setting.
    UnknownField {
        /// The field; dots lead into its parts.
        field: String,
    },
    /// It sets what is the user's own, such as the provider or the prices.
    NotForPresets {
        /// The field.
        field: String,
    },
    /// A value is not of the kind that the setting takes.
    WrongValue {
        /// The field.
        field: String,
        /// What was expected.
        detail: String,
    },
    /// A number is out of range.
    OutOfRange {
        /// Which, and its range.
        error: OutOfRange,
    },
    /// Its prompt for compression cannot be used.
    Template {
        /// Why.
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
