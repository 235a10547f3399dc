//! Whether the page is about to go. The browser then cuts every connection, and what the cut looks like from inside is an
//! error of the server, which it is not: the reply was interrupted.

use crate::mount;
use leptos::prelude::*;
use ricordo_browser::BrowserHost;
use ricordo_core::host::Host;
use std::{cell::Cell, time::Duration};

/// A page that is still here after so long stays.
const STAYS_AFTER: Duration = Duration::from_secs(3);

thread_local! {
    static IS_LEAVING: Cell<bool> = const { Cell::new(false) };
}

/// Listens to the page's going.
pub fn watch() {
    mount::listen_to_window("beforeunload", || {
        IS_LEAVING.set(true);
        set_timeout(|| IS_LEAVING.set(false), STAYS_AFTER);
    });
    mount::listen_to_window("pagehide", || IS_LEAVING.set(true));
    mount::listen_to_window("pageshow", || IS_LEAVING.set(false));
}

/// Waits until the page is not about to go; in a page that goes it does not end, and its draft becomes an interrupted reply
/// when the page is opened again.
pub async fn wait() {
    while IS_LEAVING.get() {
        BrowserHost.sleep(100).await;
    }
}
