//! The arguments of a tool call on their way back to the model: a protocol may want an object where we keep text.

use serde_json::{Map, Value};

/// The arguments as a JSON object, which is all that Ollama and Anthropic take.
///
/// Text that is no JSON object is sent as it is, under the name `invalid_arguments`: the model sees what it wrote.
pub(super) fn as_object(arguments: &str) -> Value {
    if arguments.trim().is_empty() {
        return Value::Object(Map::new());
    }
    match serde_json::from_str(arguments) {
        Ok(Value::Object(object)) => Value::Object(object),
        _ => serde_json::json!({ "invalid_arguments": arguments }),
    }
}

#[cfg(test)]
mod tests {
    use super::as_object;
    use serde_json::json;

    #[test]
    fn what_is_no_object_is_kept_as_text() {
        assert_eq!(as_object(r#"{"q": [1]}"#), json!({"q": [1]}));
        assert_eq!(as_object(" "), json!({}));
        assert_eq!(as_object("[1]"), json!({"invalid_arguments": "[1]"}));
        assert_eq!(as_object(r#"{"q": "#), json!({"invalid_arguments": "{\"q\": "}));
    }
}
