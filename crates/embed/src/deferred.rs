//! Lazily loaded functions that need no manager: presets, and tools in languages other than English.

use crate::{api_error::ApiError, loaded::loaded_when_called};
use ricordo_core::{
    model::ToolSpec,
    preset,
    settings::{Language, Settings},
    tools,
};

loaded_when_called! { commands:
    /// The settings under a preset that a conversation chose for itself.
    pub(crate) fn deferred_preset(asked: (&str, &Settings)) -> Result<Settings, ApiError> {
        let (name, settings) = asked;
        Ok(preset::under(name, settings))
    }

    /// The tools in a language other than English.
    pub(crate) fn deferred_tools(asked: (Language, Vec<ToolSpec>)) -> Result<Vec<ToolSpec>, ApiError> {
        let (language, tools) = asked;
        Ok(tools::in_language(tools, language))
    }
}
