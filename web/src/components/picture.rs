//! Images that are stored: small beside the words, large in a dialog of their own.

use super::icon::{Icon, Picture};
use crate::{
    images,
    state::{blob_of, use_chat},
    texts::{common::common, message::message as said},
};
use leptos::{html::Dialog, prelude::*, task::spawn_local};
use ricordo_core::{
    message::Part,
    record::{Record, RecordKey},
    store::Store,
};

/// The images of a message. A press on one shows it large.
#[component]
pub fn Pictures(parts: Vec<Part>) -> impl IntoView {
    let chat = use_chat();
    let shown = parts.into_iter().filter(|part| blob_of(part).is_some()).map(|part| {
        let name = described(&part);
        let large = part.clone();
        view! {
            <button class="picture" data-testid="message-image" title=name.clone() on:click=move |_| chat.acts.picture.set(Some(large.clone()))>
                <Stored part/>
            </button>
        }
    });
    view! { <div class="pictures">{shown.collect::<Vec<_>>()}</div> }
}

/// What an image shows, in words.
pub fn described(part: &Part) -> String {
    match part {
        Part::Image { alt, .. } if !alt.is_empty() => alt.clone(),
        _ => said().image.to_owned(),
    }
}

/// An image, read from where it is stored.
#[component]
pub fn Stored(part: Part) -> impl IntoView {
    let chat = use_chat();
    let address = RwSignal::new(None::<Option<String>>);
    let (width, height) = match &part {
        Part::Image { width, height, .. } => (*width, *height),
        _ => (None, None),
    };
    let alt = described(&part);
    if let Some(blob) = blob_of(&part) {
        spawn_local(async move {
            let found = match chat.storage.session().store().record(RecordKey::Blob(blob)).await {
                Ok(Some(Record::Blob(blob))) => images::address(&blob.bytes, &blob.media_type),
                _ => None,
            };
            // It may have left the screen meanwhile.
            if let Some(Some(Some(late))) = address.try_set(Some(found)) {
                images::release(&late);
            }
        });
    }
    on_cleanup(move || {
        if let Some(Some(address)) = address.try_get_untracked().flatten() {
            images::release(&address);
        }
    });
    move || match address.get() {
        Some(None) => view! { <span class="picture-gone">{said().image_gone}</span> }.into_any(),
        loaded => view! {
            <img src=loaded.flatten() alt=alt.clone() width=width height=height decoding="async" draggable="false"/>
        }
        .into_any(),
    }
}

/// The image that is shown large.
#[component]
pub fn PictureDialog() -> impl IntoView {
    let picture = use_chat().acts.picture;
    let element = NodeRef::<Dialog>::new();
    Effect::new(move |_| {
        let (Some(dialog), is_open) = (element.get(), picture.with(Option::is_some)) else { return };
        if is_open && !dialog.open() {
            let _ = dialog.show_modal();
        } else if !is_open && dialog.open() {
            dialog.close();
        }
    });
    view! {
        <dialog
            class="lightbox"
            data-testid="lightbox"
            aria-label=said().image
            node_ref=element
            on:close=move |_| picture.set(None)
            on:click=move |_| picture.set(None)
        >
            {move || picture.get().map(|part| view! { <Stored part/> })}
            <button class="icon-button" type="button" aria-label=common().close title=common().close on:click=move |_| picture.set(None)>
                <Icon picture=Picture::Cross/>
            </button>
        </dialog>
    }
}
