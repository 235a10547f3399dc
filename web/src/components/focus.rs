//! Where the focus goes when the button that has it disappears.

use crate::{browser, mount};
use leptos::prelude::*;

/// Moves the focus to the composer. Not on narrow screens, where the on-screen keyboard would open.
pub fn focus_composer() {
    if !mount::is_narrow() {
        browser::focus_next_frame("composer");
    }
}

/// Called while a part of the page is drawn that may disappear with the focus in it. The focus then moves to the title of the
/// dialog with the id `dialog`, or to the composer. `part` is a selector of the part.
pub fn keep_focus(part: &'static str, dialog: Option<&'static str>) {
    // Runs before the part is removed.
    on_cleanup(move || {
        if mount::active().is_some_and(|active| active.closest(part).is_ok_and(|found| found.is_some())) {
            request_animation_frame(move || restore_focus(dialog));
        }
    });
}

/// Moves the focus unless something has it: a part that is drawn again keeps the button with the focus.
fn restore_focus(dialog: Option<&'static str>) {
    match dialog {
        _ if !browser::nothing_has_focus() => {}
        Some(id) => browser::focus_now(&format!("{id}-title")),
        None => focus_composer(),
    }
}
