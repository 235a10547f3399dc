//! Writes the Rust code of the page's texts from the files in `locales`: for each table of a file a struct with a field for
//! each text, a value of it in each language, and the function that returns the one in the page's language. Of a table whose
//! name ends in `_of` there is a function alone, which finds a text by its key: its keys are names that the records have.
//! A text that a language misses is the English one.

use std::{error::Error, fmt::Write as _, fs, path::Path};
use toml::{Table, Value};

/// The languages, in the order of `Pick::pick`. English defines which texts there are.
pub(crate) const LANGUAGES: [&str; 3] = ["en", "uk", "ru"];

/// The plural categories of CLDR.
const CATEGORIES: [&str; 6] = ["zero", "one", "two", "few", "many", "other"];

/// The categories that the page's `Counted` has.
const FORMS: [&str; 4] = ["one", "few", "many", "other"];

/// How the name of a table ends whose texts are found by their keys.
const FOUND_BY_KEY: &str = "_of";

/// The areas: the names of the English files without their ending.
pub(crate) fn areas(locales: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    let mut areas = Vec::new();
    for entry in fs::read_dir(locales.join(LANGUAGES[0]))? {
        let path = entry?.path();
        let name = path.file_stem().and_then(|name| name.to_str()).ok_or("a file without a name")?;
        areas.push(name.to_owned());
    }
    areas.sort();
    Ok(areas)
}

/// The texts of an area in a language; none where the language has no such file.
pub(crate) fn read(locales: &Path, language: &str, area: &str) -> Result<Table, Box<dyn Error>> {
    let path = locales.join(language).join(format!("{area}.toml"));
    if !path.exists() {
        return Ok(Table::new());
    }
    let text = fs::read_to_string(&path)?;
    Ok(text.parse().map_err(|error| format!("{}: {error}", path.display()))?)
}

/// Whether a table is the forms of a sentence with a number.
pub(crate) fn is_counted(table: &Table) -> bool {
    table.contains_key("other") && table.keys().all(|key| CATEGORIES.contains(&key.as_str()))
}

/// The texts of a language with the English ones where it has none. The forms of a number are one text.
pub(crate) fn with_fallback(english: &Table, own: &Table) -> Table {
    let merge = |(key, value): (&String, &Value)| {
        let merged = match (value, own.get(key)) {
            (Value::Table(english), Some(Value::Table(own))) if !is_counted(english) => {
                Value::Table(with_fallback(english, own))
            }
            (Value::Array(english), Some(Value::Array(own))) if english.len() != own.len() => {
                Value::Array(english.clone())
            }
            (english, Some(own)) if english.same_type(own) => own.clone(),
            (english, _) => english.clone(),
        };
        (key.clone(), merged)
    };
    english.iter().map(merge).collect()
}

/// The Rust code of an area.
pub(crate) fn code(locales: &Path, area: &str) -> Result<String, Box<dyn Error>> {
    let english = read(locales, LANGUAGES[0], area)?;
    let mut out = String::new();
    for (name, texts) in &english {
        let texts = texts.as_table().ok_or_else(|| format!("{area}: {name} stands outside a table"))?;
        if name.ends_with(FOUND_BY_KEY) {
            finder(&mut out, locales, area, name, texts)?;
            continue;
        }
        let kind = pascal(name);
        structs(&mut out, &kind, texts)?;
        writeln!(out, "/// The texts of `{name}` in the language of the page.\npub fn {name}() -> &'static {kind} {{")?;
        for language in LANGUAGES {
            let value = record(&kind, &complete(locales, language, area, name, texts)?)?;
            writeln!(out, "    static {}: {kind} = {value};", language.to_uppercase())?;
        }
        writeln!(out, "    crate::texts::Pick::pick(crate::texts::language(), &EN, &UK, &RU)\n}}")?;
    }
    Ok(out)
}

/// A table of English texts in a language.
fn complete(locales: &Path, language: &str, area: &str, name: &str, english: &Table) -> Result<Table, Box<dyn Error>> {
    let own = read(locales, language, area)?;
    let empty = Table::new();
    Ok(with_fallback(english, own.get(name).and_then(Value::as_table).unwrap_or(&empty)))
}

/// The function that finds a text of a table by its key.
fn finder(out: &mut String, locales: &Path, area: &str, name: &str, english: &Table) -> Result<(), Box<dyn Error>> {
    let languages: Result<Vec<_>, _> =
        LANGUAGES.iter().map(|language| complete(locales, language, area, name, english)).collect();
    let languages = languages?;
    writeln!(out, "/// The text of a key of `{name}` in the language of the page; `None`: there is no such key.")?;
    writeln!(out, "pub fn {name}(key: &str) -> Option<&'static str> {{\n    static TEXTS: &[(&str, [&str; 3])] = &[")?;
    for key in english.keys() {
        let texts: Option<Vec<&str>> = languages.iter().map(|table| table.get(key)?.as_str()).collect();
        let texts = texts.ok_or_else(|| format!("{area}: {name}: {key} is not a text"))?;
        writeln!(out, "        ({key:?}, {texts:?}),")?;
    }
    writeln!(out, "    ];\n    crate::texts::found(TEXTS, key)\n}}")?;
    Ok(())
}

/// The struct of a table, and those of the tables in it.
fn structs(out: &mut String, kind: &str, texts: &Table) -> Result<(), Box<dyn Error>> {
    writeln!(out, "/// Texts of the page.\npub struct {kind} {{")?;
    for (name, value) in texts {
        writeln!(out, "    #[doc = {:?}]\n    pub {name}: {},", english_of(value), type_of(kind, name, value)?)?;
    }
    writeln!(out, "}}")?;
    for (name, value) in texts {
        if let Value::Table(inner) = value
            && !is_counted(inner)
        {
            structs(out, &format!("{kind}{}", pascal(name)), inner)?;
        }
    }
    Ok(())
}

/// What the documentation of a field shows.
fn english_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Table(table) if is_counted(table) => table.get("other").map(english_of).unwrap_or_default(),
        Value::Array(values) => values.iter().map(english_of).collect::<Vec<_>>().join(", "),
        _ => "Texts of one part.".to_owned(),
    }
}

fn type_of(kind: &str, name: &str, value: &Value) -> Result<String, Box<dyn Error>> {
    Ok(match value {
        Value::String(_) => "&'static str".to_owned(),
        Value::Array(values) => {
            let first = values.first().ok_or_else(|| format!("{name}: an empty list"))?;
            format!("[{}; {}]", type_of(kind, name, first)?, values.len())
        }
        Value::Table(table) if is_counted(table) => "crate::texts::Counted".to_owned(),
        Value::Table(_) => format!("{kind}{}", pascal(name)),
        _ => return Err(format!("{name}: neither a text, a list nor a table").into()),
    })
}

/// A value of a struct.
fn record(kind: &str, texts: &Table) -> Result<String, Box<dyn Error>> {
    let mut out = format!("{kind} {{ ");
    for (name, value) in texts {
        write!(out, "{name}: {}, ", expression(kind, name, value)?)?;
    }
    out.push('}');
    Ok(out)
}

fn expression(kind: &str, name: &str, value: &Value) -> Result<String, Box<dyn Error>> {
    Ok(match value {
        Value::String(text) => format!("{text:?}"),
        Value::Array(values) => {
            let values: Result<Vec<_>, _> = values.iter().map(|value| expression(kind, name, value)).collect();
            format!("[{}]", values?.join(", "))
        }
        Value::Table(forms) if is_counted(forms) => {
            let form = |form: &str| forms.get(form).and_then(Value::as_str).unwrap_or_default();
            let fields = FORMS.map(|name| format!("{name}: {:?}", form(name)));
            format!("crate::texts::Counted {{ {} }}", fields.join(", "))
        }
        Value::Table(inner) => record(&format!("{kind}{}", pascal(name)), inner)?,
        _ => return Err(format!("{name}: neither a text, a list nor a table").into()),
    })
}

/// `in_page` as the name of a type: `InPage`.
fn pascal(name: &str) -> String {
    let word =
        |word: &str| word.chars().take(1).flat_map(char::to_uppercase).chain(word.chars().skip(1)).collect::<String>();
    name.split('_').map(word).collect()
}
