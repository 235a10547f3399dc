//! Dialog that shows an enlarged image. Escape closes it.

use super::dialog::Dialog;
use crate::{
    lightbox::{self, Lightbox},
    texts,
};
use leptos::prelude::*;

/// Image dialog. The page has one.
#[component]
pub fn LightboxDialog() -> impl IntoView {
    let Lightbox { open, image } = lightbox::install();
    view! {
        <Dialog open title=texts::markdown::markdown().image id="image-dialog">
            <figure class="enlarged">
                <img src=move || image.get().address alt=move || image.get().alt referrerpolicy="no-referrer"/>
                <figcaption dir="auto">{move || image.get().alt}</figcaption>
            </figure>
        </Dialog>
    }
}
