//! Transcript: the welcome page, or the messages near the viewport. [`crate::list`] decides which messages those are.

use super::{
    messages::{Messages, MessagesPart},
    welcome::Welcome,
};
use crate::{chat::use_chat, list::FetchRequest, scroll::Scroll, texts};
use leptos::prelude::*;

/// Scrollable transcript.
///
/// The messages have the role `log`, not `feed`: new ones arrive at the end, and there are more than articles among
/// them.
#[component]
pub fn Transcript(scroll: Scroll) -> impl IntoView {
    let chat = use_chat();
    let list = chat.transcript.list;
    let texts = texts::list();
    let is_empty =
        Memo::new(move |_| chat.conversation.with(Option::is_some) && chat.transcript.rows.with(Vec::is_empty));
    view! {
        <div
            class="transcript"
            node_ref=scroll.frame
            on:scroll=move |_| scroll.scrolled()
            on:keydown=move |event| scroll.key(&event)
            tabindex="0"
            role="region"
            aria-label=texts.region
        >
            <div class="room"></div>
            <div class="column" id="messages">
                <More fetch=FetchRequest::Older is_shown=list.has_older/>
                <Show when=move || is_empty.get()>
                    <Welcome/>
                </Show>
                <Messages part=MessagesPart::Rows(scroll)/>
                <More fetch=FetchRequest::Newer is_shown=list.has_newer/>
            </div>
            <div class="room"></div>
        </div>
    }
}

/// Button that loads more messages at one end. Scrolling loads them too; this button is for users who do not scroll,
/// and is visible only while it has the focus.
#[component]
fn More(fetch: FetchRequest, is_shown: RwSignal<bool>) -> impl IntoView {
    let chat = use_chat();
    let (id, words) = match fetch {
        FetchRequest::Older => ("load-older", texts::list().older),
        _ => ("load-newer", texts::list().newer),
    };
    view! {
        <Show when=move || is_shown.get()>
            <button class="button more" data-testid=id on:click=move |_| chat.loader.fulfil(fetch, 0)>{words}</button>
        </Show>
    }
}
