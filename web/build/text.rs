//! A text in a language, with the English one where the language has none.

use std::collections::BTreeMap;
use toml::{Table, Value};

/// The plural categories of CLDR, by their names in files and in the page's `Category`.
pub(crate) const CATEGORIES: [(&str, &str); 6] =
    [("zero", "Zero"), ("one", "One"), ("two", "Two"), ("few", "Few"), ("many", "Many"), (OTHER, "Other")];

/// The category that every sentence with a number has.
const OTHER: &str = "other";

/// A text, or texts that belong together.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Text {
    /// A text.
    Plain(String),
    /// The forms of a sentence with a number, each with its variant of `Category`; the last one is for all other
    /// numbers.
    Counted {
        /// Whether the English rules apply, because the forms are English.
        is_english: bool,
        /// The forms, without those that are like the last one.
        forms: Vec<(&'static str, String)>,
    },
    /// A list of fixed length.
    List(Vec<Text>),
    /// The texts of a table.
    Part(BTreeMap<String, Text>),
}

impl Text {
    /// A text in a language; `own` is what the language has of it. `path` names it in errors.
    pub(crate) fn new(path: &str, english: &Value, own: Option<&Value>) -> Result<Self, String> {
        Ok(match english {
            Value::String(text) => Self::Plain(own.and_then(Value::as_str).unwrap_or(text).to_owned()),
            Value::Table(english) if is_counted(english) => {
                let own = own.and_then(Value::as_table).filter(|own| is_counted(own));
                Self::Counted { is_english: own.is_none(), forms: forms(path, own.unwrap_or(english))? }
            }
            Value::Table(english) => Self::Part(part(path, english, own.and_then(Value::as_table))?),
            Value::Array(english) => {
                let own = own.and_then(Value::as_array).filter(|own| own.len() == english.len());
                let texts = english.iter().enumerate();
                let texts = texts.map(|(at, text)| Self::new(path, text, own.and_then(|own| own.get(at))));
                Self::List(texts.collect::<Result<_, _>>()?)
            }
            _ => return Err(format!("{path}: neither a text, a list nor a table")),
        })
    }
}

/// The texts of a table in a language.
pub(crate) fn part(path: &str, english: &Table, own: Option<&Table>) -> Result<BTreeMap<String, Text>, String> {
    let texts = english.iter().map(|(key, text)| {
        let own = own.and_then(|own| own.get(key));
        Ok((key.clone(), Text::new(&format!("{path}: {key}"), text, own)?))
    });
    texts.collect()
}

/// Whether a table is the forms of a sentence with a number.
pub(crate) fn is_counted(table: &Table) -> bool {
    let is_category = |key: &String| CATEGORIES.iter().any(|(name, _)| name == key);
    table.contains_key(OTHER) && table.keys().all(is_category)
}

fn forms(path: &str, table: &Table) -> Result<Vec<(&'static str, String)>, String> {
    let mut forms = Vec::new();
    for (name, variant) in CATEGORIES {
        if let Some(form) = table.get(name)
            && (name == OTHER || Some(form) != table.get(OTHER))
        {
            let form = form.as_str().ok_or_else(|| format!("{path}: {name} is not a text"))?;
            forms.push((variant, form.to_owned()));
        }
    }
    Ok(forms)
}
