//! Mute and Pin: whether the model sees one message.

use super::icon::{Icon, Picture};
use crate::state::use_chat;
use leptos::prelude::*;
use ricordo_core::{id::MessageId, mark::MarkKind};

/// What the message is marked as, in words.
#[component]
pub fn MarkedAs(message: MessageId) -> impl IntoView {
    let chat = use_chat();
    move || {
        let words = match chat.mark_of(message)? {
            MarkKind::Muted => "Muted: not sent",
            MarkKind::Pinned => "Pinned",
        };
        Some(view! { <span class="marked" data-testid="message-mark">{words}</span> })
    }
}

/// The two buttons.
#[component]
pub fn MarkButtons(message: MessageId) -> impl IntoView {
    let chat = use_chat();
    let mark = Memo::new(move |_| chat.mark_of(message));
    let button = move |kind: MarkKind, picture: Picture, id: &'static str, off: &'static str, on: &'static str| {
        let is_on = move || mark.get() == Some(kind);
        let name = move || if is_on() { on } else { off };
        view! {
            <button
                class="act"
                class:on=is_on
                data-testid=id
                aria-label=name
                aria-pressed=move || is_on().to_string()
                title=name
                on:click=move |_| chat.mark(message, if untrack(is_on) { None } else { Some(kind) })
            >
                <Icon picture/>
            </button>
        }
    };
    view! {
        {button(MarkKind::Muted, Picture::Hidden, "message-mute", "Mute: do not send it", "Unmute")}
        {button(MarkKind::Pinned, Picture::Pin, "message-pin", "Pin: keep sending it", "Unpin")}
    }
}
