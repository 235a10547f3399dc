//! Tool definitions in OpenAI's form, which Ollama shares: `{type: "function", function: {name, description,
//! parameters}}`.

use ricordo_record::request::ToolSpec;
use serde::Serialize;
use serde_json::Value;

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
    pub(super) fn of(tool: &'a ToolSpec) -> Self {
        let ToolSpec { name, description, parameters } = tool;
        Self { r#type: "function", function: Function { name, description, parameters } }
    }
}
