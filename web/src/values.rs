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
    let range = format!("{}–{}", number("floor")?, number("ceiling")?);
    Some(format!("{} {}", words::layer(kind), words::in_percent(&range)))
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
        assert_eq!(value("layers", &layers), "Recent messages 20–100%");
    }

    #[test]
    fn each_kind_of_value_is_written_as_people_read_it() {
        speak(UiLanguage::En);
        for (field, json, shown) in [
            ("erase_on_new", json!(true), "on"),
            ("erase_on_new", json!(false), "off"),
            ("context_max_tokens", json!(12_000), "12,000"),
            ("sampling.temperature", json!(0.7), "0.7"),
            ("bias", json!(-5), "-5"),
            ("tools", json!([]), "none"),
            ("tools", json!(["a", null]), "a, not set"),
            ("prices", json!({ "model": "m", "prompt": 1_000 }), "model m prompt 1,000"),
            // A layer of another version is still a list of its fields.
            ("layers", json!([{ "kind": "moon", "floor": 1 }]), "floor 1 kind moon"),
            ("bot_name", json!(""), ""),
        ] {
            let words = value(field, &json);
            let mut sorted: Vec<_> = words.split(' ').collect();
            let mut wanted: Vec<_> = shown.split(' ').collect();
            if json.is_array() || json.is_object() {
                sorted.sort_unstable();
                wanted.sort_unstable();
            }
            assert_eq!(sorted, wanted, "{field}: {words}");
        }
    }

    #[test]
    fn a_long_text_is_cut_and_a_prompt_is_never_taken_for_a_choice() {
        speak(UiLanguage::Uk);
        let long = value("system_prompt", &json!("слово ".repeat(1_000)));
        assert!(long.chars().count() <= super::SHOWN + 2, "{long}");
        assert_eq!(value("system_prompt", &json!("oldest")), "oldest");
        assert_ne!(value("memories.eviction", &json!("oldest")), "oldest");
    }
}
