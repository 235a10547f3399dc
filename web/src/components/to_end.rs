//! Button that scrolls to the end of the conversation and counts the unread messages there.

use super::{
    focus::focus_composer,
    icon::{Icon, Picture},
};
use crate::{chat::use_chat, scroll::Scroll, texts};
use leptos::prelude::*;

/// Button shown while the end is out of view.
#[component]
pub fn ToEnd(scroll: Scroll) -> impl IntoView {
    let unread = use_chat().transcript.list.unread;
    let texts = texts::list();
    let label = move || match unread.get() {
        0 => texts.to_end.to_owned(),
        count => format!("{}. {}", texts.new_messages.say(count), texts.to_end),
    };
    let go = move |_| {
        scroll.to_end();
        // The button disappears at the end.
        focus_composer();
    };
    view! {
        <Show when=move || !scroll.at_end.get()>
            <button
                class="scroll-end"
                data-testid="scroll-end"
                aria-label=label
                title=texts.to_end_short
                on:click=go
            >
                <Icon picture=Picture::Down/>
                <Show when=move || unread.get() != 0>
                    <span class="unread" data-testid="unread" aria-hidden="true">{move || texts::number(unread.get())}</span>
                </Show>
            </button>
        </Show>
    }
}
