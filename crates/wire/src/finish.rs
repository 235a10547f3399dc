//! Maps the servers' finish reasons. Servers agree on few of them, and some write them in capitals.

use ricordo_record::{
    error::{ModelError, ModelErrorKind},
    message::Finish,
};

/// The finish of a reason. `called`: whether the model has called tools, so the reply waits for their results.
pub(super) fn finish_of(reason: &str, called: bool) -> Finish {
    match reason.to_ascii_lowercase().as_str() {
        "length" | "max_tokens" | "max_output_tokens" | "model_length" | "model_context_window_exceeded" => {
            Finish::Length
        }
        "content_filter" | "sensitive" | "refusal" | "safety" | "image_safety" | "recitation" | "blocklist"
        | "prohibited_content" | "spii" => Finish::ContentFilter,
        "tool_calls" | "function_call" | "tool_use" => Finish::ToolCalls,
        // Some servers send "stop" although they wait for tool results.
        _ if called => Finish::ToolCalls,
        _ => Finish::Complete,
    }
}

/// The error of a finish reason that means the reply failed or was aborted.
pub(super) fn failure_of(reason: &str) -> Option<ModelError> {
    let detail = match reason.to_ascii_lowercase().as_str() {
        "error" => "",
        "network_error"
        | "insufficient_system_resource"
        | "abort"
        | "aborted"
        | "cancelled"
        | "canceled"
        | "malformed_function_call" => reason,
        _ => return None,
    };
    Some(ModelError::new(ModelErrorKind::ErrorInStream, detail))
}
