//! Reads the texts of the page from `locales`: a folder for each language, with its `language.toml` and a file for each
//! area. English has every text; a text that another language lacks is the English one.

pub(crate) mod code;
pub(crate) mod text;

use std::{error::Error, fs, path::Path};
use toml::{Table, Value};

/// Folder of the language that defines which texts exist.
pub(crate) const ENGLISH: &str = "en";

/// File of a folder that describes the language itself.
const ABOUT: &str = "language.toml";

/// Tables whose texts are in the first load. The others come in a second file, before any part of the page that is loaded
/// later. An end-to-end test (`languages.test.mjs`) fails if a table is in the wrong one. `storage_errors` is the exception:
/// code of the first load uses it, but only where storage fails, and waits for the second file then.
pub(crate) const FIRST_TABLES: [&str; 9] =
    ["shell", "welcome", "composer", "temporary", "conversations", "project_groups", "list", "common", "speaker"];

/// Languages of the prompts: the variants of the core's `Language` by their stored form.
const PROMPTS: [(&str, &str); 3] = [("en", "En"), ("uk", "Uk"), ("ru", "Ru")];

/// A language of the page, as its `language.toml` describes it.
pub(crate) struct Language {
    /// Name of its folder.
    pub(crate) folder: String,
    /// BCP 47 tag.
    pub(crate) tag: String,
    /// Name in the language itself.
    pub(crate) name: String,
    /// Variant of the core's `Language` in which prompts are sent to the model.
    pub(crate) prompts: &'static str,
    /// BCP 47 tag with which dates are written.
    pub(crate) dates: String,
    /// Whether texts may be missing.
    #[allow(dead_code, reason = "only the test of the files asks")]
    pub(crate) is_incomplete: bool,
}

/// The languages: English, then the others by the names of their folders.
pub(crate) fn languages(locales: &Path) -> Result<Vec<Language>, Box<dyn Error>> {
    let areas = areas(locales)?;
    let mut folders = Vec::new();
    for entry in fs::read_dir(locales)? {
        let path = entry?.path();
        if path.is_dir() {
            folders.push(name_of(&path)?);
        }
    }
    folders.sort_by_key(|folder| (folder != ENGLISH, folder.clone()));
    let languages = folders.iter().map(|folder| {
        let unknown = files(&locales.join(folder))?.into_iter().find(|area| !areas.contains(area));
        match unknown {
            Some(area) => Err(format!("{folder}/{area}.toml: {ENGLISH} has no such file").into()),
            None => language(locales, folder),
        }
    });
    languages.collect()
}

/// The language of a folder.
fn language(locales: &Path, folder: &str) -> Result<Language, Box<dyn Error>> {
    let path = locales.join(folder).join(ABOUT);
    let wrong = |what: &str| format!("{}: {what}", path.display());
    let about = table(&path)?;
    let known = ["tag", "name", "prompts", "dates", "incomplete"];
    if let Some(key) = about.keys().find(|key| !known.contains(&key.as_str())) {
        return Err(wrong(&format!("{key} is not known")).into());
    }
    let given = |key: &str| about.get(key).and_then(Value::as_str);
    let tag = given("tag").ok_or_else(|| wrong("no tag"))?;
    let dates = given("dates").unwrap_or(tag);
    if let Some(tag) = [tag, dates].into_iter().find(|tag| !is_tag(tag)) {
        return Err(wrong(&format!("{tag} is not a BCP 47 tag")).into());
    }
    let prompts = given("prompts").unwrap_or(ENGLISH);
    let (_, prompts) =
        PROMPTS.into_iter().find(|(name, _)| *name == prompts).ok_or_else(|| wrong("no prompts in that language"))?;
    Ok(Language {
        folder: folder.to_owned(),
        tag: tag.to_owned(),
        name: given("name").ok_or_else(|| wrong("no name"))?.to_owned(),
        prompts,
        dates: dates.to_owned(),
        is_incomplete: about.get("incomplete").and_then(Value::as_bool).unwrap_or(false),
    })
}

/// Whether a browser takes it for a tag: `Intl` throws on others. Extensions are not looked at more closely.
fn is_tag(tag: &str) -> bool {
    let is_part = |part: &str| (1..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let first = tag.split('-').next().unwrap_or_default();
    matches!(first.len(), 2 | 3) && first.bytes().all(|byte| byte.is_ascii_alphabetic()) && tag.split('-').all(is_part)
}

/// The areas: the names of the English files without their ending.
pub(crate) fn areas(locales: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    files(&locales.join(ENGLISH))
}

/// The areas of a folder.
fn files(folder: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    let mut areas = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "toml") && !path.ends_with(ABOUT) {
            areas.push(name_of(&path)?);
        }
    }
    areas.sort();
    Ok(areas)
}

/// The name of a file without its ending, or of a folder.
fn name_of(path: &Path) -> Result<String, Box<dyn Error>> {
    let name = if path.is_dir() { path.file_name() } else { path.file_stem() };
    Ok(name.and_then(|name| name.to_str()).ok_or("a name that is not UTF-8")?.to_owned())
}

/// The texts of an area in the language of a folder; none where the folder has no such file.
pub(crate) fn read(locales: &Path, folder: &str, area: &str) -> Result<Table, Box<dyn Error>> {
    let path = locales.join(folder).join(format!("{area}.toml"));
    if path.exists() { table(&path) } else { Ok(Table::new()) }
}

fn table(path: &Path) -> Result<Table, Box<dyn Error>> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(text.parse().map_err(|error| format!("{}: {error}", path.display()))?)
}
