//! Adds documents: where they are used, picking files or a folder, and the progress with Stop.

use crate::{
    chat::use_chat,
    components::{
        icon::{Icon, Picture},
        scope_select::ScopeSelect,
    },
    images::files,
    state::{FilesToAdd, adding},
    texts::documents::{adding_documents, documents as texts},
};
use leptos::{ev::Event, html::Input, prelude::*};
use ricordo_core::scope::Scope;
use web_sys::HtmlInputElement;

/// Files, folder, and where the documents made of them are used.
#[component]
pub fn Add(
    /// Where new documents are used.
    scope: Memo<Scope>,
    /// What the user chose for it.
    chosen: RwSignal<Option<Scope>>,
    /// Whether files are dragged over the page.
    is_over: RwSignal<bool>,
) -> impl IntoView {
    let chat = use_chat();
    let choices = Memo::new(move |_| chat.with_scopes(|scopes| scopes.all(Some(scope.get()))));
    let choose = Callback::new(move |scope| chosen.set(Some(scope)));
    view! {
        <div class="drop-zone" class:over=is_over>
            <PickFiles scope is_folder=false/>
            <PickFiles scope is_folder=true/>
            <span class="quiet">{texts().or_drop}</span>
            <div class="used-by-new">
                <span class="quiet">{texts().used_in}</span>
                <ScopeSelect chosen=scope choices choose class="input" test_id="documents-scope"/>
            </div>
        </div>
        <Underway/>
    }
}

/// Button that picks files, or a folder.
#[component]
fn PickFiles(scope: Memo<Scope>, is_folder: bool) -> impl IntoView {
    let chat = use_chat();
    let field = NodeRef::<Input>::new();
    Effect::new(move |_| {
        if let Some(field) = field.get().filter(|_| is_folder) {
            let _ = field.set_attribute("webkitdirectory", "");
        }
    });
    let picked = move |event: Event| {
        let input: HtmlInputElement = event_target(&event);
        let (files, scope) = (files(input.files()), scope.get_untracked());
        chat.add_documents(FilesToAdd { files, is_folder, scope, of_message: None, preparing: Vec::new() });
        // Without this, choosing the same file again would fire no change event.
        input.set_value("");
    };
    let (name, test_id) = match is_folder {
        true => (texts().add_folder, "documents-folder"),
        false => (texts().add_files, "documents-file"),
    };
    let picture = if is_folder { Picture::Folder } else { Picture::Page };
    view! {
        <label class="file">
            <input type="file" multiple data-testid=test_id node_ref=field
                disabled=move || adding().is_busy() on:change=picked/>
            <span class="button" aria-hidden="true"><Icon picture/>{name}"…"</span>
            <span class="visually-hidden">{name}</span>
        </label>
    }
}

/// What is being added, with a button that stops it.
#[component]
fn Underway() -> impl IntoView {
    let words = move || adding().now.with(|now| now.as_ref().map(|now| now.sentence()).unwrap_or_default());
    view! {
        <Show when=move || adding().is_busy()>
            <div class="transfer-running" role="status" data-testid="documents-progress">
                <progress aria-label=words></progress>
                <span dir="auto">{words}</span>
                <button class="button" type="button" data-testid="documents-stop" on:click=move |_| adding().stop()>
                    {adding_documents().stop}
                </button>
            </div>
        </Show>
    }
}
