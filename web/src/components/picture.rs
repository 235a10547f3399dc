//! Thumbnails of stored images. A click enlarges one.

use crate::{chat::use_chat, images, lightbox, state::blob_of, texts::message::message as texts};
use leptos::{prelude::*, task::spawn_local};
use ricordo_core::{
    message::Part,
    record::{Record, RecordKey},
    store::Store,
};

/// Images of a message. A click enlarges one.
#[component]
pub fn Pictures(parts: Vec<Part>) -> impl IntoView {
    let shown = parts.into_iter().filter(|part| blob_of(part).is_some()).map(|part| {
        let name = described(&part);
        let address = RwSignal::new(None);
        let alt = name.clone();
        let enlarge = move |_| {
            if let Some(address) = address.get_untracked().flatten() {
                lightbox::show(address, alt.clone());
            }
        };
        view! {
            <button class="picture" data-testid="message-image" title=name on:click=enlarge>
                <Stored part address/>
            </button>
        }
    });
    view! { <div class="pictures">{shown.collect::<Vec<_>>()}</div> }
}

/// Alternative text of an image, with a general word as the fallback.
pub fn described(part: &Part) -> String {
    match part {
        Part::Image { alt, .. } if !alt.is_empty() => alt.clone(),
        _ => texts().image.to_owned(),
    }
}

/// Image read from the store.
#[component]
pub fn Stored(
    /// Image part of a message.
    part: Part,
    /// Set to the `blob:` URL of the image when it has been read; the inner `None` means that the image no longer
    /// exists.
    #[prop(default = RwSignal::new(None))]
    address: RwSignal<Option<Option<String>>>,
) -> impl IntoView {
    let chat = use_chat();
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
            // The component may have been unmounted in the meantime.
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
        Some(None) => view! { <span class="picture-missing">{texts().image_gone}</span> }.into_any(),
        loaded => view! {
            <img src=loaded.flatten() alt=alt.clone() width=width height=height decoding="async" draggable="false"/>
        }
        .into_any(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{UiLanguage, speak};
    use ricordo_core::{id::BlobId, time::Timestamp};

    #[test]
    fn an_image_without_a_description_is_read_out_as_an_image() {
        let image = |alt: &str| Part::Image {
            blob: BlobId::new(Timestamp(0), [1; 10]),
            media_type: "image/png".to_owned(),
            width: None,
            height: None,
            alt: alt.to_owned(),
        };
        for language in UiLanguage::all() {
            speak(language);
            assert_eq!(described(&image("A hedgehog")), "A hedgehog");
            assert_eq!(described(&image("")), texts().image);
            assert!(!texts().image.is_empty(), "an empty text would hide the image");
        }
    }
}
