//! How images come into the composer: they are picked, dropped or pasted.

use super::icon::{Icon, Picture};
use crate::{
    images, mount,
    state::{Chat, Step, use_chat},
    texts::composer::composer as texts,
};
use leptos::{
    ev::{self, ClipboardEvent, DragEvent},
    html::Input,
    prelude::*,
};

/// Picks images from the disk; and takes those that are let go anywhere over the page.
#[component]
pub fn AddImages() -> impl IntoView {
    let chat = use_chat();
    let field = NodeRef::<Input>::new();
    let is_over = RwSignal::new(false);
    listen_for_drops(chat, is_over);
    let picked = move |_| {
        let Some(field) = field.get_untracked() else { return };
        chat.step(Step::Attach(images::files(field.files())));
        // The same file may be picked again.
        field.set_value("");
    };
    let pick = move |_| {
        if let Some(field) = field.get_untracked() {
            field.click();
        }
    };
    view! {
        <input type="file" accept="image/*" multiple hidden data-testid="image-input" aria-label=texts().add_image node_ref=field on:change=picked/>
        <button class="icon-button" data-testid="add-images" aria-label=texts().add_image title=texts().add_image on:click=pick>
            <Icon picture=Picture::Image/>
        </button>
        <Show when=move || is_over.get()>
            <p class="drop-here"><Icon picture=Picture::Image/>{texts().drop_here}</p>
        </Show>
    }
}

/// What is not an image is left to the browser where it is no file, and named where it is one.
fn listen_for_drops(chat: Chat, is_over: RwSignal<bool>) {
    mount::listen(ev::dragover, move |event| {
        if holds_files(&event) {
            event.prevent_default();
            is_over.set(true);
        }
    });
    mount::listen(ev::dragleave, move |event| {
        // Only where it leaves the app, not where it goes from one thing to the next.
        if !mount::holds(event.related_target().as_ref()) {
            is_over.set(false);
        }
    });
    mount::listen(ev::drop, move |event| {
        is_over.set(false);
        if holds_files(&event) {
            event.prevent_default();
            chat.step(Step::Attach(images::files(event.data_transfer().and_then(|data| data.files()))));
        }
    });
}

/// Whether files are dragged that nobody else takes.
fn holds_files(event: &DragEvent) -> bool {
    let files =
        |data: web_sys::DataTransfer| data.types().iter().any(|kind| kind.as_string().as_deref() == Some("Files"));
    !event.default_prevented() && event.data_transfer().is_some_and(files)
}

/// Takes the images that are pasted. Words stay words, also where a program gives a picture of them.
pub fn pasted(chat: Chat, event: &ClipboardEvent) {
    let Some(data) = event.clipboard_data() else { return };
    let files = images::files(data.files());
    let has_words = data.get_data("text/plain").is_ok_and(|words| !words.is_empty());
    if !files.is_empty() && !has_words {
        event.prevent_default();
        chat.step(Step::Attach(files));
    }
}
