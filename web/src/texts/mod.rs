//! Texts of the page. They are stored in files, `locales/LANGUAGE/AREA.toml`. For each table in them, the build script
//! generates a struct with a field for each text, and a function that returns it in the page's language. A folder is all
//! that a language consists of.
//!
//! ```text
//! view! { <h2>{texts::finding::finding().title}</h2> }
//! ```
//!
//! A text missing in a language is shown in English; `tests/scenarios/locales.rs` lists what a language misses.
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
pub mod tasks;
pub mod templates;
pub mod temporary;
pub mod tools;
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

/// A text in every language of the page: what was stored before another one was chosen has it in the former language.
pub fn in_each_language(text: impl Fn() -> &'static str) -> Vec<&'static str> {
    let now = language();
    let in_all = UiLanguage::all().map(|other| {
        LANGUAGE.with(|cell| cell.set(Some(other)));
        text()
    });
    let in_all = in_all.collect();
    LANGUAGE.with(|cell| cell.set(Some(now)));
    in_all
}

/// The texts in the language of the page.
fn pick<T>(texts: &'static [T; UiLanguage::COUNT]) -> &'static T {
    texts.get(language() as usize).unwrap_or(&texts[0])
}

/// Finds the text of a key in the language of the page.
fn found(texts: &'static [(&str, [&str; UiLanguage::COUNT])], key: &str) -> Option<&'static str> {
    let (_, texts) = texts.iter().find(|(name, _)| *name == key)?;
    Some(*pick(texts))
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

/// Sets the language in a test.
#[cfg(test)]
pub fn speak(language: UiLanguage) {
    LANGUAGE.with(|cell| cell.set(Some(language)));
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
    fn a_text_is_found_in_every_language_and_the_page_keeps_its_own() {
        speak(UiLanguage::Uk);
        let texts = in_each_language(|| common::common().undo);
        let spoken = UiLanguage::all().map(|language| {
            speak(language);
            common::common().undo
        });
        assert_eq!(texts, spoken.collect::<Vec<_>>());
        assert_ne!(texts[0], texts[1]);
        speak(UiLanguage::Uk);
        in_each_language(|| common::common().undo);
        assert_eq!(language(), UiLanguage::Uk);
    }
}
