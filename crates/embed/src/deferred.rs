//! What is loaded when it is first needed and needs no manager: other protocols than OpenAI's, what is told beside a message,
//! presets, and tools in other languages than English.

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
    /// What a page tells of messages beside their parts.
    pub(crate) fn deferred_about(given: &JsValue) -> Result<About, ApiError> {
        About::read(given)
    }

    /// The body of a request to a server that does not speak as OpenAI's does.
    pub(crate) fn deferred_body(asked: (Protocol, &ChatRequest)) -> Result<Vec<u8>, ApiError> {
        let (protocol, request) = asked;
        // Streaming options are a part of OpenAI's protocol alone.
        Ok(protocol.request_body(request, RequestOptions { stream_options: false }))
    }
}

loaded_when_called! { commands:
    /// The settings under a preset that a conversation has of its own.
    pub(crate) fn deferred_preset(asked: (&str, &Settings)) -> Result<Settings, ApiError> {
        let (name, settings) = asked;
        Ok(preset::under(name, settings))
    }

    /// The tools in another language than English.
    pub(crate) fn deferred_tools(asked: (Language, Vec<ToolSpec>)) -> Result<Vec<ToolSpec>, ApiError> {
        let (language, tools) = asked;
        Ok(tools::in_language(tools, language))
    }
}
