//! How far the message that is being read has been read: by its headings.

use super::HEADINGS;
use crate::{
    browser::element_of,
    chat::{Outline, use_chat, with_headings},
    mount,
};
use leptos::prelude::*;
use ricordo_core::{branch::Sequence, id::MessageId};
use wasm_bindgen::{JsCast, closure::Closure};
use web_sys::Element;

/// A heading is being read from here on: this part of the view lies above. A heading that was gone to is within it.
const UPPER: f64 = 0.2;

/// Number of headings of the message that is being read that have begun, with the sequence of that message. Follows the
/// view while the panel is open; `None` before it is known.
pub(super) fn headings_begun(outline: Outline) -> RwSignal<Option<(Sequence, u32)>> {
    let seen = use_chat().transcript.list.seen;
    let begun = RwSignal::new(None);
    let Some(frame) = mount::by_id("messages").and_then(|column| column.parent_element()) else { return begun };
    let listened = frame.clone();
    let count = move || {
        let sequence = seen.get_untracked();
        let message = outline.rows.with_untracked(|rows| with_headings(rows, sequence));
        let now = Some((sequence, message.map_or(0, |message| begun_in(&frame, message))));
        if begun.get_untracked() != now {
            begun.set(now);
        }
    };
    let listener = Closure::<dyn Fn()>::new(count.clone());
    let _ = listened.add_event_listener_with_callback("scroll", listener.as_ref().unchecked_ref());
    let listener = StoredValue::new_local((listened, listener));
    on_cleanup(move || {
        let _ = listener.try_update_value(|(frame, listener)| {
            frame.remove_event_listener_with_callback("scroll", listener.as_ref().unchecked_ref())
        });
    });
    Effect::new(move |_| {
        seen.track();
        outline.rows.track();
        count();
    });
    begun
}

/// Number of headings of a message that begin above the line at which one is being read.
fn begun_in(frame: &Element, message: MessageId) -> u32 {
    let headings = mount::by_id(&element_of(message)).and_then(|found| found.query_selector_all(HEADINGS).ok());
    let Some(headings) = headings else { return 0 };
    let view = frame.get_bounding_client_rect();
    let line = view.top() + view.height() * UPPER;
    let top = |at: u32| headings.get(at)?.dyn_into::<Element>().ok().map(|one| one.get_bounding_client_rect().top());
    (0..headings.length()).find(|at| top(*at).is_none_or(|top| top > line)).unwrap_or(headings.length())
}
