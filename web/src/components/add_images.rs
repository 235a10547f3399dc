//! Adds images and documents to the composer: picked, dropped or pasted.

use super::icon::{Icon, Picture};
use crate::{
    chat::{Chat, use_chat},
    images, mount,
    state::Step,
    texts::composer::composer as texts,
};
use leptos::{
    ev::{self, ClipboardEvent, DragEvent},
    html::Input,
    prelude::*,
};
use wasm_bindgen::JsCast;
use web_sys::{File, HtmlDialogElement};

/// Button that picks files. Also accepts files dropped anywhere on the app but on a dialog.
#[component]
pub fn AddImages() -> impl IntoView {
    let chat = use_chat();
    let field = NodeRef::<Input>::new();
    let is_over = RwSignal::new(false);
    listen_for_drops(chat, is_over);
    let picked = move |_| {
        let Some(field) = field.get_untracked() else { return };
        attach(chat, images::files(field.files()));
        // Without this, picking the same file again would fire no change event.
        field.set_value("");
    };
    let pick = move |_| {
        if let Some(field) = field.get_untracked() {
            field.click();
        }
    };
    view! {
        <input type="file" multiple hidden data-testid="image-input" aria-label=texts().add_files node_ref=field on:change=picked/>
        <button class="icon-button" data-testid="add-images" aria-label=texts().add_files title=texts().add_files on:click=pick>
            <Icon picture=Picture::Clip/>
        </button>
        <Show when=move || is_over.get()>
            <p class="drop-here"><Icon picture=Picture::Clip/>{texts().drop_here}</p>
        </Show>
    }
}

/// Attaches files. The message waits for them from now on.
fn attach(chat: Chat, files: Vec<File>) {
    let Some(id) = chat.id() else { return };
    let prepare = |file: &File| match images::is_image(file) {
        true => chat.composer.prepare(id, file.name()),
        false => chat.composer.prepare_document(id, file.name()),
    };
    let preparing = files.iter().map(prepare).collect();
    chat.step(Step::Attach(files, preparing));
}

/// Accepts dropped files. Other drags are left to the browser.
fn listen_for_drops(chat: Chat, is_over: RwSignal<bool>) {
    mount::listen(ev::dragover, move |event| {
        if holds_files(&event) {
            event.prevent_default();
            let is_in_dialog = is_in_dialog(&event);
            if let Some(data) = event.data_transfer().filter(|_| is_in_dialog) {
                data.set_drop_effect("none");
            }
            is_over.set(!is_in_dialog);
        }
    });
    mount::listen(ev::dragleave, move |event| {
        // Only when the pointer leaves the app, not when it moves between elements of the app.
        if !mount::holds(event.related_target().as_ref()) {
            is_over.set(false);
        }
    });
    mount::listen(ev::drop, move |event| {
        is_over.set(false);
        if holds_files(&event) {
            event.prevent_default();
            if !is_in_dialog(&event) {
                attach(chat, images::files(event.data_transfer().and_then(|data| data.files())));
            }
        }
    });
}

/// Whether a drag is over a dialog, or beside an open one. The files are not for the conversation below it, and the browser
/// must not open them either.
fn is_in_dialog(event: &DragEvent) -> bool {
    event.composed_path().iter().any(|element| element.is_instance_of::<HtmlDialogElement>())
}

/// Whether the drag contains files and no other handler has taken the event.
pub(super) fn holds_files(event: &DragEvent) -> bool {
    let files =
        |data: web_sys::DataTransfer| data.types().iter().any(|kind| kind.as_string().as_deref() == Some("Files"));
    !event.default_prevented() && event.data_transfer().is_some_and(files)
}

/// Attaches pasted files. If the clipboard has text as well, the text is pasted instead, because some programs add a
/// picture of the text they copy.
pub fn pasted(chat: Chat, event: &ClipboardEvent) {
    let Some(data) = event.clipboard_data() else { return };
    let files = images::files(data.files());
    let has_words = data.get_data("text/plain").is_ok_and(|words| !words.is_empty());
    if !files.is_empty() && !has_words {
        event.prevent_default();
        attach(chat, files);
    }
}
