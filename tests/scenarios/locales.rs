//! The locale files: a shipped language lacks no text, and a text has the same placeholders in every language.

#[path = "../../web/build/locales.rs"]
#[allow(dead_code, reason = "the build script writes code with the rest")]
mod source;

use source::{LANGUAGES, areas, is_counted, read, with_fallback};
use std::{collections::BTreeSet, path::PathBuf};
use toml::{Table, Value};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../web/locales")
}

/// Collects the path of each text, its kind, and its placeholders.
fn shape(path: &str, value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Table(table) if is_counted(table) => {
            let other = table["other"].as_str().unwrap();
            found.insert(format!("{path}, counted {:?}", blanks(other)));
        }
        Value::Table(table) => table.iter().for_each(|(key, value)| shape(&format!("{path}/{key}"), value, found)),
        Value::Array(values) => {
            values.iter().enumerate().for_each(|(index, value)| shape(&format!("{path}/{index}"), value, found));
        }
        Value::String(text) => {
            found.insert(format!("{path} {:?}", blanks(text)));
        }
        other => panic!("{path}: {other:?}"),
    }
}

/// Placeholders: the names in braces.
fn blanks(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name).collect()
}

fn texts(language: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for area in areas(&folder()).unwrap() {
        shape(&area, &Value::Table(read(&folder(), language, &area).unwrap()), &mut found);
    }
    found
}

#[test]
fn every_shipped_language_has_every_text_with_the_same_blanks() {
    let english = texts(LANGUAGES[0]);
    assert!(english.len() > 700, "{}", english.len());
    for language in &LANGUAGES[1..] {
        let own = texts(language);
        let missing: Vec<_> = english.difference(&own).collect();
        let unknown: Vec<_> = own.difference(&english).collect();
        assert!(missing.is_empty() && unknown.is_empty(), "{language} misses {missing:#?}, and has {unknown:#?} alone");
    }
}

#[test]
fn what_a_language_misses_is_english() {
    let english: Table = "[a]\none = 'One'\ntwo = ['1', '2']\n[a.count]\none = 'a'\nother = 'b'".parse().unwrap();
    let own: Table = "[a]\ntwo = ['1']\nmore = 'x'\n[a.count]\nfew = 'c'\nother = 'd'".parse().unwrap();
    let merged = with_fallback(&english, &own);
    assert_eq!(merged["a"]["one"].as_str(), Some("One"));
    assert_eq!(merged["a"]["two"], english["a"]["two"]);
    assert_eq!(merged["a"]["count"], own["a"]["count"]);
    assert!(merged["a"].get("more").is_none());
    assert_eq!(with_fallback(&english, &Table::new()), english);
}
