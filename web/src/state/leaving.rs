//! Tracks whether the page is about to unload. The browser then cuts all connections, which looks like a server error,
//! although the reply was interrupted.

use super::until;
use crate::mount;
use leptos::prelude::*;
use std::time::Duration;

/// If the page still exists after this time, it was not unloaded.
const STAYS_AFTER: Duration = Duration::from_secs(3);

thread_local! {
    static IS_LEAVING: ArcRwSignal<bool> = ArcRwSignal::new(false);
}

fn is_leaving() -> ArcRwSignal<bool> {
    IS_LEAVING.with(ArcRwSignal::clone)
}

/// Listens for the page being unloaded.
pub fn watch() {
    mount::listen_to_window("beforeunload", || {
        is_leaving().set(true);
        set_timeout(|| is_leaving().set(false), STAYS_AFTER);
    });
    mount::listen_to_window("pagehide", || is_leaving().set(true));
    mount::listen_to_window("pageshow", || is_leaving().set(false));
}

/// Waits until the page is not about to unload. In an unloading page this never returns, and the draft becomes an
/// interrupted reply when the page is opened again.
pub async fn wait() {
    until(|| !is_leaving().get()).await;
}
