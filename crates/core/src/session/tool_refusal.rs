//! Distinguishes a server that accepts no tools from other errors that mention tools.

use crate::error::{ModelError, ModelErrorKind};

/// What a refused request says about tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ToolRefusal {
    /// The server accepts no tools for this model.
    Lasting,
    /// Something about tools, which may be different in the next turn.
    ThisTurn,
}

/// Tools or their calls are at fault, because the model called them wrongly. The same request may succeed. The text may
/// quote what the model wrote.
const CALLED_WRONGLY: &[&str] = &[
    "tool call validation failed",
    "attempted to call tool",
    "tool_use_failed",
    "failed_generation",
    "parsing tool call",
    "parse tool call",
];

/// Signs that a server takes no tools for this model.
const TAKES_NONE: &[&str] = &[
    "support tool",
    "--jinja",
    "tool-call-parser",
    "tool choice requires",
    "tools are not supported",
    "tools is not supported",
    "tools not supported",
    "tool use is not supported",
    "tool calling is not supported",
    "function calling is not enabled",
];

/// Signs that a field of the request is unknown.
const UNKNOWN_FIELD: &[&str] = &[
    "extra inputs",
    "extra fields",
    "unknown field",
    "unknown parameter",
    "unrecognized request argument",
    "unexpected keyword argument",
    "unsupported parameter",
];

/// The messages of a round are at fault, or their order.
const ABOUT_MESSAGES: &[&str] = &["tool call id", "tool_call_id", "role tool"];

/// Whether an error before the first word of a reply is about the tools of the request.
pub(super) fn tool_refusal(error: &ModelError) -> Option<ToolRefusal> {
    // Some servers quote the names of fields, in several ways.
    let text = error.detail.to_lowercase().replace(['\'', '"', '`'], "");
    let has = |signs: &[&str]| signs.iter().any(|sign| text.contains(sign));
    match error.kind {
        ModelErrorKind::BadRequest | ModelErrorKind::ServerError | ModelErrorKind::ErrorInStream => {
            let names_field = text.contains("tools") || text.contains("tool_choice");
            if has(CALLED_WRONGLY) {
                None
            } else if has(TAKES_NONE) || (names_field && has(UNKNOWN_FIELD)) {
                Some(ToolRefusal::Lasting)
            } else if has(ABOUT_MESSAGES) {
                None
            } else {
                text.contains("tool").then_some(ToolRefusal::ThisTurn)
            }
        }
        // OpenRouter, where no server of the model takes tools. Otherwise there is no such model.
        ModelErrorKind::NotFound => has(&["support tool use"]).then_some(ToolRefusal::Lasting),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ModelErrorKind::{BadRequest, ErrorInStream, NotFound, RateLimited, ServerError};

    fn refusal(kind: ModelErrorKind, text: &str) -> Option<ToolRefusal> {
        tool_refusal(&ModelError::new(kind, text))
    }

    #[test]
    fn a_server_that_takes_no_tools_says_so_in_many_forms() {
        for (kind, text) in [
            (ServerError, "tools param requires --jinja flag"),
            (NotFound, "No endpoints found that support tool use. Try disabling \"add_task\"."),
            (BadRequest, "registry.ollama.ai/library/gemma:2b does not support tools"),
            (BadRequest, "\"auto\" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set"),
            (BadRequest, "'tools' is not supported with this model."),
            (BadRequest, "Tools are not supported for this model"),
            (BadRequest, "body.tools: Extra inputs are not permitted"),
            (BadRequest, "Unrecognized request arguments supplied: tools. unknown field `tools`"),
            (BadRequest, "Function calling is not enabled for models/gemma-3-27b-it"),
            (ErrorInStream, "This model does not support tools."),
        ] {
            assert_eq!(refusal(kind, text), Some(ToolRefusal::Lasting), "{text}");
        }
    }

    #[test]
    fn a_call_that_the_model_made_wrongly_is_no_refusal_of_tools() {
        for (kind, text) in [
            (
                BadRequest,
                "tool call validation failed: parameters for tool add_task did not match schema: errors: [missing properties: 'title']",
            ),
            (ErrorInStream, "Tool call validation failed: attempted to call tool 'x' which was not in request.tools"),
            (BadRequest, "Failed to call a function. See 'failed_generation' for more details. --jinja tool"),
            (ServerError, "error parsing tool call: raw='{\"title\": it does not support tools', err=invalid"),
            (ServerError, "Failed to parse tool call arguments as JSON"),
            (BadRequest, "Tool call id was call_abc but must be a-z, A-Z, 0-9, with a length of 9."),
            (BadRequest, "An assistant message must be followed by messages for each 'tool_call_id'"),
            (BadRequest, "messages with role 'tool' must be a response to a preceding message"),
            (NotFound, "There is no model tool-llama."),
            (RateLimited, "Too many requests with tools"),
            (BadRequest, "no"),
        ] {
            assert_eq!(refusal(kind, text), None, "{text}");
        }
    }

    #[test]
    fn anything_else_about_tools_is_tried_without_them_once() {
        for text in ["tools: Input should be a valid list", "Invalid schema for tool add_task"] {
            assert_eq!(refusal(BadRequest, text), Some(ToolRefusal::ThisTurn), "{text}");
        }
    }
}
