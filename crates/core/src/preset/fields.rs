//! Settings as fields: which ones presets may not change, and the record as a JSON object.

pub(super) use crate::settings::object as fields;
use serde_json::{Map, Value};

/// The settings that presets never change. They describe the user, the provider and the costs; `template` refers to a
/// record of this browser.
const OWN: [&str; 21] = [
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
    "confirm_above_cost",
    "confirm_above_tokens",
    "undo_steps",
    "undo_megabytes",
    "deleted_days",
    "prices",
    "response_timeout_seconds",
    "provider",
    "background",
    "embeddings",
    "vector_store",
];

/// Whether presets may not change a setting.
pub(super) fn is_own(field: &str) -> bool {
    OWN.contains(&field)
}

/// The parts of `value` that differ from `default`; `None` if none do. A list is one value.
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
