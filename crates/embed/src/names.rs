//! Converts field names between Rust's and JavaScript's case.

use serde_json::{Map, Value};

/// The value with all its field names converted.
pub(crate) fn renamed(value: Value, name_of: &dyn Fn(&str) -> String) -> Value {
    match value {
        Value::Object(fields) => {
            // Inserted one by one: collecting into a map would sort first.
            let mut named = Map::new();
            named.extend(fields.into_iter().map(|(name, value)| (name_of(&name), renamed(value, name_of))));
            Value::Object(named)
        }
        Value::Array(values) => values.into_iter().map(|value| renamed(value, name_of)).collect(),
        other => other,
    }
}

/// `context_max_tokens` as `contextMaxTokens`.
pub(crate) fn camel(name: &str) -> String {
    let mut words = name.split('_');
    let mut camel = words.next().unwrap_or_default().to_owned();
    for word in words {
        let mut letters = word.chars();
        camel.extend(letters.next().map(|letter| letter.to_ascii_uppercase()));
        camel.push_str(letters.as_str());
    }
    camel
}

/// As [`camel`], for each part of a path of fields.
pub(crate) fn camel_path(path: &str) -> String {
    path.split('.').map(camel).collect::<Vec<_>>().join(".")
}

/// `contextMaxTokens` as `context_max_tokens`.
pub(crate) fn snake(name: &str) -> String {
    let mut snake = String::with_capacity(name.len() + 4);
    for letter in name.chars() {
        if letter.is_ascii_uppercase() {
            snake.push('_');
        }
        snake.push(letter.to_ascii_lowercase());
    }
    snake
}

#[cfg(test)]
mod tests {
    use super::*;
    use ricordo_core::settings::{FIELDS, Settings};

    #[test]
    fn the_names_of_all_settings_go_and_come_back() {
        for field in FIELDS {
            let back = field.path.split('.').map(|part| snake(&camel(part))).collect::<Vec<_>>().join(".");
            assert_eq!(back, field.path);
        }
        let settings = serde_json::to_value(Settings::default()).unwrap();
        assert_eq!(renamed(renamed(settings.clone(), &camel), &snake), settings);
    }
}
