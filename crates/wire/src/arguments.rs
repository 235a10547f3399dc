//! Tool call arguments on their way back to the model: we store text, and some protocols want an object.

use serde_json::{Map, Value};

/// The arguments as a JSON object, the only form that servers accept.
///
/// Text that is not a JSON object is sent unchanged under the name `invalid_arguments`, so the model sees what it
/// wrote.
pub(super) fn as_object(arguments: &str) -> Value {
    if arguments.trim().is_empty() {
        return Value::Object(Map::new());
    }
    match serde_json::from_str(arguments) {
        Ok(Value::Object(object)) => Value::Object(object),
        _ => serde_json::json!({ "invalid_arguments": arguments }),
    }
}

/// Whether the arguments are a JSON object as they are.
pub(super) fn is_object(arguments: &str) -> bool {
    serde_json::from_str::<Map<String, Value>>(arguments).is_ok()
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
