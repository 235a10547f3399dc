//! Serializes the request. The compile step of the core decides what it contains.

use super::{
    block::{Block, CacheControl, Content},
    turns::{Turn, system, turns},
};
use crate::options::RequestOptions;
use ricordo_record::request::{ChatRequest, ToolSpec};
use serde::Serialize;
use serde_json::{Value, json};

#[derive(Serialize)]
struct Body<'a> {
    model: &'a str,
    max_tokens: u32,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<Tool<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_choice: Option<ToolChoice>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    system: Vec<Block<'a>>,
    messages: Vec<Turn<'a>>,
    stream: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    top_p: Option<f32>,
}

#[derive(Serialize)]
struct Tool<'a> {
    name: &'a str,
    description: &'a str,
    input_schema: &'a Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    cache_control: Option<CacheControl>,
}

#[derive(Serialize)]
struct ToolChoice {
    r#type: &'static str,
}

/// The JSON of the request, always for a streamed reply. Deterministic: equal requests give equal bytes.
///
/// The last tool and the last block of the stable prefix get a cache breakpoint. Reasoning and blank text are never
/// sent; a file, or an image whose bytes are not attached, is replaced by a short note. The server refuses a
/// `temperature` above 1, so it is capped at 1, and refuses `top_p` next to a temperature, so `top_p` is left out then.
/// Models that accept neither get neither.
pub fn request_body(request: &ChatRequest, options: RequestOptions) -> Vec<u8> {
    let mut system = system(request);
    let mut messages = turns(request);
    mark_stable_prefix(&mut system, &mut messages);
    let unavailable = if request.tools.is_empty() { called(&messages) } else { Vec::new() };
    let sampling = Some(request.sampling).filter(|_| options.sampling).unwrap_or_default();
    let temperature = sampling.temperature.map(|temperature| temperature.min(1.0));
    let body = Body {
        model: &request.model,
        max_tokens: request.max_response_tokens,
        tools: tools(if request.tools.is_empty() { &unavailable } else { &request.tools }),
        tool_choice: (!unavailable.is_empty()).then_some(ToolChoice { r#type: "none" }),
        system,
        messages,
        stream: true,
        temperature,
        top_p: sampling.top_p.filter(|_| temperature.is_none()),
    };
    // Strings and numbers under string keys always serialize.
    serde_json::to_vec(&body).unwrap_or_default()
}

fn tools(specs: &[ToolSpec]) -> Vec<Tool<'_>> {
    let mut tools: Vec<_> = specs
        .iter()
        .map(|ToolSpec { name, description, parameters }| Tool {
            name,
            description,
            input_schema: parameters,
            cache_control: None,
        })
        .collect();
    if let Some(last) = tools.last_mut() {
        last.cache_control = Some(CacheControl::EPHEMERAL);
    }
    tools
}

/// A definition of each tool that the messages call. The server refuses tool calls in a request without tools.
fn called(messages: &[Turn<'_>]) -> Vec<ToolSpec> {
    let mut tools: Vec<ToolSpec> = Vec::new();
    for block in messages.iter().flat_map(|turn| &turn.content) {
        let Content::ToolUse { name, .. } = &block.content else { continue };
        if tools.iter().all(|tool| tool.name != *name) {
            let parameters = json!({"type": "object", "properties": {}});
            tools.push(ToolSpec { name: name.clone(), description: "Not available now.".to_owned(), parameters });
        }
    }
    tools
}

/// Sets a breakpoint on the last block before the first unstable one.
fn mark_stable_prefix<'a>(system: &mut [Block<'a>], messages: &mut [Turn<'a>]) {
    let blocks = system.iter_mut().chain(messages.iter_mut().flat_map(|turn| turn.content.iter_mut()));
    if let Some(last) = blocks.take_while(|block| block.is_stable).last() {
        last.cache_control = Some(CacheControl::EPHEMERAL);
    }
}

#[cfg(test)]
mod tests;
