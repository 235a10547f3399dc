//! Settings as JSON objects: merging, and detection of unknown fields.

use serde_json::Value;

/// Merges `change` into `value`, recursively for objects.
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

/// Path of the first field of `given` that `known` does not have, with dots.
pub(crate) fn unknown(given: &Value, known: &Value, path: &str) -> Option<String> {
    match (given, known) {
        (Value::Object(given), Value::Object(known)) => given.iter().find_map(|(name, value)| {
            let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
            match known.get(name) {
                Some(known) => unknown(value, known, &path),
                None => Some(path),
            }
        }),
        // All items of a list have the same shape.
        (Value::Array(given), Value::Array(known)) => {
            let known = known.first()?;
            given.iter().find_map(|value| unknown(value, known, path))
        }
        _ => None,
    }
}
