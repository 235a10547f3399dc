//! The image that is shown large over the page. Anything may [`show`] one; the component `LightboxDialog` draws it.

use leptos::prelude::*;
use std::cell::Cell;

/// An image on screen.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Image {
    /// Its address: one that the page has loaded already, or a `blob:` of the page.
    pub address: String,
    /// Its alternative text.
    pub alt: String,
}

/// What the lightbox shows.
#[derive(Clone, Copy)]
pub struct Lightbox {
    /// Whether it is open.
    pub open: RwSignal<bool>,
    /// The image; it stays when the lightbox closes.
    pub image: RwSignal<Image>,
}

thread_local! {
    static LIGHTBOX: Cell<Option<Lightbox>> = const { Cell::new(None) };
}

/// Makes the lightbox of the page, closed. Called once, by what draws it.
pub fn install() -> Lightbox {
    let lightbox = Lightbox { open: RwSignal::new(false), image: RwSignal::new(Image::default()) };
    LIGHTBOX.set(Some(lightbox));
    lightbox
}

/// Shows an image large. It must be on screen already or be a `blob:` of this page: nothing else may be loaded unasked.
pub fn show(address: String, alt: String) {
    if let Some(lightbox) = LIGHTBOX.get() {
        lightbox.image.set(Image { address, alt });
        lightbox.open.set(true);
    }
}
