//! The texts in a language other than English. Each language has two files: one for the first load, and one for all that is
//! loaded later. English is in the page itself, and shown where a file could not be loaded, or did not come in time.

use super::{
    UiLanguage, language, speak_now,
    tables::{self, FirstTexts, LaterTexts},
};
use crate::loaded::NotLoaded;
use futures_util::future::{Either, select};
use ricordo_browser::BrowserHost;
use ricordo_core::host::Host;
use std::{cell::Cell, pin::pin};
use wasm_bindgen_futures::spawn_local;

/// How long texts are waited for, in milliseconds: what they are for may be there already.
const PATIENCE_MS: u32 = 8_000;

thread_local! {
    static FIRST: Cell<Option<&'static FirstTexts>> = const { Cell::new(None) };
    static LATER: Cell<Option<&'static LaterTexts>> = const { Cell::new(None) };
    static MISSING: Cell<Option<UiLanguage>> = const { Cell::new(None) };
    /// The later texts were waited for in vain.
    static IS_LATE: Cell<bool> = const { Cell::new(false) };
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
    if wanted == UiLanguage::En {
        return;
    }
    match in_time(tables::load_first(wanted)).await {
        Ok(texts) => FIRST.with(|cell| cell.set(texts)),
        Err(NotLoaded) => {
            MISSING.with(|cell| cell.set(Some(wanted)));
            speak_now(UiLanguage::En);
        }
    }
}

/// Loads all other texts, unless they are there. Awaited before anything is shown that is loaded later. If it fails, that is
/// in English, and each next call tries again without waiting.
pub async fn load_later() {
    if language() == UiLanguage::En || later().is_some() {
        return;
    }
    if IS_LATE.with(Cell::get) {
        return spawn_local(async { keep_later(tables::load_later(language()).await) });
    }
    keep_later(in_time(tables::load_later(language())).await);
    IS_LATE.with(|cell| cell.set(later().is_none()));
}

fn keep_later(loaded: Result<Option<&'static LaterTexts>, NotLoaded>) {
    if let Ok(texts) = loaded {
        LATER.with(|cell| cell.set(texts));
    }
}

async fn in_time<T>(loading: impl Future<Output = Result<T, NotLoaded>>) -> Result<T, NotLoaded> {
    match select(pin!(loading), pin!(BrowserHost.sleep(PATIENCE_MS))).await {
        Either::Left((loaded, _)) => loaded,
        Either::Right(_) => Err(NotLoaded),
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
