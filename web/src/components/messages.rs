//! Parts of the page that have to do with messages, loaded with the first message that is shown: an empty page needs none of
//! them. See [`crate::loaded`].

use super::{
    attachments::Attachments, lazy::shown_when, lightbox_dialog::LightboxDialog, message_menu::MessageMenu, rows::Rows,
};
use crate::{
    browser,
    loaded::{Boxed, NotLoaded, loaded_when_called},
    scroll::Scroll,
    state::use_chat,
};
use leptos::prelude::*;

loaded_when_called! { messages:
    fn messages_part(which: MessagesPart) -> Result<AnyView, NotLoaded> {
        Ok(match which {
            MessagesPart::Rows(scroll) => {
                browser::note_sent();
                view! { <Rows scroll/> }.into_any()
            }
            MessagesPart::Attachments => view! { <Attachments/> }.into_any(),
            MessagesPart::Overlays => view! { <MessageMenu/> <LightboxDialog/> }.into_any(),
        })
    }
}

/// A part that has to do with messages.
#[allow(clippy::large_enum_variant, reason = "there are three in all, and a scroll is a handle that is copied")]
#[derive(Clone, Copy)]
pub enum MessagesPart {
    /// The messages of the open conversation.
    Rows(Scroll),
    /// The images and the quoted message that go with what is typed.
    Attachments,
    /// What opens over the page: the menu of a message, and an image shown large.
    Overlays,
}

/// A part that is loaded when it is first needed.
#[component]
pub fn Messages(part: MessagesPart) -> impl IntoView {
    let chat = use_chat();
    let has_rows = move || chat.rows.with(|rows| !rows.is_empty());
    let wanted = move || match part {
        MessagesPart::Attachments => {
            chat.composer.reply_to.with(Option::is_some) || chat.composer.images.with(|images| !images.is_empty())
        }
        MessagesPart::Rows(_) | MessagesPart::Overlays => has_rows(),
    };
    let load = move || -> Boxed<Result<AnyView, NotLoaded>> { Box::pin(messages_part(part)) };
    shown_when(wanted, load, || ())
}
