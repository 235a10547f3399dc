//! Copies the text of a message.

use super::icon::{Icon, Picture};
use crate::{
    browser,
    chat::{Chat, use_chat},
    texts::{common::common, message::message as texts},
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_core::message::Message;
use std::{sync::Arc, time::Duration};

/// Copies a text, announces it, and calls `then` on success. On failure, shows a notice.
pub fn copy_words(chat: Chat, text: String, then: impl FnOnce() + 'static) {
    spawn_local(async move {
        // The same text would not be announced a second time.
        chat.notices.announced.set(String::new());
        if !browser::copy(&text).await {
            return chat.notices.trouble(texts().not_copied);
        }
        chat.notices.announced.set(common().copied.to_owned());
        then();
    });
}

/// Copy button of a message.
#[component]
pub fn Copy(message: Arc<Message>) -> impl IntoView {
    let chat = use_chat();
    let is_done = RwSignal::new(false);
    let name = move || if is_done.get() { common().copied } else { common().copy };
    let done = move || {
        let _ = is_done.try_set(true);
        set_timeout(
            move || {
                let _ = is_done.try_set(false);
            },
            Duration::from_secs(2),
        );
    };
    view! {
        <button
            class="action copy"
            class:done=is_done
            aria-label=name
            title=name
            on:click=move |_| copy_words(chat, message.text(), done)
        >
            {move || if is_done.get() {
                view! { <Icon picture=Picture::Check/> }
            } else {
                view! { <Icon picture=Picture::Copy/> }
            }}
        </button>
    }
}
