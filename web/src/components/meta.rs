//! The line under a message: when, by which model, how long, why it ended, Copy, and its mark.

use super::{
    icon::{Icon, Picture},
    marks::{MarkButtons, MarkedAs},
};
use crate::{browser, state::use_chat, texts::inspector::inspector, words};
use leptos::{prelude::*, task::spawn_local};
use ricordo_browser::BrowserHost;
use ricordo_core::{
    host::Host,
    id::MessageId,
    message::{Finish, Message, Role},
    time::Now,
};
use std::{sync::Arc, time::Duration};

/// The line.
#[component]
pub fn Meta<L: Fn() -> bool + Copy + Send + Sync + 'static>(message: Arc<Message>, is_last: L) -> impl IntoView {
    let chat = use_chat();
    let now = BrowserHost.now();
    let when = words::when(Now { at: message.created_at, ..now }, now);
    let is_reply = message.role == Role::Assistant;
    let id = message.id;
    let has_words = !message.text().is_empty();
    let tokens = message.usage.map_or(message.tokens, |usage| usage.completion_tokens);
    let tokens = (is_reply && has_words).then(|| words::tokens(tokens.into()));
    let model = message.model.clone().filter(|model| !model.is_empty());
    let ended = message.finish.as_ref().and_then(words::ended);
    // A reply that failed has its Retry beside the sentence.
    let can_retry = matches!(message.finish, Some(Finish::Stopped | Finish::Interrupted));
    view! {
        <div class="meta">
            {ended.map(|why| view! { <span class="ended">{why}</span> })}
            {model.map(|model| view! { <span>{model}</span> })}
            <span>{when}</span>
            {tokens.map(|tokens| view! { <span>{tokens}</span> })}
            <Show when=move || can_retry && is_last()>
                <button class="link-button" data-testid="retry" on:click=move |_| chat.retry()>"Retry"</button>
            </Show>
            <MarkedAs message=id/>
            {has_words.then(|| view! { <Copy message/> <MarkButtons message=id/> })}
            {is_reply.then(|| view! { <WhatWasSent reply=id/> })}
        </div>
    }
}

/// Shows what was sent for a reply.
#[component]
fn WhatWasSent(reply: MessageId) -> impl IntoView {
    let inspection = use_chat().inspection;
    let name = inspector().what_was_sent;
    view! {
        <button
            class="act"
            data-testid="what-was-sent"
            aria-label=name
            title=name
            on:click=move |_| inspection.show_past(reply)
        >
            <Icon picture=Picture::Layers/>
        </button>
    }
}

/// Copies the words of a message.
#[component]
fn Copy(message: Arc<Message>) -> impl IntoView {
    let notices = use_chat().notices;
    let is_done = RwSignal::new(false);
    let copy = move |_| {
        let text = message.text();
        spawn_local(async move {
            if !browser::copy(&text).await {
                return notices.trouble("The browser did not let the page copy. Select the text and copy it yourself.");
            }
            is_done.set(true);
            set_timeout(
                move || {
                    let _ = is_done.try_set(false);
                },
                Duration::from_secs(2),
            );
        });
    };
    view! {
        <button
            class="copy"
            class:done=is_done
            aria-label=move || if is_done.get() { "Copied" } else { "Copy" }
            on:click=copy
        >
            {move || if is_done.get() {
                view! { <Icon picture=Picture::Check/> }
            } else {
                view! { <Icon picture=Picture::Copy/> }
            }}
            <span>{move || if is_done.get() { "Copied" } else { "Copy" }}</span>
        </button>
    }
}
