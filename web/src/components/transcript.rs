//! The transcript: the messages of the open conversation, the divider of `/forget`, and the empty page.

use super::{row::RowView, welcome::Welcome};
use crate::{
    scroll::Scroll,
    state::{Row, use_chat},
};
use leptos::prelude::*;
use ricordo_core::id::ConversationId;

/// The messages.
#[component]
pub fn Transcript(scroll: Scroll) -> impl IntoView {
    let chat = use_chat();
    let load_older = move || {
        if chat.has_older.get_untracked() {
            chat.load_older();
        }
    };
    let on_scroll = move |_| {
        scroll.scrolled();
        if scroll.is_near_start() && !scroll.at_end.get_untracked() {
            load_older();
        }
    };
    follow(scroll);
    let divider = Memo::new(move |_| chat.divider());
    let is_empty = Memo::new(move |_| chat.conversation.with(Option::is_some) && chat.rows.with(Vec::is_empty));
    let is_divider_last = move || divider.get().is_some_and(|at| at == chat.rows.with(Vec::len));
    view! {
        <div class="transcript" node_ref=scroll.frame on:scroll=on_scroll tabindex="0" role="region" aria-label="Conversation">
            <div class="column" id="messages" role="log" aria-live="off" aria-label="Messages">
                <Show when=move || chat.has_older.get()>
                    <button class="button older" data-testid="load-older" on:click=move |_| load_older()>
                        "Show older messages"
                    </button>
                </Show>
                <Show when=move || is_empty.get()>
                    <Welcome/>
                </Show>
                <ForEnumerate
                    each=move || chat.rows.get()
                    key=|row| row.key
                    children=move |index, row: Row| {
                        let is_divider_here = move || divider.get() == Some(index.get());
                        view! {
                            <Show when=is_divider_here>
                                <ForgetDivider/>
                            </Show>
                            <RowView row index/>
                        }
                    }
                />
                <Show when=is_divider_last>
                    <ForgetDivider/>
                </Show>
            </div>
        </div>
    }
}

/// Where the model starts afresh.
#[component]
fn ForgetDivider() -> impl IntoView {
    let chat = use_chat();
    view! {
        <div class="divider" data-testid="forget-divider" role="separator" aria-label="Forgotten above this line">
            <p>
                "Forgotten: the model starts afresh here. "
                <button class="link-button" data-testid="undo" on:click=move |_| chat.undo_forget()>"Undo"</button>
            </p>
        </div>
    }
}

/// Goes to the end when another conversation is open or a message was sent, and keeps the place when older ones come.
fn follow(scroll: Scroll) {
    let chat = use_chat();
    let open = Memo::new(move |_| chat.conversation.with(|open| open.as_ref().map(|open| open.id)));
    let is_streaming = Memo::new(move |_| chat.is_streaming());
    Effect::new(move |before: Option<(Option<ConversationId>, bool)>| {
        let now = (open.get(), is_streaming.get());
        if now.1 || before.is_none_or(|(before, _)| before != now.0) {
            scroll.to_end();
        }
        now
    });
    let first = Memo::new(move |_| chat.rows.with(|rows| rows.first().map(|row| row.key)));
    // Rows get greater keys as they are made: a first row that is newer than the first row before came in above it.
    Effect::new(move |before: Option<Option<u64>>| {
        let now = first.get();
        if before.flatten().is_some_and(|before| now.is_some_and(|now| now > before)) && !scroll.at_end.get_untracked()
        {
            scroll.hold();
        }
        now
    });
}
