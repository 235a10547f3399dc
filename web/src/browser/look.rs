//! Theme, contrast and text size, kept in this browser. A script in `index.html` applies them before the first paint, and
//! again at each `storage` event.

use leptos::prelude::window;
use web_sys::{Event, Storage};

fn storage() -> Option<Storage> {
    window().local_storage().ok().flatten()
}

fn key_of(name: &str) -> String {
    format!("ricordo.{name}")
}

/// Value of `theme`, `contrast` or `text`; `None` for the default.
pub fn look(name: &str) -> Option<String> {
    storage()?.get_item(&key_of(name)).ok()?
}

/// Keeps a value, or the default if it is empty, and applies it in this tab and all others. Returns `false` if the browser
/// does not keep it.
pub fn choose_look(name: &str, value: &str) -> bool {
    let key = key_of(name);
    let kept = storage().is_some_and(|storage| {
        let kept = if value.is_empty() { storage.remove_item(&key) } else { storage.set_item(&key, value) };
        kept.is_ok()
    });
    // The browser sends the event to the other tabs only.
    if let Ok(event) = Event::new("storage") {
        let _ = window().dispatch_event(&event);
    }
    kept
}
