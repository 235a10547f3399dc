//! The locale files: a language lacks no text unless it says so, a text has the same placeholders in every language, and
//! a folder is all that a language consists of.

#[path = "../../web/build/locales.rs"]
#[allow(dead_code, reason = "the build script uses the rest")]
mod source;

use source::{
    ENGLISH, areas, code, languages, read,
    text::{Text, is_counted, part},
};
use std::{collections::BTreeSet, env, fs, path::PathBuf, process};
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
fn every_complete_language_has_every_text_with_the_same_blanks() {
    let english = texts(ENGLISH);
    assert!(english.len() > 800, "{}", english.len());
    for language in languages(&folder()).unwrap() {
        let (name, own) = (&language.folder, texts(&language.folder));
        let unknown: Vec<_> = own.difference(&english).collect();
        assert!(unknown.is_empty(), "{name} has texts, or blanks in them, that English has not: {unknown:#?}");
        let missing: Vec<_> = english.difference(&own).collect();
        assert!(
            missing.is_empty() || language.is_incomplete,
            "{name} lacks texts, and its language.toml does not say `incomplete = true`: {missing:#?}"
        );
    }
}

/// Every string of a file's table with its path.
fn strings<'a>(path: &str, value: &'a Value, found: &mut Vec<(String, &'a str)>) {
    match value {
        Value::Table(table) => table.iter().for_each(|(key, value)| strings(&format!("{path}/{key}"), value, found)),
        Value::Array(values) => values.iter().for_each(|value| strings(path, value, found)),
        Value::String(text) => found.push((path.to_owned(), text)),
        other => panic!("{path}: {other:?}"),
    }
}

/// Whether this sign stands between two letters of the text.
fn is_between_letters(text: &str, sign: char) -> bool {
    let letters: Vec<char> = text.chars().collect();
    letters.windows(3).any(|three| three[1] == sign && three[0].is_alphabetic() && three[2].is_alphabetic())
}

/// Every text of a language with its path.
fn sentences(language: &str) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for area in areas(&folder()).unwrap() {
        let table = Value::Table(read(&folder(), language, &area).unwrap());
        let mut found = Vec::new();
        strings(&area, &table, &mut found);
        all.extend(found.into_iter().map(|(path, text)| (path, text.to_owned())));
    }
    assert!(all.len() > 800, "{language}: {}", all.len());
    all
}

#[test]
fn a_language_has_one_apostrophe() {
    for (language, wrong) in [("en", '’'), ("uk", '\'')] {
        let mut found = sentences(language);
        found.retain(|(_, text)| is_between_letters(text, wrong));
        assert!(
            found.is_empty(),
            "{language} writes {wrong} in these texts and another apostrophe in all others: {found:#?}"
        );
    }
}

#[test]
fn english_is_spelled_as_the_command_summarize_is() {
    const BRITISH: [&str; 7] = ["summaris", "recognis", "organis", "colour", "neighbour", "favour", "behaviour"];
    let mut found = sentences("en");
    found.retain(|(_, text)| BRITISH.iter().any(|word| text.to_lowercase().contains(word)));
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn what_a_language_lacks_is_english() {
    let english: Table = "[a]\none = 'One'\ntwo = ['1', '2']\n[a.count]\none = 'a'\nother = 'b'".parse().unwrap();
    let own: Table = "[a]\ntwo = ['1']\nmore = 'x'\n[a.count]\nfew = 'c'\nmany = 'd'\nother = 'd'".parse().unwrap();
    let plain = |text: &str| Text::Plain(text.to_owned());
    let of = |own| match part("a", &english, own).unwrap().remove("a") {
        Some(Text::Part(texts)) => texts,
        other => panic!("{other:?}"),
    };
    let (fallback, merged) = (of(None), of(Some(&own)));
    assert_eq!(merged["one"], plain("One"));
    assert_eq!(merged["two"], Text::List(vec![plain("1"), plain("2")]));
    assert!(!merged.contains_key("more"));
    let forms = |forms: [(&'static str, &str); 2]| forms.map(|(name, form)| (name, form.to_owned())).to_vec();
    let counted = forms([("Few", "c"), ("Other", "d")]);
    assert_eq!(merged["count"], Text::Counted { is_english: false, forms: counted });
    let counted = forms([("One", "a"), ("Other", "b")]);
    assert_eq!(
        fallback["count"],
        Text::Counted { is_english: true, forms: counted },
        "English rules for English forms"
    );
}

/// The shipped languages, and one more as a folder with these files. Deleted when it is dropped.
struct Added(PathBuf);

/// Folder and tag of the language that is added: a code that stands for no language, so that none is ever shipped as it.
const ADDED: &str = "qaa";

const ABOUT: (&str, &str) = ("language.toml", "tag = 'qaa'\nname = 'Neu'\nincomplete = true\n");

impl Added {
    fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let to = env::temp_dir().join(format!("ricordo-locales-{name}-{}", process::id()));
        for language in languages(&folder()).unwrap() {
            let (from, to) = (folder().join(&language.folder), to.join(&language.folder));
            fs::create_dir_all(&to).unwrap();
            for entry in fs::read_dir(from).unwrap() {
                let path = entry.unwrap().path();
                fs::copy(&path, to.join(path.file_name().unwrap())).unwrap();
            }
        }
        fs::create_dir_all(to.join(ADDED)).unwrap();
        for (name, text) in files {
            fs::write(to.join(ADDED).join(name), text).unwrap();
        }
        Self(to)
    }

    fn tables(&self) -> Vec<code::TextTable> {
        code::tables(&self.0, &languages(&self.0).unwrap()).unwrap()
    }

    /// The code of all languages but English.
    fn translations(&self) -> String {
        code::translations::code(&self.tables(), &languages(&self.0).unwrap()).unwrap()
    }
}

impl Drop for Added {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

#[test]
fn a_language_is_one_folder_and_the_rest_of_it_is_english() {
    let added = Added::new("added", &[ABOUT, ("common.toml", "[common]\nclose = 'Schließen'\n")]);
    let known = languages(&added.0).unwrap();
    assert_eq!(known[0].folder, ENGLISH);
    let code = code::languages(&known).unwrap();
    assert!(code.contains("\n    /// Neu.\n    Qaa,\n"), "{code}");
    let about = r#"language: UiLanguage::Qaa, tag: "qaa", name: "Neu", dates: "qaa", prompts: ricordo_core::settings::Language::En }"#;
    assert!(code.contains(about), "{code}");
    // English is a part of each area's code, and the other languages are not.
    let tables = added.tables();
    let common = code::area(&tables, "common").unwrap();
    assert!(common.contains(r#"close: "Close""#) && !common.contains("Schließen"), "{common}");
    let code = added.translations();
    for file in ["first", "later"] {
        let is_cyrillic = |letter: char| ('\u{400}'..'\u{500}').contains(&letter);
        let [own, ukrainian] = ["QAA", "UK"].map(|of| text_of(&code, &format!("{of}_{}", file.to_uppercase())));
        assert!(ukrainian.contains(is_cyrillic) && !own.contains(is_cyrillic), "{file}");
        assert!(code.contains(&format!("in_a_file! {{ texts_qaa_{file}:")), "{file}");
    }
    assert!(text_of(&code, "QAA_FIRST").contains("Schließen"));
    assert_eq!(code.matches("Schließen").count(), 1);
}

/// The text of a constant in the code of the languages.
fn text_of<'a>(code: &'a str, name: &str) -> &'a str {
    let (_, rest) = code.split_once(&format!("const {name}_TEXT: &str = \"")).unwrap();
    rest.split_once("\";\n").unwrap().0
}

#[test]
fn a_folder_that_is_not_a_language_is_refused_by_name() {
    let wrong = |name: &str, files: &[(&str, &str)]| {
        let added = Added::new(name, files);
        languages(&added.0).map(|_| ()).unwrap_err().to_string()
    };
    let about = |text: &'static str| [("language.toml", text)];
    assert!(wrong("none", &[]).contains("language.toml"));
    assert!(wrong("tag", &about("tag = 'qaa_QM'\nname = 'Neu'")).ends_with("qaa_QM is not a BCP 47 tag"));
    assert!(wrong("prompts", &about("tag = 'qaa'\nname = 'Neu'\nprompts = 'qaa'")).contains("no prompts"));
    assert!(wrong("key", &about("tag = 'qaa'\nname = 'Neu'\nprompt = 'uk'")).contains("prompt is not known"));
    assert_eq!(wrong("area", &[ABOUT, ("comon.toml", "")]), "qaa/comon.toml: en has no such file");
}

#[test]
fn the_plural_forms_of_any_language_are_kept() {
    let arabic = "[common.messages]\nzero = '{n} z'\none = '{n} o'\ntwo = '{n} t'\nfew = '{n} f'\nmany = '{n} m'\nother = '{n} x'";
    let added = Added::new("plural", &[ABOUT, ("common.toml", arabic)]);
    let forms = ["Zero", "One", "Two", "Few", "Many", "Other"]
        .map(|form| format!("(crate::texts::Category::{form}, part(QAA_FIRST_TEXT, "));
    assert!(text_of(&added.translations(), "QAA_FIRST").contains("{n} z{n} o{n} t{n} f{n} m{n} x"));
    let code = added.translations();
    for word in forms {
        assert!(code.contains(&word), "{word}");
    }
}
