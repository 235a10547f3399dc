//! Documents of the message being typed.

use super::{
    icon::{Icon, Picture},
    scan::ScanChip,
};
use crate::{
    state::{Scan, Step, adding, scans, use_chat},
    texts::{
        documents::{adding_documents, documents},
        fill,
    },
};
use leptos::prelude::*;
use ricordo_core::document::Document;

/// Documents that were added since the last message, scans that were not, and what is being added.
#[component]
pub fn AttachedDocuments() -> impl IntoView {
    let chat = use_chat();
    let all = chat.composer.documents;
    let now = move || adding().now.get().filter(|now| now.is_of_message);
    let open = Memo::new(move |_| chat.conversation.with(|open| open.as_ref().map(|open| open.id)));
    let own_scans = move || scans().of_message(open.get());
    let is_shown = move || now().is_some() || all.with(|all| !all.is_empty()) || !own_scans().is_empty();
    let chip = |document: Document| view! { <DocumentChip document/> };
    let scan_chip = |scan: Scan| view! { <ScanChip scan/> };
    let words = move || now().map(|now| now.sentence()).unwrap_or_default();
    view! {
        <Show when=is_shown>
            <ul class="attached-documents" aria-label=documents().attached>
                <For each=move || all.get() key=|document| document.id children=chip/>
                <For each=own_scans key=|scan| scan.number children=scan_chip/>
                // One element for a file from reading to the end, so that Stop keeps the focus.
                <Show when=move || now().is_some()>
                    <li data-testid="attaching-document">
                        <Icon picture=Picture::Page/>
                        <span class="name" role="status" dir="auto">{words}</span>
                        <button class="link-button" data-testid="attaching-stop" on:click=move |_| adding().stop()>
                            {adding_documents().stop}
                        </button>
                    </li>
                </Show>
            </ul>
        </Show>
    }
}

#[component]
fn DocumentChip(document: Document) -> impl IntoView {
    let chat = use_chat();
    let Document { id, name, .. } = document;
    let label = fill(documents().remove_it, &[("name", &name)]);
    let open_it = fill(documents().open_it, &[("name", &name)]);
    view! {
        <li data-testid="attached-document">
            <Icon picture=Picture::Page/>
            <button class="name" dir="auto" title=open_it.clone() aria-label=open_it data-testid="attached-document-open"
                on:click=move |_| chat.panels.show_document(id, None)>{name}</button>
            <button class="remove" data-testid="attached-document-remove" aria-label=label.clone() title=label
                on:click=move |_| chat.step(Step::RemoveDocument(id))>
                <Icon picture=Picture::Cross/>
            </button>
        </li>
    }
}
