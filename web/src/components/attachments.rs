//! Attachments of the draft in the composer: the message it replies to, images, and documents.

use super::{
    icon::{Icon, Picture},
    picture::{Stored, described},
    quote::Quote,
    scan::ScanChip,
};
use crate::{
    chat::use_chat,
    state::{Scan, Step, adding, blob_of, scans},
    texts::{
        composer::composer as texts,
        documents::{adding_documents, documents},
        fill,
    },
};
use leptos::prelude::*;
use ricordo_core::{document::Document, message::Part};

/// Attachments above the text field.
#[component]
pub fn Attachments() -> impl IntoView {
    let chat = use_chat();
    let composer = chat.composer;
    let blind = Memo::new(move |_| composer.blind(chat));
    let id = move || chat.conversation.with(|open| open.as_ref().map(|open| open.id));
    let prepared = Memo::new(move |_| id().map_or(0, |id| composer.count_prepared(id)));
    view! {
        {move || composer.reply_to.get().map(|message| view! {
            <div class="replying" data-testid="replying">
                <span class="what">{texts().replying}</span>
                <Quote message/>
                <button class="icon-button" data-testid="reply-drop" aria-label=texts().no_reply title=texts().no_reply on:click=move |_| composer.reply(chat, None)>
                    <Icon picture=Picture::Cross/>
                </button>
            </div>
        })}
        <Show when=move || prepared.get() != 0 || composer.images.with(|images| !images.is_empty())>
            <ul class="attached" aria-label=texts().images>
                <For each=move || composer.images.get() key=blob_of children=move |part| view! { <Attached part/> }/>
                <For each=move || 0..prepared.get() key=|at| *at
                    children=|_| view! { <li class="coming" data-testid="attaching-image" aria-busy="true"></li> }/>
            </ul>
        </Show>
        <AttachedDocuments/>
        {move || blind.get().map(|sentence| view! {
            <p class="image-warning" role="alert" data-testid="images-refused"><Icon picture=Picture::Warning/>{sentence}</p>
        })}
    }
}

/// Documents that were added since the last message, scans that were not, and what is being added.
#[component]
fn AttachedDocuments() -> impl IntoView {
    let chat = use_chat();
    let all = chat.composer.documents;
    let open = Memo::new(move |_| chat.conversation.with(|open| open.as_ref().map(|open| open.id)));
    let now = move || adding().now.get().filter(|now| now.of_message.is_some() && now.of_message == open.get());
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

#[component]
fn Attached(part: Part) -> impl IntoView {
    let chat = use_chat();
    let label = texts().remove_image.replace("{name}", &described(&part));
    let blob = blob_of(&part);
    let remove = move |_| {
        if let Some(blob) = blob {
            chat.step(Step::Detach(blob));
            crate::browser::focus_next_frame("composer");
        }
    };
    view! {
        <li data-testid="attached-image">
            <Stored part/>
            <button data-testid="attached-remove" aria-label=label.clone() title=label on:click=remove>
                <Icon picture=Picture::Cross/>
            </button>
        </li>
    }
}
