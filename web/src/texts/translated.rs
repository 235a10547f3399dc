//! The texts in a language other than English. Each language has two files: one for the first load, and one for all that is
//! loaded later. English is in the page itself, and shown where a file could not be loaded.

use super::{
    UiLanguage, language, speak_now,
    tables::{self, FirstTexts, LaterTexts},
};
use crate::loaded::NotLoaded;
use std::cell::Cell;

thread_local! {
    static FIRST: Cell<Option<&'static FirstTexts>> = const { Cell::new(None) };
    static LATER: Cell<Option<&'static LaterTexts>> = const { Cell::new(None) };
    static MISSING: Cell<Option<UiLanguage>> = const { Cell::new(None) };
}

/// The texts of the first load; `None`: in English.
pub fn first() -> Option<&'static FirstTexts> {
    FIRST.with(Cell::get)
}

/// All other texts; `None`: in English.
pub fn later() -> Option<&'static LaterTexts> {
    LATER.with(Cell::get)
}

/// Loads the texts of the first load. If that fails, the page is in English until it is loaded again.
pub async fn load_first() {
    let wanted = language();
    match tables::load_first(wanted).await {
        Ok(texts) => FIRST.with(|cell| cell.set(texts)),
        Err(NotLoaded) => {
            MISSING.with(|cell| cell.set(Some(wanted)));
            speak_now(UiLanguage::En);
        }
    }
}

/// Loads all other texts, unless they are there. Awaited before anything is shown that is loaded later; if it fails, that
/// is in English, and the next call tries again.
pub async fn load_later() {
    if later().is_none()
        && let Ok(texts) = tables::load_later(language()).await
    {
        LATER.with(|cell| cell.set(texts));
    }
}

/// Loads the texts of a language that the page is going to have.
///
/// # Errors
/// They could not be loaded.
pub async fn load(language: UiLanguage) -> Result<(), NotLoaded> {
    tables::load_first(language).await?;
    tables::load_later(language).await?;
    Ok(())
}

/// The language that the page should have: its texts could not be loaded.
pub fn missing() -> Option<UiLanguage> {
    MISSING.with(Cell::get)
}

/// Sets the texts of a language in a test.
#[cfg(test)]
pub fn set(language: UiLanguage) {
    FIRST.with(|cell| cell.set(tables::first_in(language)));
    LATER.with(|cell| cell.set(tables::later_in(language)));
}
