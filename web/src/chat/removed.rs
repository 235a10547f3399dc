//! What a removed element still does: it erases its temporary conversations and closes its database, however soon it is removed.

use super::{Chat, in_use};
use crate::mount;
use leptos::task::spawn_local;
use ricordo_browser::BrowserHost;
use ricordo_core::{host::Host, store::Store};

/// How long the database of a removed element stays open, in milliseconds.
const CLOSES_AFTER_MS: u32 = 3_000;

/// Waits until the page is used. An element that is removed closes its database, also if it was removed before this code was
/// loaded.
pub(super) async fn until_used(chat: Chat) {
    if mount::has_ended() {
        return close(chat).await;
    }
    mount::at_the_end(move || spawn_local(close(chat)));
    in_use::begins(chat).await;
}

/// Closes the database of a removed element. What was being written, such as the draft, takes several transactions. Nothing of
/// the app is dropped, so the locks of its temporary conversations would be held as long as the page is open.
async fn close(chat: Chat) {
    chat.end_held_temporary();
    BrowserHost.sleep(CLOSES_AFTER_MS).await;
    chat.release_temporary();
    chat.storage.session().store().close().await;
}
