//! Keeps "what would be sent now" up to date while the user types, without being in the way.

use super::{Chat, View};
use crate::texts::errors::Told;
use leptos::{leptos_dom::helpers::TimeoutHandle, prelude::*, task::spawn_local};
use std::time::Duration;

/// How long after the last change it is compiled.
const AFTER: Duration = Duration::from_millis(250);

/// Watches all that goes into a request.
pub fn watch(chat: Chat) {
    let timer = StoredValue::new(None::<TimeoutHandle>);
    Effect::new(move |typed_before: Option<String>| {
        let typed = chat.composer.text.get();
        chat.composer.images.track();
        chat.composer.reply_to.track();
        chat.version.track();
        chat.connection.settings.track();
        chat.connection.providers.track();
        if typed_before.is_some_and(|before| before != typed) && !typed.is_empty() {
            chat.inspection.view.set(View::Next);
        }
        if let Some(timer) = timer.try_update_value(Option::take).flatten() {
            timer.clear();
        }
        timer.set_value(set_timeout_with_handle(move || spawn_local(compile(chat)), AFTER).ok());
        typed
    });
}

async fn compile(chat: Chat) {
    let Some(id) = chat.id().filter(|_| !untrack(|| chat.is_streaming())) else { return };
    let text = chat.composer.text.get_untracked().trim().to_owned();
    let provider = untrack(|| chat.connection.provider());
    let compiled = chat.storage.session().preview_message(id, chat.composer.outgoing(&text), &provider).await;
    if chat.id() == Some(id) {
        chat.inspection.next.set(Some(compiled.map_err(|error| error.told())));
    }
}
