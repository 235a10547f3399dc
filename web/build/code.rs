//! Writes the Rust code of the page's texts: for each table of a file a struct with a field for each text, a value of it
//! in each language, and the function that returns the one in the page's language. For a table whose name ends in `_of`
//! only a function, which finds a text by its key: its keys are names that the records have.

use super::{
    ENGLISH, Language, read,
    text::{Text, part},
};
use std::{collections::BTreeMap, error::Error, fmt::Write as _, path::Path};
use toml::{Table, Value};

/// How the name of a table ends whose texts are found by their keys.
const FOUND_BY_KEY: &str = "_of";

/// The type of the page's languages.
pub(crate) fn languages(languages: &[Language]) -> Result<String, Box<dyn Error>> {
    let mut out = String::from(
        "/// A language of the page: a folder of `locales`. English is the first.\n\
         #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]\npub enum UiLanguage {\n    #[default]\n",
    );
    for language in languages {
        writeln!(out, "    /// {}.\n    {},", language.name, pascal(&language.folder))?;
    }
    writeln!(out, "}}\n\n/// What is known of each language, in the order of [`UiLanguage`].")?;
    writeln!(out, "static ABOUT: [About; {}] = [", languages.len())?;
    for Language { folder, tag, name, prompts, dates, .. } in languages {
        let language = pascal(folder);
        write!(out, "    About {{ language: UiLanguage::{language}, tag: {tag:?}, name: {name:?}, dates: {dates:?}, ")?;
        writeln!(out, "prompts: ricordo_core::settings::Language::{prompts} }},")?;
    }
    writeln!(out, "];")?;
    Ok(out)
}

/// The texts of an area.
pub(crate) fn area(locales: &Path, languages: &[Language], area: &str) -> Result<String, Box<dyn Error>> {
    let english = read(locales, ENGLISH, area)?;
    // English has its texts already; what it has of them itself would count as a translation.
    let own = languages.iter().map(|language| match language.folder.as_str() {
        ENGLISH => Ok(Table::new()),
        folder => read(locales, folder, area),
    });
    let own = own.collect::<Result<Vec<_>, _>>()?;
    let mut out = String::new();
    for (name, texts) in &english {
        let texts = texts.as_table().ok_or_else(|| format!("{area}: {name} stands outside a table"))?;
        let path = format!("{area}: {name}");
        let own = own.iter().map(|own| part(&path, texts, own.get(name).and_then(Value::as_table)));
        let in_languages = own.collect::<Result<Vec<_>, _>>()?;
        if name.ends_with(FOUND_BY_KEY) {
            finder(&mut out, name, &in_languages)?
        } else {
            table(&mut out, name, &in_languages)?
        }
    }
    Ok(out)
}

/// The struct of a table, and the function that returns it.
fn table(out: &mut String, name: &str, in_languages: &[BTreeMap<String, Text>]) -> Result<(), Box<dyn Error>> {
    let kind = pascal(name);
    structs(out, &kind, in_languages.first().ok_or("no language")?)?;
    writeln!(out, "/// The texts of `{name}` in the language of the page.\npub fn {name}() -> &'static {kind} {{")?;
    writeln!(out, "    static TEXTS: [{kind}; {}] = [", in_languages.len())?;
    for texts in in_languages {
        writeln!(out, "        {},", record(&kind, texts))?;
    }
    writeln!(out, "    ];\n    crate::texts::pick(&TEXTS)\n}}")?;
    Ok(())
}

/// The function that finds a text of a table by its key.
fn finder(out: &mut String, name: &str, in_languages: &[BTreeMap<String, Text>]) -> Result<(), Box<dyn Error>> {
    let english = in_languages.first().ok_or("no language")?;
    let count = in_languages.len();
    writeln!(out, "/// The text of a key of `{name}` in the language of the page; `None`: there is no such key.")?;
    writeln!(out, "pub fn {name}(key: &str) -> Option<&'static str> {{")?;
    writeln!(out, "    static TEXTS: &[(&str, [&str; {count}])] = &[")?;
    for key in english.keys() {
        let texts = in_languages.iter().map(|texts| match texts.get(key) {
            Some(Text::Plain(text)) => Ok(text),
            _ => Err(format!("{name}: {key} is not a text")),
        });
        writeln!(out, "        ({key:?}, {:?}),", texts.collect::<Result<Vec<_>, _>>()?)?;
    }
    writeln!(out, "    ];\n    crate::texts::found(TEXTS, key)\n}}")?;
    Ok(())
}

/// The struct of a table, and those of the tables in it.
fn structs(out: &mut String, kind: &str, texts: &BTreeMap<String, Text>) -> Result<(), Box<dyn Error>> {
    writeln!(out, "/// Texts of the page.\npub struct {kind} {{")?;
    for (name, text) in texts {
        writeln!(out, "    #[doc = {:?}]\n    pub {name}: {},", shown(text), type_of(kind, name, text)?)?;
    }
    writeln!(out, "}}")?;
    for (name, text) in texts {
        if let Text::Part(inner) = text {
            structs(out, &inner_kind(kind, name), inner)?;
        }
    }
    Ok(())
}

/// What the documentation of a field shows.
fn shown(text: &Text) -> String {
    match text {
        Text::Plain(text) => text.clone(),
        Text::Counted { forms, .. } => forms.last().map(|(_, form)| form.clone()).unwrap_or_default(),
        Text::List(texts) => texts.iter().map(shown).collect::<Vec<_>>().join(", "),
        Text::Part(_) => "Texts of one part.".to_owned(),
    }
}

fn type_of(kind: &str, name: &str, text: &Text) -> Result<String, Box<dyn Error>> {
    Ok(match text {
        Text::Plain(_) => "&'static str".to_owned(),
        Text::Counted { .. } => "crate::texts::Counted".to_owned(),
        Text::List(texts) => {
            let first = texts.first().ok_or_else(|| format!("{name}: an empty list"))?;
            format!("[{}; {}]", type_of(kind, name, first)?, texts.len())
        }
        Text::Part(_) => inner_kind(kind, name),
    })
}

/// A value of a struct.
fn record(kind: &str, texts: &BTreeMap<String, Text>) -> String {
    let fields = texts.iter().map(|(name, text)| format!("{name}: {}", expression(kind, name, text)));
    format!("{kind} {{ {} }}", fields.collect::<Vec<_>>().join(", "))
}

fn expression(kind: &str, name: &str, text: &Text) -> String {
    match text {
        Text::Plain(text) => format!("{text:?}"),
        Text::List(texts) => {
            let texts = texts.iter().map(|text| expression(kind, name, text));
            format!("[{}]", texts.collect::<Vec<_>>().join(", "))
        }
        Text::Counted { is_english, forms } => {
            let forms = forms.iter().map(|(category, form)| format!("(crate::texts::Category::{category}, {form:?})"));
            let forms = forms.collect::<Vec<_>>().join(", ");
            format!("crate::texts::Counted {{ is_english: {is_english}, forms: &[{forms}] }}")
        }
        Text::Part(inner) => record(&inner_kind(kind, name), inner),
    }
}

/// The struct of a table in a table.
fn inner_kind(kind: &str, name: &str) -> String {
    format!("{kind}{}", pascal(name))
}

/// `in_page` or `pt-BR` as the name of a type: `InPage`, `PtBR`.
fn pascal(name: &str) -> String {
    let word =
        |word: &str| word.chars().take(1).flat_map(char::to_uppercase).chain(word.chars().skip(1)).collect::<String>();
    name.split(['_', '-']).map(word).collect()
}
