//! Tracks whether the page is about to unload. The browser then cuts all connections, which looks like a server error,
//! although the reply was interrupted.

use crate::mount;
use leptos::prelude::*;
use ricordo_browser::BrowserHost;
use ricordo_core::host::Host;
use std::{cell::Cell, time::Duration};

/// If the page still exists after this time, it was not unloaded.
const STAYS_AFTER: Duration = Duration::from_secs(3);

thread_local! {
    static IS_LEAVING: Cell<bool> = const { Cell::new(false) };
}

/// Listens for the page being unloaded.
pub fn watch() {
    mount::listen_to_window("beforeunload", || {
        IS_LEAVING.set(true);
        set_timeout(|| IS_LEAVING.set(false), STAYS_AFTER);
    });
    mount::listen_to_window("pagehide", || IS_LEAVING.set(true));
    mount::listen_to_window("pageshow", || IS_LEAVING.set(false));
}

/// Waits until the page is not about to unload. In an unloading page this never returns, and the draft becomes an
/// interrupted reply when the page is opened again.
pub async fn wait() {
    while IS_LEAVING.get() {
        BrowserHost.sleep(100).await;
    }
}
