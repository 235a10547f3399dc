//! Updates to a newer build of the page, when the user chooses to.

use super::Chat;
use crate::{
    state::{adding, transfer},
    texts::newer::newer,
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_browser::{ModelProgress, locks};
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

    /// Why the page is not reloaded now; `None` if it can be.
    pub fn why_no_reload(self) -> Option<&'static str> {
        if self.is_busy() {
            return Some(newer().after_reply);
        }
        let downloads =
            |progress: RwSignal<ModelProgress>| progress.with(|now| matches!(now, ModelProgress::Downloading { .. }));
        let moves_files = transfer().is_busy()
            || adding().is_busy()
            || downloads(self.connection.progress)
            || downloads(self.storage.embedding.loading);
        moves_files.then(|| newer().after_files)
    }

    /// Switches to the newer build. The typed text is stored as it is whenever the page closes; what was typed into the
    /// settings and a template is in memory only.
    pub fn take_newer(self) {
        spawn_local(async move {
            // The newer build may store data of a newer version: that closes the database of the other tabs.
            let is_busy_elsewhere = locks::is_any_busy(&self.storage.name.get_value()).await;
            if untrack(|| self.why_no_reload()).is_some() {
                return;
            }
            if is_busy_elsewhere {
                return self.notices.trouble(newer().after_other_tab);
            }
            self.save_now();
            if self.panels.has_unsaved() {
                self.panels.keep_for_reload();
            }
            take_newer();
        });
    }
}
