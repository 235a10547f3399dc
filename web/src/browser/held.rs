//! Keeps an element where it is on screen while content is added above it.

use crate::mount;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

/// Makes a change, and scrolls the element with the id `frame` after it, so that the one with the id `held` stays where it is.
/// `then` runs with the held element once the change is drawn.
pub fn hold_in_place(
    frame: &'static str,
    held: String,
    change: impl FnOnce(),
    then: impl FnOnce(&HtmlElement) + 'static,
) {
    let top = |id: &str| mount::by_id(id).map(|element: Element| element.get_bounding_client_rect().top());
    let before = top(&held);
    change();
    leptos::prelude::request_animation_frame(move || {
        let (Some(frame), Some(before), Some(now)) = (mount::by_id(frame), before, top(&held)) else { return };
        #[allow(clippy::cast_possible_truncation, reason = "a number of pixels")]
        frame.set_scroll_top(frame.scroll_top() + (now - before).round() as i32);
        if let Some(held) = mount::by_id(&held).and_then(|held| held.dyn_into::<HtmlElement>().ok()) {
            then(&held);
        }
    });
}
