//! Formats values of settings for people.

use crate::{
    texts::settings::{choice, settings},
    words,
};
use ricordo_core::text::excerpt::around;
use serde_json::{Map, Value};

/// Maximum number of characters shown of a value.
const SHOWN: usize = 120;

/// Formats a value, without brackets.
pub fn value(field: &str, value: &Value) -> String {
    match value {
        Value::Null => settings().not_set.to_owned(),
        Value::Bool(true) => settings().on.to_owned(),
        Value::Bool(false) => settings().off.to_owned(),
        Value::String(text) if field == "system_prompt" => around(text, 0, SHOWN),
        Value::String(text) => choice(text).map_or_else(|| around(text, 0, SHOWN), str::to_owned),
        Value::Number(number) => number.as_u64().map_or_else(|| number.to_string(), words::number),
        Value::Array(items) if items.is_empty() => settings().none.to_owned(),
        Value::Array(items) => items.iter().map(|item| self::value(field, item)).collect::<Vec<_>>().join(", "),
        Value::Object(fields) => layer(fields).unwrap_or_else(|| {
            let parts = fields.iter().map(|(name, part)| format!("{name} {}", self::value(name, part)));
            parts.collect::<Vec<_>>().join(" ")
        }),
    }
}

/// Formats the range of a layer, in percent of the budget.
fn layer(fields: &Map<String, Value>) -> Option<String> {
    let number = |name: &str| fields.get(name).and_then(Value::as_u64);
    let kind = serde_json::from_value(fields.get("kind")?.clone()).ok()?;
    Some(format!("{} {}–{} %", words::layer(kind), number("floor")?, number("ceiling")?))
}

#[cfg(test)]
mod tests {
    use super::value;
    use crate::texts::{UiLanguage, speak};
    use serde_json::json;

    #[test]
    fn values_are_read_without_brackets() {
        speak(UiLanguage::En);
        assert_eq!(value("max_context", &json!(null)), "not set");
        assert_eq!(value("tools", &json!(["list_tasks", "add_task"])), "list_tasks, add_task");
        assert_eq!(value("memories.eviction", &json!("oldest")), "The oldest");
        assert_eq!(value("system_prompt", &json!("all")), "all");
        let layers = json!([{ "kind": "window", "floor": 20, "ceiling": 100, "priority": 4 }]);
        assert_eq!(value("layers", &layers), "Recent messages 20–100 %");
    }
}
