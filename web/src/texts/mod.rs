//! Texts of the page. They are stored in files, `locales/LANGUAGE/AREA.toml`. For each table in them, the build script
//! generates a struct with a field for each text, and a function that returns it in the page's language.
//!
//! ```text
//! view! { <h2>{texts::finding::finding().title}</h2> }
//! ```
//!
//! A text missing in a language is shown in English; `tests/scenarios/locales.rs` lists what a shipped language misses.
//!
//! The language is chosen in the settings and takes effect after a reload, so no text on screen has to change.

pub mod answers;
pub mod arriving;
pub mod background;
pub mod chips;
pub mod commands;
pub mod common;
pub mod composer;
pub mod connect;
pub mod conversations;
mod counted;
pub mod doctor;
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
mod list;
pub mod markdown;
pub mod memories;
pub mod message;
pub mod newer;
pub mod people;
pub mod picker;
pub mod presets;
pub mod settings;
pub mod shell;
pub mod stats;
pub mod storage;
pub mod summaries;
mod table;
pub mod tasks;
pub mod templates;
pub mod temporary;
pub mod tools;
pub mod user_data;
pub mod welcome;
pub mod words;
pub mod worker;

pub use counted::{Counted, number};
pub use list::list;
pub use table::fill;

use crate::mount;
use ricordo_core::settings::Language;
use std::cell::Cell;

/// Key of the chosen language in local storage: it is needed before the database is open.
const KEY: &str = "ricordo.language";

thread_local! {
    /// Tests have no browser to ask; they use English unless they choose another language.
    static LANGUAGE: Cell<Option<Language>> = const { Cell::new(if cfg!(test) { Some(Language::En) } else { None }) };
}

/// One of three values, by language.
pub trait Pick {
    /// Returns the value for this language.
    fn pick<T: ?Sized>(self, english: &'static T, ukrainian: &'static T, russian: &'static T) -> &'static T;
}

impl Pick for Language {
    fn pick<T: ?Sized>(self, english: &'static T, ukrainian: &'static T, russian: &'static T) -> &'static T {
        match self {
            Self::En => english,
            Self::Uk => ukrainian,
            Self::Ru => russian,
        }
    }
}

/// Language of the page: the chosen one, or the first of the browser's languages that the page supports.
pub fn language() -> Language {
    LANGUAGE.with(|cell| {
        cell.get().unwrap_or_else(|| {
            let given = mount::given(|given| given.language).flatten();
            let found = given.or_else(stored).or_else(preferred).unwrap_or_default();
            cell.set(Some(found));
            found
        })
    })
}

/// Finds the text of a key in the language of the page; the texts are in the order of [`Pick::pick`].
fn found(texts: &'static [(&str, [&str; 3])], key: &str) -> Option<&'static str> {
    let (_, [english, ukrainian, russian]) = texts.iter().find(|(name, _)| *name == key)?;
    Some(language().pick(english, ukrainian, russian))
}

/// BCP 47 tag of the language of the page.
pub fn tag() -> &'static str {
    language().pick("en", "uk", "ru")
}

/// Sets the language in a test.
#[cfg(test)]
pub fn speak(language: Language) {
    LANGUAGE.with(|cell| cell.set(Some(language)));
}

/// Stores another language, which takes effect at the next load. Returns whether it was stored.
pub fn choose(language: Language) -> bool {
    let storage = leptos::prelude::window().local_storage().ok().flatten();
    storage.is_some_and(|storage| storage.set_item(KEY, language.pick("en", "uk", "ru")).is_ok())
}

fn stored() -> Option<Language> {
    let storage = leptos::prelude::window().local_storage().ok().flatten()?;
    spoken(&storage.get_item(KEY).ok().flatten()?)
}

fn preferred() -> Option<Language> {
    leptos::prelude::window().navigator().languages().iter().find_map(|tag| spoken(&tag.as_string()?))
}

/// Language of a BCP 47 tag, if the page supports it.
pub fn spoken(tag: &str) -> Option<Language> {
    match tag.split('-').next()? {
        "en" => Some(Language::En),
        "uk" => Some(Language::Uk),
        "ru" => Some(Language::Ru),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_region_does_not_matter() {
        assert_eq!(spoken("uk-UA"), Some(Language::Uk));
        assert_eq!(spoken("ru"), Some(Language::Ru));
        assert_eq!(spoken("en-GB"), Some(Language::En));
        assert_eq!(spoken("de-AT"), None);
    }
}
