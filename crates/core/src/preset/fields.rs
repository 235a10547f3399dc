//! Settings as fields: which are the user's own, and the record as a JSON object.

pub(super) use crate::settings::object as fields;
use serde_json::{Map, Value};

/// The settings that no preset touches. They say who the user is, who answers and what that costs; `template` names a
/// record of this browser.
const OWN: [&str; 17] = [
    "version",
    "preset",
    "language",
    "time_zone",
    "template",
    "bot_name",
    "bot_username",
    "exact_counts",
    "model_titles",
    "ask_above_tokens",
    "undo_steps",
    "undo_megabytes",
    "deleted_days",
    "prices",
    "response_timeout_seconds",
    "provider",
    "background",
];

/// Whether a setting is the user's own.
pub(super) fn is_own(field: &str) -> bool {
    OWN.contains(&field)
}

/// What of `value` is not as in `default`; `None`: nothing. Lists are one value.
pub(super) fn changed(value: &Value, default: &Value) -> Option<Value> {
    match (value, default) {
        (Value::Object(value), Value::Object(default)) => {
            let parts: Map<String, Value> = value
                .iter()
                .filter_map(|(name, value)| {
                    Some((name.clone(), changed(value, default.get(name).unwrap_or(&Value::Null))?))
                })
                .collect();
            (!parts.is_empty()).then_some(Value::Object(parts))
        }
        _ => (value != default).then(|| value.clone()),
    }
}

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
