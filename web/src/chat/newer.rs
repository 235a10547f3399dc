//! Updates to a newer build of the page, when the user chooses to.

use super::Chat;
use leptos::prelude::*;
use wasm_bindgen::{closure::Closure, prelude::wasm_bindgen};

#[wasm_bindgen(module = "/js/offline.mjs")]
extern "C" {
    /// Makes the page work offline, and calls back when a newer build is available.
    #[wasm_bindgen(js_name = watchForNewer)]
    fn watch_for_newer(on_newer: &Closure<dyn Fn()>);
    /// Reloads the page with the newer build.
    #[wasm_bindgen(js_name = takeNewer)]
    fn take_newer();
}

thread_local! {
    // Lives as long as the page.
    static ON_NEWER: std::cell::OnceCell<Closure<dyn Fn()>> = const { std::cell::OnceCell::new() };
    static IS_NEWER: ArcRwSignal<bool> = ArcRwSignal::new(false);
}

/// Whether a newer build of the page is available and its banner was not dismissed.
pub fn is_newer() -> ArcRwSignal<bool> {
    IS_NEWER.with(Clone::clone)
}

/// Starts checking for newer builds.
pub fn watch(chat: Chat) {
    ON_NEWER.with(|cell| {
        let on_newer = move || {
            is_newer().set(true);
            chat.panels.banners.set(true);
        };
        watch_for_newer(cell.get_or_init(|| Closure::new(on_newer)));
    });
}

impl Chat {
    /// Whether a reload would interrupt something: a streaming reply or an edit of a message.
    pub fn is_busy(self) -> bool {
        self.turns.is_any() || self.actions.edited.get().is_some()
    }

    /// Switches to the newer build. The typed text is stored as it is whenever the page closes.
    pub fn take_newer(self) {
        if untrack(|| self.is_busy()) {
            return;
        }
        self.save_now();
        take_newer();
    }
}
