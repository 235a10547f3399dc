//! Parts of the page that deal with messages. Their code is loaded with the first message shown, because an empty page
//! needs none of it. See [`crate::parts`].

use super::{
    attachments::Attachments,
    lightbox_dialog::LightboxDialog,
    message::AnswerBody,
    message_menu::MessageMenu,
    rows::Rows,
    shown_when::{shown_when, styled},
};
use crate::{
    browser,
    chat::use_chat,
    loaded::NotLoaded,
    parts::loaded_when_called,
    scroll::Scroll,
    state::{Row, adding},
};
use leptos::prelude::*;

loaded_when_called! { history:
    fn messages_part(which: MessagesPart) -> Result<AnyView, NotLoaded> {
        Ok(match which {
            MessagesPart::Rows(scroll) => {
                browser::note_sent();
                view! { <Rows scroll/> }.into_any()
            }
            MessagesPart::Attachments => view! { <Attachments/> }.into_any(),
            MessagesPart::Answer(row) => view! { <AnswerBody row=row.get_value()/> }.into_any(),
            MessagesPart::Overlays => view! { <MessageMenu/> <LightboxDialog/> }.into_any(),
        })
    }
}

/// Part of the page that deals with messages.
#[allow(clippy::large_enum_variant, reason = "there are a few in all, and a scroll is a handle that is copied")]
#[derive(Clone, Copy)]
pub enum MessagesPart {
    /// Messages of the open conversation.
    Rows(Scroll),
    /// Images, documents and quoted message attached to the draft.
    Attachments,
    /// Text of an answer outside the list.
    Answer(StoredValue<Row>),
    /// Overlays: the message menu and the enlarged image.
    Overlays,
}

/// Part that is loaded when it is first needed.
#[component]
pub fn Messages(part: MessagesPart) -> impl IntoView {
    let chat = use_chat();
    let has_rows = move || chat.transcript.rows.with(|rows| !rows.is_empty());
    let wanted = move || match part {
        MessagesPart::Attachments => {
            chat.composer.reply_to.with(Option::is_some)
                || chat.composer.images.with(|images| !images.is_empty())
                || chat.composer.preparing.with(|images| !images.is_empty())
                || chat.composer.documents.with(|documents| !documents.is_empty())
                || adding().is_busy()
        }
        MessagesPart::Rows(_) | MessagesPart::Overlays => has_rows(),
        MessagesPart::Answer(_) => true,
    };
    shown_when(wanted, move || styled(messages_part(part)), || ())
}
