//! The lightbox, which shows an image large over the page. Any code may [`show`] one; the component `LightboxDialog`
//! renders it.

use crate::browser;
use leptos::{prelude::*, task::spawn_local};
use std::cell::Cell;

/// An image to show.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Image {
    /// Address: one that the page has loaded already, or a `blob:` of the page.
    pub address: String,
    /// Alternative text.
    pub alt: String,
}

/// State of the lightbox.
#[derive(Clone, Copy)]
pub struct Lightbox {
    /// Whether it is open.
    pub open: RwSignal<bool>,
    /// Image; it stays when the lightbox closes.
    pub image: RwSignal<Image>,
}

thread_local! {
    static LIGHTBOX: Cell<Option<Lightbox>> = const { Cell::new(None) };
}

/// Creates the lightbox of the page, closed. Called once, by the component that renders it.
pub fn install() -> Lightbox {
    let lightbox = Lightbox { open: RwSignal::new(false), image: RwSignal::new(Image::default()) };
    LIGHTBOX.set(Some(lightbox));
    lightbox
}

/// Opens the lightbox. The image must be on screen already or be a `blob:` of this page, because nothing else may be
/// loaded unasked.
pub fn show(address: String, alt: String) {
    if let Some(lightbox) = LIGHTBOX.get() {
        lightbox.image.set(Image { address, alt });
        // Without the sheet it is shown all the same, with the frame that the browser gives a dialog.
        spawn_local(async move {
            let _ = browser::later_style().await;
            lightbox.open.set(true);
        });
    }
}
