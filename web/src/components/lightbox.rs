//! An image, large, over the page. Anybody may [`show`] one; Escape closes it.

use super::dialog::Dialog;
use crate::texts;
use leptos::prelude::*;
use std::cell::Cell;

/// An image and its words.
#[derive(Clone, Default, PartialEq, Eq)]
struct Picture {
    address: String,
    alt: String,
}

#[derive(Clone, Copy)]
struct Shown {
    open: RwSignal<bool>,
    picture: RwSignal<Picture>,
}

thread_local! {
    static SHOWN: Cell<Option<Shown>> = const { Cell::new(None) };
}

/// Shows an image large: one that is on screen already, or a `blob:` of this page. Nothing else may be loaded unasked.
pub fn show(address: String, alt: String) {
    if let Some(shown) = SHOWN.get() {
        shown.picture.set(Picture { address, alt });
        shown.open.set(true);
    }
}

/// The dialog. There is one for the page.
#[component]
pub fn Lightbox() -> impl IntoView {
    let shown = Shown { open: RwSignal::new(false), picture: RwSignal::new(Picture::default()) };
    SHOWN.set(Some(shown));
    view! {
        <Dialog open=shown.open title=texts::markdown::markdown().image id="image-dialog">
            <figure class="enlarged">
                <img
                    src=move || shown.picture.get().address
                    alt=move || shown.picture.get().alt
                    referrerpolicy="no-referrer"
                />
                <figcaption dir="auto">{move || shown.picture.get().alt}</figcaption>
            </figure>
        </Dialog>
    }
}
