//! Writes the Rust code of the page's texts. For each table of a file: a struct with a field for each text, its value in
//! English, and the function that returns it in the page's language. What the other languages have is in
//! [`translations`]. The names of some tables say that they are something else:
//!
//! * `…_of`: only a function, which finds a text by its key: the keys are names that the records have.
//! * `…_in_all`: each field has the text in every language, in the order of `UiLanguage`.

pub(crate) mod translations;

use super::{
    ENGLISH, FIRST_TABLES, Language, areas, read,
    text::{Text, part},
};
use std::{collections::BTreeMap, error::Error, fmt::Write as _, path::Path};
use toml::{Table, Value};

/// How the name of a table ends whose texts are found by their keys.
const FOUND_BY_KEY: &str = "_of";
/// How the name of a table ends whose texts are there in every language.
const IN_ALL: &str = "_in_all";

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

/// What a table becomes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Struct,
    Finder,
    InAll,
}

/// A table of an area.
pub(crate) struct TextTable {
    area: String,
    name: String,
    form: Form,
    /// Its texts in each language, English first.
    texts: Vec<BTreeMap<String, Text>>,
}

/// The tables of all areas.
pub(crate) fn tables(locales: &Path, languages: &[Language]) -> Result<Vec<TextTable>, Box<dyn Error>> {
    let mut tables = Vec::new();
    for area in areas(locales)? {
        let english = read(locales, ENGLISH, &area)?;
        // English has its texts already; what it has of them itself would count as a translation.
        let own = languages.iter().map(|language| match language.folder.as_str() {
            ENGLISH => Ok(Table::new()),
            folder => read(locales, folder, &area),
        });
        let own = own.collect::<Result<Vec<_>, _>>()?;
        for (name, texts) in &english {
            let texts = texts.as_table().ok_or_else(|| format!("{area}: {name} stands outside a table"))?;
            let path = format!("{area}: {name}");
            let own = own.iter().map(|own| part(&path, texts, own.get(name).and_then(Value::as_table)));
            let form = match name {
                name if name.ends_with(FOUND_BY_KEY) => Form::Finder,
                name if name.ends_with(IN_ALL) => Form::InAll,
                _ => Form::Struct,
            };
            let texts = own.collect::<Result<_, _>>()?;
            tables.push(TextTable { area: area.clone(), name: name.clone(), form, texts });
        }
    }
    for name in FIRST_TABLES {
        if tables.iter().filter(|table| table.name == name).count() != 1 {
            return Err(format!("there is not one table `{name}` in the texts").into());
        }
    }
    Ok(tables)
}

/// The functions of an area.
pub(crate) fn area(tables: &[TextTable], area: &str) -> Result<String, Box<dyn Error>> {
    let mut out = String::new();
    for table in tables.iter().filter(|table| table.area == area) {
        match table.form {
            Form::Struct => table.function(&mut out)?,
            Form::Finder => table.finder(&mut out)?,
            Form::InAll => table.in_all(&mut out)?,
        }
    }
    Ok(out)
}

impl TextTable {
    fn english(&self) -> Result<&BTreeMap<String, Text>, Box<dyn Error>> {
        Ok(self.texts.first().ok_or("no language")?)
    }

    /// The path of its struct from the page's texts.
    fn kind(&self) -> String {
        format!("crate::texts::tables::{}::{}", self.area, pascal(&self.name))
    }

    /// The expression that has its texts in the language of the page; `None` in English.
    fn translated(&self) -> String {
        let file = if FIRST_TABLES.contains(&self.name.as_str()) { "first" } else { "later" };
        format!("crate::texts::translated::{file}().map(|texts| &texts.{})", self.name)
    }

    fn function(&self, out: &mut String) -> Result<(), Box<dyn Error>> {
        let (name, kind) = (&self.name, self.kind());
        writeln!(out, "/// The texts of `{name}` in the language of the page.\npub fn {name}() -> &'static {kind} {{")?;
        writeln!(out, "    static ENGLISH: {kind} = {};", record(&kind, self.english()?, &mut literal))?;
        writeln!(out, "    {}.unwrap_or(&ENGLISH)\n}}", self.translated())?;
        Ok(())
    }

    /// The function that finds a text by its key.
    fn finder(&self, out: &mut String) -> Result<(), Box<dyn Error>> {
        let name = &self.name;
        writeln!(out, "/// The text of a key of `{name}` in the language of the page; `None`: there is no such key.")?;
        writeln!(out, "pub fn {name}(key: &str) -> Option<&'static str> {{")?;
        writeln!(out, "    static ENGLISH: &[(&str, &str)] = &[")?;
        for (key, text) in self.english()? {
            writeln!(out, "        ({key:?}, {:?}),", self.plain(key, text)?)?;
        }
        writeln!(
            out,
            "    ];\n    crate::texts::found(ENGLISH, {}.map(|texts| texts.as_slice()), key)\n}}",
            self.translated()
        )?;
        Ok(())
    }

    /// The function that returns the texts in every language.
    fn in_all(&self, out: &mut String) -> Result<(), Box<dyn Error>> {
        let (name, kind, count) = (&self.name, pascal(&self.name), self.texts.len());
        writeln!(out, "/// The texts of `{name}` in every language.\npub struct {kind} {{")?;
        let mut values = String::new();
        for key in self.english()?.keys() {
            let in_languages = self.texts.iter().map(|texts| self.plain(key, texts.get(key).ok_or("no text")?));
            let in_languages = in_languages.collect::<Result<Vec<_>, _>>()?;
            writeln!(out, "    #[doc = {:?}]\n    pub {key}: [&'static str; {count}],", in_languages.join(" / "))?;
            write!(values, "{key}: {in_languages:?}, ")?;
        }
        writeln!(out, "}}\n/// The texts of `{name}`.\npub fn {name}() -> &'static {kind} {{")?;
        writeln!(out, "    static TEXTS: {kind} = {kind} {{ {values}}};\n    &TEXTS\n}}")?;
        Ok(())
    }

    fn plain<'a>(&self, key: &str, text: &'a Text) -> Result<&'a str, Box<dyn Error>> {
        match text {
            Text::Plain(text) => Ok(text),
            _ => Err(format!("{}: {key} is not a text", self.name).into()),
        }
    }
}

/// A text as the code has it.
fn literal(text: &str) -> String {
    format!("{text:?}")
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

/// A value of a struct. `write` makes the expression of a text.
fn record(kind: &str, texts: &BTreeMap<String, Text>, write: &mut dyn FnMut(&str) -> String) -> String {
    let fields = texts.iter().map(|(name, text)| format!("{name}: {}", expression(kind, name, text, write)));
    format!("{kind} {{ {} }}", fields.collect::<Vec<_>>().join(", "))
}

fn expression(kind: &str, name: &str, text: &Text, write: &mut dyn FnMut(&str) -> String) -> String {
    match text {
        Text::Plain(text) => write(text),
        Text::List(texts) => {
            let texts = texts.iter().map(|text| expression(kind, name, text, write));
            format!("[{}]", texts.collect::<Vec<_>>().join(", "))
        }
        Text::Counted { is_english, forms } => {
            let forms = forms.iter().map(|(category, form)| {
                let form = write(form);
                format!("(crate::texts::Category::{category}, {form})")
            });
            let forms = forms.collect::<Vec<_>>().join(", ");
            format!("crate::texts::Counted {{ is_english: {is_english}, forms: &[{forms}] }}")
        }
        Text::Part(inner) => record(&inner_kind(kind, name), inner, write),
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
