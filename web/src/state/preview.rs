//! Keeps the preview of the next request up to date while the user types, without blocking the typing.

use super::{Chat, View, deferred, inspection::NotSent};
use crate::texts::errors::Localized;
use leptos::{leptos_dom::helpers::TimeoutHandle, prelude::*, task::spawn_local};
use ricordo_core::error::Error;
use std::{sync::Arc, time::Duration};

/// Delay between the last change and compilation.
const AFTER: Duration = Duration::from_millis(250);

/// Watches everything that a request is made from.
pub fn watch(chat: Chat) {
    let timer = StoredValue::new(None::<TimeoutHandle>);
    let pace = StoredValue::new(Pace::default());
    Effect::new(move |typed_before: Option<String>| {
        let typed = chat.composer.text.get();
        chat.composer.images.track();
        chat.composer.reply_to.track();
        chat.version.track();
        chat.connection.settings.track();
        chat.connection.providers.track();
        if !chat.is_whole.get() && typed.is_empty() {
            return typed;
        }
        if typed_before.is_some_and(|before| before != typed) && !typed.is_empty() {
            chat.inspection.view.set(View::Next);
        }
        if let Some(timer) = timer.try_update_value(Option::take).flatten() {
            timer.clear();
        }
        timer.set_value(set_timeout_with_handle(move || spawn_local(keep_up(chat, pace)), AFTER).ok());
        typed
    });
}

/// Only one compilation runs at a time. Changes made meanwhile are compiled when it ends, so a slow store does not
/// build up a queue behind the keyboard.
#[derive(Clone, Copy, Debug, Default)]
struct Pace {
    is_running: bool,
    is_behind: bool,
}

async fn keep_up(chat: Chat, pace: StoredValue<Pace>) {
    if pace.with_value(|pace| pace.is_running) {
        return pace.update_value(|pace| pace.is_behind = true);
    }
    pace.set_value(Pace { is_running: true, is_behind: true });
    while pace.with_value(|pace| pace.is_behind) {
        pace.update_value(|pace| pace.is_behind = false);
        // If the code cannot be loaded, the next change tries again.
        if let Ok(work) = deferred::compile(chat).await {
            work.await;
        }
    }
    pace.update_value(|pace| pace.is_running = false);
}

/// Compiles the next request.
pub(super) async fn compile(chat: Chat) {
    let Some(id) = chat.id().filter(|_| !untrack(|| chat.is_streaming())) else { return };
    let text = chat.composer.text.get_untracked().trim().to_owned();
    let provider = untrack(|| chat.connection.provider());
    let compiled = chat.storage.session().preview_message(id, chat.composer.outgoing(chat, &text), &provider).await;
    if chat.id() == Some(id) {
        chat.inspection.compiled(compiled.map(Arc::new).map_err(|error| not_sent(&error)));
    }
}

fn not_sent(error: &Error) -> NotSent {
    let over = match error {
        Error::OverBudget(over) => Some((over.budget.saturating_add(over.over_by), over.budget)),
        _ => None,
    };
    NotSent { sentence: error.localized(), over }
}
