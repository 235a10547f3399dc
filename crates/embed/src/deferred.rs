//! Lazily loaded functions that need no manager: protocols other than OpenAI's, message metadata, presets, and tools in
//! languages other than English.

use crate::{about::About, api_error::ApiError, loaded::loaded_when_called};
use ricordo_core::{
    model::{ChatRequest, ToolSpec},
    preset,
    settings::{Language, Settings},
    tools,
    wire::{Protocol, protocol::RequestOptions},
};
use wasm_bindgen::JsValue;

loaded_when_called! { turn:
    /// Reads the metadata of a message.
    pub(crate) fn deferred_about(given: &JsValue) -> Result<About, ApiError> {
        About::read(given)
    }

    /// The request body for a server with a protocol other than OpenAI's.
    pub(crate) fn deferred_body(asked: (Protocol, &ChatRequest)) -> Result<Vec<u8>, ApiError> {
        let (protocol, request) = asked;
        // Only OpenAI's protocol has streaming options.
        Ok(protocol.request_body(request, RequestOptions { stream_options: false }))
    }
}

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
