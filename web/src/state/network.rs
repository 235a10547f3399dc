//! Network state, as far as the browser knows.

use super::Chat;
use crate::mount;
use leptos::prelude::*;
use web_sys::Url;

/// Whether the browser is sure that there is no network.
pub fn is_offline() -> bool {
    !window().navigator().on_line()
}

/// Whether an address is on this computer, which is reachable without a network.
pub fn is_here(address: &str) -> bool {
    Url::new(address).is_ok_and(|url| {
        let host = url.hostname();
        host == "localhost" || host.ends_with(".localhost") || host.starts_with("127.") || host == "[::1]"
    })
}

/// Updates the state when the browser reports a change.
pub(super) fn watch(chat: Chat) {
    for event in ["online", "offline"] {
        mount::listen_to_window(event, move || chat.is_offline.set(is_offline()));
    }
}
