//! Writes the code of all languages but English. Each language has two values, of the structs `FirstTexts` and
//! `LaterTexts`, and two functions that return them from files that are loaded when they are called: so a visitor loads
//! the texts of one language.
//!
//! The texts of a value stand in one constant, and its fields are parts of it. Otherwise the linker would keep equal texts
//! of two languages once, in a file that both share.

use super::super::{ENGLISH, FIRST_TABLES, Language};
use super::{Form, TextTable, pascal, record, structs};
use std::{error::Error, fmt::Write as _};

/// A file of a language: of the first load, or of everything else.
struct File {
    /// How its names end.
    name: &'static str,
    about: &'static str,
    is_first: bool,
}

const FILES: [File; 2] = [
    File { name: "first", about: "of the first load", is_first: true },
    File { name: "later", about: "that no first load needs", is_first: false },
];

impl File {
    fn kind(&self) -> String {
        format!("{}Texts", pascal(self.name))
    }

    fn tables<'a>(&self, tables: &'a [TextTable]) -> impl Iterator<Item = &'a TextTable> {
        let is_first = self.is_first;
        let own = move |table: &&TextTable| FIRST_TABLES.contains(&table.name.as_str()) == is_first;
        tables.iter().filter(own).filter(|table| table.form != Form::InAll)
    }
}

/// The structs of all tables, those of the files, and each language's values and functions.
pub(crate) fn code(tables: &[TextTable], languages: &[Language]) -> Result<String, Box<dyn Error>> {
    let mut out = String::new();
    for of_area in tables.chunk_by(|one, other| one.area == other.area) {
        writeln!(out, "/// Texts of `{0}.toml`.\npub mod {0} {{", of_area[0].area)?;
        for table in of_area.iter().filter(|table| table.form == Form::Struct) {
            structs(&mut out, &pascal(&table.name), table.english()?)?;
        }
        writeln!(out, "}}")?;
    }
    for file in &FILES {
        writeln!(out, "/// The texts {} in one language.\npub struct {} {{", file.about, file.kind())?;
        for table in file.tables(tables) {
            writeln!(out, "    /// The texts of `{0}`.\n    pub {0}: {1},", table.name, type_of(table)?)?;
        }
        writeln!(out, "}}")?;
        for (at, language) in languages.iter().enumerate().filter(|(_, language)| language.folder != ENGLISH) {
            value(&mut out, file, tables, at, language)?;
        }
        loader(&mut out, file, languages)?;
    }
    Ok(out)
}

fn type_of(table: &TextTable) -> Result<String, Box<dyn Error>> {
    Ok(match table.form {
        Form::Finder => format!("[&'static str; {}]", table.english()?.len()),
        _ => format!("{}::{}", table.area, pascal(&table.name)),
    })
}

/// The texts of a file in a language, and the function that returns them from it.
fn value(out: &mut String, file: &File, tables: &[TextTable], at: usize, of: &Language) -> Result<(), Box<dyn Error>> {
    let (kind, function) = (file.kind(), function_of(file, of));
    let constant = function.to_uppercase();
    let mut all = String::new();
    let mut fields = String::new();
    let mut write = |text: &str| {
        let from = all.len();
        all.push_str(text);
        format!("part({constant}_TEXT, {from}, {})", text.len())
    };
    for table in file.tables(tables) {
        let texts = table.texts.get(at).ok_or("no such language")?;
        let value = if table.form == Form::Finder {
            let texts = texts.iter().map(|(key, text)| Ok(write(table.plain(key, text)?)));
            format!("[{}]", texts.collect::<Result<Vec<_>, Box<dyn Error>>>()?.join(", "))
        } else {
            record(&type_of(table)?, texts, &mut write)
        };
        writeln!(fields, "    {}: {value},", table.name)?;
    }
    writeln!(
        out,
        "/// {}: all texts {}, one after the other.\nconst {constant}_TEXT: &str = {all:?};",
        of.name, file.about
    )?;
    writeln!(out, "static {constant}: {kind} = {kind} {{\n{fields}}};")?;
    writeln!(out, "crate::loaded::in_a_file! {{ texts_{function}:")?;
    writeln!(out, "    fn {function}() -> Result<&'static {kind}, NotLoaded> {{ Ok(&{constant}) }}\n}}")?;
    Ok(())
}

/// The function that loads a file in a language.
fn loader(out: &mut String, file: &File, languages: &[Language]) -> Result<(), Box<dyn Error>> {
    let (name, kind) = (file.name, file.kind());
    writeln!(out, "/// Loads the texts {} in a language; `None` in English, which needs no file.", file.about)?;
    writeln!(out, "///\n/// # Errors\n/// The file could not be loaded.")?;
    writeln!(
        out,
        "pub async fn load_{name}(language: super::UiLanguage) -> Result<Option<&'static {kind}>, NotLoaded> {{"
    )?;
    writeln!(out, "    Ok(match language {{")?;
    for language in languages {
        let variant = pascal(&language.folder);
        if language.folder == ENGLISH {
            writeln!(out, "        super::UiLanguage::{variant} => None,")?;
        } else {
            writeln!(out, "        super::UiLanguage::{variant} => Some({}().await?),", function_of(file, language))?;
        }
    }
    writeln!(out, "    }})\n}}")?;
    writeln!(out, "/// The texts {} in a language, where nothing has to be loaded.\n#[cfg(test)]", file.about)?;
    writeln!(
        out,
        "pub fn {name}_in(language: super::UiLanguage) -> Option<&'static {kind}> {{\n    match language {{"
    )?;
    for language in languages {
        let variant = pascal(&language.folder);
        let value = if language.folder == ENGLISH {
            "None".into()
        } else {
            format!("Some(&{})", function_of(file, language).to_uppercase())
        };
        writeln!(out, "        super::UiLanguage::{variant} => {value},")?;
    }
    writeln!(out, "    }}\n}}")?;
    Ok(())
}

/// `uk_first`, for a folder `uk`.
fn function_of(file: &File, language: &Language) -> String {
    format!("{}_{}", language.folder.replace('-', "_").to_lowercase(), file.name)
}
