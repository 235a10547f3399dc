//! What one record of settings has otherwise than another, so that a preset can be looked at before it is applied.

use super::fields::fields;
use ricordo_record::settings::Settings;
use serde_json::{Map, Value};

/// A setting that two records have differently.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The field; dots lead into its parts, and a list is one field.
    pub field: String,
    /// Its value in the first record; null where it is not set.
    pub from: Value,
    /// Its value in the second record.
    pub to: Value,
}

/// What differs, by field name in the order of the alphabet. The version of the record is left out.
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
