//! Attachments of the draft in the composer: the message it replies to, images, and, loaded with the first one, documents.

use super::{
    icon::{Icon, Picture},
    lazy::LazyAttachedDocuments,
    picture::{Stored, described},
    quote::Quote,
};
use crate::{
    state::{Step, blob_of, use_chat},
    texts::composer::composer as texts,
};
use leptos::prelude::*;
use ricordo_core::message::Part;

/// Attachments above the text field.
#[component]
pub fn Attachments() -> impl IntoView {
    let chat = use_chat();
    let composer = chat.composer;
    let blind = Memo::new(move |_| composer.blind(chat));
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
        <Show when=move || composer.images.with(|images| !images.is_empty())>
            <ul class="attached" aria-label=texts().images>
                <For each=move || composer.images.get() key=blob_of children=move |part| view! { <Attached part/> }/>
            </ul>
        </Show>
        <LazyAttachedDocuments/>
        {move || blind.get().map(|sentence| view! {
            <p class="image-warning" role="alert" data-testid="images-refused"><Icon picture=Picture::Warning/>{sentence}</p>
        })}
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
