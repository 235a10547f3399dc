//! Texts of the page. They are stored in files, `locales/LANGUAGE/AREA.toml`. For each table in them, the build script
//! generates a struct with a field for each text, and a function that returns it in the page's language. A folder is all
//! that a language consists of.
//!
//! ```text
//! view! { <h2>{texts::finding::finding().title}</h2> }
//! ```
//!
//! English is a part of the code that shows it. Every other language is two files of its own, and a visitor loads those of
//! one language ([`translated`]). A text missing in a language is shown in English; `tests/scenarios/locales.rs` lists what
//! a language misses.
//!
//! The language is chosen in the settings and takes effect after a reload, so no text on screen has to change.

pub mod answers;
pub mod arriving;
pub mod background;
pub mod backup;
mod category;
pub mod chips;
pub mod choosing;
pub mod commands;
pub mod common;
pub mod comparing;
pub mod composer;
pub mod connect;
pub mod conversations;
mod counted;
pub mod doctor;
pub mod documents;
pub mod erase;
pub mod errors;
pub mod exchange;
pub mod failed;
pub mod fields;
pub mod finding;
pub mod forget;
pub mod help;
pub mod in_page;
pub mod inspection;
pub mod inspector;
#[cfg_attr(test, path = "intl_in_tests.rs")]
mod intl;
mod list;
pub mod markdown;
pub mod meaning;
pub mod memories;
pub mod message;
pub mod newer;
pub mod outline;
pub mod people;
pub mod personas;
pub mod picker;
pub mod presets;
pub mod projects;
pub mod queue;
pub mod settings;
pub mod shell;
pub mod shown;
pub mod spending;
pub mod stats;
pub mod storage;
pub mod summaries;
mod table;
pub mod tables;
pub mod tasks;
pub mod templates;
pub mod temporary;
pub mod tools;
pub mod translated;
mod ui_language;
pub mod user_data;
pub mod vectors_elsewhere;
pub mod voice;
pub mod welcome;
pub mod words;
pub mod worker;

pub use category::Category;
pub use counted::Counted;
pub use list::list;
pub use table::fill;
pub use ui_language::UiLanguage;

use crate::mount;
use std::cell::Cell;

/// Key of the tag of the chosen language in local storage: it is needed before the database is open.
const KEY: &str = "ricordo.language";

thread_local! {
    /// Tests have no browser to ask; they use English unless they choose another language.
    static LANGUAGE: Cell<Option<UiLanguage>> =
        const { Cell::new(if cfg!(test) { Some(UiLanguage::En) } else { None }) };
}

/// Language of the page: the chosen one, or the first of the browser's languages that the page supports.
pub fn language() -> UiLanguage {
    LANGUAGE.with(|cell| {
        cell.get().unwrap_or_else(|| {
            let given = mount::given(|given| given.language.as_deref().and_then(UiLanguage::for_tag)).flatten();
            let found = given.or_else(stored).or_else(preferred).unwrap_or_default();
            cell.set(Some(found));
            found
        })
    })
}

/// BCP 47 tag of the language of the page.
pub fn tag() -> &'static str {
    language().tag()
}

/// The text for the language of the page, of one that is there in all.
pub fn pick(texts: &[&'static str; UiLanguage::COUNT]) -> &'static str {
    pick_for(language(), texts)
}

/// The text for a language, of one that is there in all.
pub fn pick_for(language: UiLanguage, texts: &[&'static str; UiLanguage::COUNT]) -> &'static str {
    texts.get(language as usize).unwrap_or(&texts[0])
}

/// Finds the text of a key in the language of the page. `own`: the texts in that language, in the order of the English ones.
fn found(english: &'static [(&str, &str)], own: Option<&'static [&'static str]>, key: &str) -> Option<&'static str> {
    let at = english.iter().position(|(name, _)| *name == key)?;
    own.and_then(|own| own.get(at).copied()).or_else(|| english.get(at).map(|(_, text)| *text))
}

/// Formats a whole number in the language of the page: `1,043`, `1 043`.
pub fn number(value: u64) -> String {
    intl::number(value)
}

/// Formats a number with its last digits as decimals, at most six, in the language of the page: 12345 with 3 as `12.345`,
/// `12,345`.
pub fn fraction(value: u64, digits: u32) -> String {
    intl::fraction(value, digits)
}

/// Formats a number of tenths: 123 as `12.3`, `12,3`.
pub fn tenths(value: u64) -> String {
    fraction(value, 1)
}

/// Sets the language of the page until it is loaded again.
fn speak_now(language: UiLanguage) {
    LANGUAGE.with(|cell| cell.set(Some(language)));
}

/// Sets the language in a test.
#[cfg(test)]
pub fn speak(language: UiLanguage) {
    speak_now(language);
    translated::set(language);
}

/// Stores another language, which takes effect at the next load. Returns whether it was stored.
pub fn choose(language: UiLanguage) -> bool {
    let storage = leptos::prelude::window().local_storage().ok().flatten();
    storage.is_some_and(|storage| storage.set_item(KEY, language.tag()).is_ok())
}

fn stored() -> Option<UiLanguage> {
    let storage = leptos::prelude::window().local_storage().ok().flatten()?;
    UiLanguage::for_tag(&storage.get_item(KEY).ok().flatten()?)
}

fn preferred() -> Option<UiLanguage> {
    leptos::prelude::window().navigator().languages().iter().find_map(|tag| UiLanguage::for_tag(&tag.as_string()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_found_in_every_language() {
        let spoken = UiLanguage::all().map(|language| {
            speak(language);
            (common::common().undo, commands::command_arguments_of("text"), commands::command_help_of("forget"))
        });
        let spoken: Vec<_> = spoken.collect();
        assert_ne!(spoken[0].0, spoken[1].0);
        assert_ne!(spoken[0].2, spoken[1].2);
        assert!(spoken.iter().all(|(_, arguments, help)| arguments.is_some() && help.is_some()));
        assert_eq!(commands::command_help_of("froget"), None);
    }

    #[test]
    fn what_a_language_lacks_is_english() {
        const ENGLISH: &[(&str, &str)] = &[("one", "One"), ("two", "Two")];
        assert_eq!(found(ENGLISH, None, "two"), Some("Two"));
        assert_eq!(found(ENGLISH, Some(&["Один", "Два"]), "two"), Some("Два"));
        assert_eq!(found(ENGLISH, Some(&["Один"]), "three"), None);
    }
}
