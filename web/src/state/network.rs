//! Whether there is a network, as far as the browser knows.

use super::Chat;
use crate::mount;
use leptos::prelude::*;
use web_sys::Url;

/// Whether the browser is sure that there is none.
pub fn is_offline() -> bool {
    !window().navigator().on_line()
}

/// Whether an address is on this computer, which is reached without any network.
pub fn is_here(address: &str) -> bool {
    Url::new(address).is_ok_and(|url| {
        let host = url.hostname();
        host == "localhost" || host.ends_with(".localhost") || host.starts_with("127.") || host == "[::1]"
    })
}

/// Follows what the browser knows.
pub(super) fn watch(chat: Chat) {
    for event in ["online", "offline"] {
        mount::listen_to_window(event, move || chat.is_offline.set(is_offline()));
    }
}
