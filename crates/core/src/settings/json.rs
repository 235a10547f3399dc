//! Settings as JSON objects: some fields laid over others, and fields that there are not.

use serde_json::Value;

/// Puts the parts of `change` in the place of those of `value`.
pub(crate) fn merge(value: &mut Value, change: &Value) {
    match (value, change) {
        (Value::Object(value), Value::Object(change)) => {
            for (name, change) in change {
                merge(value.entry(name.as_str()).or_insert(Value::Null), change);
            }
        }
        (value, change) => *value = change.clone(),
    }
}

/// The first field of `given` that `known` does not have, if there is one; dots lead into its parts.
pub(crate) fn unknown(given: &Value, known: &Value, path: &str) -> Option<String> {
    match (given, known) {
        (Value::Object(given), Value::Object(known)) => given.iter().find_map(|(name, value)| {
            let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
            match known.get(name) {
                Some(known) => unknown(value, known, &path),
                None => Some(path),
            }
        }),
        // The parts of a list are alike.
        (Value::Array(given), Value::Array(known)) => {
            let known = known.first()?;
            given.iter().find_map(|value| unknown(value, known, path))
        }
        _ => None,
    }
}
