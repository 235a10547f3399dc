//! What the page says. The texts are files, `locales/LANGUAGE/AREA.toml`; the build script makes of each table in them a
//! struct with a field for each text, and the function that returns it in the page's language.
//!
//! ```text
//! view! { <h2>{texts::finding::finding().title}</h2> }
//! ```
//!
//! A text that a language misses is shown in English; `tests/scenarios/locales.rs` lists what a shipped language misses.
//!
//! Another language is chosen in the settings and begins with a reload, so no sentence on screen has to change.

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

/// Where the chosen language is kept: it is needed before the database is open.
const KEY: &str = "ricordo.language";

thread_local! {
    /// Tests have no browser to ask, and speak English until they say otherwise.
    static LANGUAGE: Cell<Option<Language>> = const { Cell::new(if cfg!(test) { Some(Language::En) } else { None }) };
}

/// One of three values, by language.
pub trait Pick {
    /// The value of this language.
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

/// The language of the page: the chosen one, or the first of the browser's languages that the page speaks.
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

/// The text of a key in the language of the page, of texts in the order of [`Pick::pick`].
fn found(texts: &'static [(&str, [&str; 3])], key: &str) -> Option<&'static str> {
    let (_, [english, ukrainian, russian]) = texts.iter().find(|(name, _)| *name == key)?;
    Some(language().pick(english, ukrainian, russian))
}

/// Its BCP 47 tag.
pub fn tag() -> &'static str {
    language().pick("en", "uk", "ru")
}

/// Lets a test speak a language.
#[cfg(test)]
pub fn speak(language: Language) {
    LANGUAGE.with(|cell| cell.set(Some(language)));
}

/// Keeps another language; the page speaks it from its next load on. Whether it could be kept.
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

/// The language of a BCP 47 tag, where the page speaks it.
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
