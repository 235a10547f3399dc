//! Compares two settings records, so that a preset can be previewed before it is applied.

use super::fields::fields;
use ricordo_record::settings::Settings;
use serde_json::{Map, Value};

/// A setting with different values in two records.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// Path of the field, with dots. A list is one field.
    pub field: String,
    /// Value in the first record; null if it is not set.
    pub from: Value,
    /// Value in the second record.
    pub to: Value,
}

/// The differences, sorted by field name. The version of the record is ignored.
pub fn diff(from: &Settings, to: &Settings) -> Vec<Difference> {
    let mut found = Vec::new();
    collect(&fields(from), &fields(to), "", &mut found);
    found.retain(|difference| difference.field != "version");
    found
}

fn collect(from: &Map<String, Value>, to: &Map<String, Value>, path: &str, found: &mut Vec<Difference>) {
    for (name, to) in to {
        let from = from.get(name).unwrap_or(&Value::Null);
        let field = format!("{path}{name}");
        match (from, to) {
            (Value::Object(from), Value::Object(to)) => collect(from, to, &format!("{field}."), found),
            _ if from != to => found.push(Difference { field, from: from.clone(), to: to.clone() }),
            _ => {}
        }
    }
}
