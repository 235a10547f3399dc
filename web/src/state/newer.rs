//! A newer build of the page, and going over to it: the user decides when.

use super::Chat;
use leptos::prelude::*;
use wasm_bindgen::{closure::Closure, prelude::wasm_bindgen};

#[wasm_bindgen(module = "/js/offline.mjs")]
extern "C" {
    /// Makes the page work without a network, and calls back when a newer build is here.
    #[wasm_bindgen(js_name = watchForNewer)]
    fn watch_for_newer(on_newer: &Closure<dyn Fn()>);
    /// Loads the page again, as the newer build.
    #[wasm_bindgen(js_name = takeNewer)]
    fn take_newer();
}

thread_local! {
    // It lives as long as the page.
    static ON_NEWER: std::cell::OnceCell<Closure<dyn Fn()>> = const { std::cell::OnceCell::new() };
}

/// Looks for a newer build from now on.
pub fn watch(chat: Chat) {
    ON_NEWER.with(|cell| {
        let newer = chat.panels.newer;
        watch_for_newer(cell.get_or_init(|| Closure::new(move || newer.set(true))));
    });
}

impl Chat {
    /// Whether a reload would cut something short: a reply that streams, or a message that is being edited.
    pub fn is_busy(self) -> bool {
        self.running.with(|running| !running.is_empty()) || self.actions.edited.get().is_some()
    }

    /// Goes over to the newer build. What is typed is stored as it is when the page is left.
    pub fn take_newer(self) {
        if untrack(|| self.is_busy()) {
            return;
        }
        self.save_now();
        take_newer();
    }
}
