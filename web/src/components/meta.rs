//! Line under a message: why it ended, its model, time, size, mark and branches, and its most used actions.

use super::{
    copy::Copy,
    icon::{Icon, Picture},
    menu::{MenuButton, Opener},
    message_menu::{MENU, open_menu, opener},
    siblings::SiblingBranches,
};
use crate::{
    state::use_chat,
    texts::{common::common, message::message as texts},
    words,
};
use leptos::prelude::*;
use ricordo_browser::BrowserHost;
use ricordo_core::{
    host::Host,
    id::MessageId,
    mark::MarkKind,
    message::{Finish, Message, Role},
    time::Now,
};
use std::sync::Arc;

/// Line under a message.
#[component]
pub fn Meta<L: Fn() -> bool + Copy + Send + Sync + 'static>(
    message: Arc<Message>,
    is_last: L,
    index: Signal<usize>,
) -> impl IntoView {
    let chat = use_chat();
    let now = BrowserHost.now();
    let when = words::when(Now { at: message.created_at, ..now }, now);
    let is_reply = message.role == Role::Assistant;
    let has_words = !message.text().is_empty();
    let tokens = message.usage.map_or(message.tokens, |usage| usage.completion_tokens);
    let tokens = (is_reply && has_words).then(|| words::tokens(tokens.into()));
    let model = message.model.clone().filter(|model| !model.is_empty());
    let ended = message.finish.as_ref().and_then(words::ended);
    // A failed reply has its Retry button beside the error.
    let has_failed = matches!(message.finish, Some(Finish::Failed { .. }));
    let can_retry = matches!(message.finish, Some(Finish::Stopped | Finish::Interrupted));
    let can_go_on = has_words && matches!(message.finish, Some(Finish::Stopped | Finish::Interrupted | Finish::Length));
    let (id, role, sequence) = (message.id, message.role, message.sequence);
    view! {
        <div class="meta">
            {ended.map(|why| view! { <span class="ended">{why}</span> })}
            {model.map(|model| view! { <span>{model}</span> })}
            <span>{when}</span>
            {tokens.map(|tokens| view! { <span>{tokens}</span> })}
            <Show when=move || can_retry && is_last()>
                <button class="link-button" data-testid="retry" on:click=move |_| chat.retry()>{common().retry}</button>
            </Show>
            <Show when=move || can_go_on && is_last()>
                <button
                    class="link-button"
                    data-testid="continue"
                    title=texts().go_on_hint
                    on:click=move |_| chat.go_on()
                >
                    {texts().go_on}
                </button>
            </Show>
            <MarkedAs message=id/>
            <SiblingBranches role sequence=sequence index/>
            <Tools message has_retry=Signal::derive(move || (can_retry || has_failed) && is_last())/>
        </div>
    }
}

/// Most used actions, and the menu button for the rest.
#[component]
fn Tools(
    message: Arc<Message>,
    /// Whether a Retry button is already shown as text.
    has_retry: Signal<bool>,
) -> impl IntoView {
    let chat = use_chat();
    let id = message.id;
    let (picture, label, test_id) = match message.role {
        Role::User => (Picture::Write, texts().edit, "message-edit"),
        _ => (Picture::Again, texts().regenerate, "message-regenerate"),
    };
    let is_user = message.role == Role::User;
    let act = move |_| if is_user { chat.actions.edited.set(Some(id)) } else { chat.regenerate(id) };
    let has_words = !message.text().is_empty();
    let copied = Arc::clone(&message);
    let message = StoredValue::new(message);
    let is_open = move || chat.actions.menu.with(|menu| menu.as_ref().is_some_and(|open| open.id == id));
    view! {
        <span class="tools">
            {has_words.then(|| view! { <Copy message=copied/> })}
            <Show when=move || !has_retry.get()>
                <button class="act" data-testid=test_id aria-label=label title=label on:click=act>
                    <Icon picture/>
                </button>
            </Show>
            <MenuButton
                opener=Opener { id: opener(id), menu: MENU, is_open: Signal::derive(is_open) }
                class="act opener"
                test_id="message-more"
                label=texts().more
                title=texts().more
                open=move || message.with_value(|message| open_menu(chat, Arc::clone(message)))
            />
        </span>
    }
}

/// Label of the message's mark.
#[component]
fn MarkedAs(message: MessageId) -> impl IntoView {
    let chat = use_chat();
    move || {
        let (picture, words) = match chat.mark_of(message)? {
            MarkKind::Muted => (Picture::Hidden, texts().is_muted),
            MarkKind::Pinned => (Picture::Pin, texts().is_pinned),
        };
        Some(view! { <span class="marked" data-testid="message-mark"><Icon picture/>{words}</span> })
    }
}
