//! Tools as OpenAI describes them, and Ollama after it: `{type: "function", function: {name, description, parameters}}`.

use crate::model::ToolSpec;
use serde::Serialize;
use serde_json::Value;

/// One tool of a request.
#[derive(Serialize)]
pub(super) struct Tool<'a> {
    r#type: &'static str,
    function: Function<'a>,
}

#[derive(Serialize)]
struct Function<'a> {
    name: &'a str,
    description: &'a str,
    parameters: &'a Value,
}

impl<'a> Tool<'a> {
    /// The tool as it is sent.
    pub(super) fn of(tool: &'a ToolSpec) -> Self {
        let ToolSpec { name, description, parameters } = tool;
        Self { r#type: "function", function: Function { name, description, parameters } }
    }
}
