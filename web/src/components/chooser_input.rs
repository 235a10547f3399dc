//! How selecting several conversations begins and goes on with mouse, keyboard and touch: Ctrl and Shift with a click or
//! with the arrow keys, a long press.

use super::field_keys::is_composing;
use crate::{
    browser,
    chat::{Chat, Choosing, box_of},
    mount,
};
use leptos::{
    ev::{self, KeyboardEvent, MouseEvent, PointerEvent},
    prelude::*,
};
use ricordo_core::id::ConversationId;
use std::time::Duration;
use web_sys::Event;

/// Id of the element around the check boxes, within which the arrow keys move the focus.
pub const CHOOSER: &str = "chooser";
/// Buttons that open a conversation.
const ROWS: &str = "[data-project] li.conversation > .open";
/// Check boxes.
const BOXES: &str = "li input[type=checkbox]";
/// How long a finger presses a row before that selects it.
const LONG: Duration = Duration::from_millis(500);
/// How far a finger may move meanwhile, in pixels.
const STILL: i32 = 10;

/// A finger on a row.
#[derive(Clone, Copy)]
struct Press {
    timer: StoredValue<Option<TimeoutHandle>>,
    place: StoredValue<(i32, i32)>,
    /// Whether it was a long one. Lifting the finger then clicks nothing.
    was_long: StoredValue<bool>,
}

impl Press {
    fn end(self) {
        if let Some(timer) = self.timer.try_update_value(Option::take).flatten() {
            timer.clear();
        }
    }

    fn begin(self, event: &PointerEvent, chat: Chat, choosing: Choosing) {
        self.end();
        self.was_long.set_value(false);
        let Some(id) = row(event).filter(|_| event.pointer_type() == "touch") else { return };
        self.place.set_value((event.client_x(), event.client_y()));
        let held = move || {
            self.was_long.set_value(true);
            choosing.begin(chat, vec![id]);
        };
        self.timer.set_value(set_timeout_with_handle(held, LONG).ok());
    }

    fn goes_on(self, event: &PointerEvent) {
        let (x, y) = self.place.get_value();
        if (event.client_x() - x).abs() > STILL || (event.client_y() - y).abs() > STILL {
            self.end();
        }
    }
}

/// Listens in the list for what begins a selection.
pub fn listen(chat: Chat, choosing: Choosing) {
    let press =
        Press { timer: StoredValue::new(None), place: StoredValue::new((0, 0)), was_long: StoredValue::new(false) };
    mount::listen(ev::pointerdown, move |event| press.begin(&event, chat, choosing));
    mount::listen(ev::pointermove, move |event| press.goes_on(&event));
    mount::listen(ev::pointerup, move |_| press.end());
    mount::listen(ev::pointercancel, move |_| press.end());
    // The menu of the browser would lie over the selection.
    mount::listen(ev::contextmenu, move |event| {
        if press.was_long.get_value() && browser::closest(&event, ".sidebar").is_some() {
            event.prevent_default();
        }
    });
    // Before the row opens its conversation.
    mount::listen_first(ev::click, move |event| {
        let is_end_of_press = press.was_long.get_value() && browser::closest(&event, ".sidebar").is_some();
        press.was_long.set_value(false);
        let clicked = row(&event).and_then(|id| clicked(chat, choosing, &event, id));
        if is_end_of_press || clicked.is_some() {
            event.prevent_default();
            event.stop_propagation();
        }
        if let Some(chosen) = clicked.filter(|_| !is_end_of_press) {
            choosing.begin(chat, chosen);
        }
    });
    mount::listen(ev::keydown, move |event| {
        let chosen = row(&event).zip(step(&event.key()).filter(|_| event.shift_key()));
        if let Some((id, step)) = chosen {
            event.prevent_default();
            choosing.begin(chat, [Some(id), choosing.beside(id, step)].into_iter().flatten().collect());
        }
    });
}

/// What a click on a row selects: with Ctrl or ⌘ that row, with Shift also those from the open conversation on.
fn clicked(chat: Chat, choosing: Choosing, event: &MouseEvent, id: ConversationId) -> Option<Vec<ConversationId>> {
    let range = || choosing.range_to(chat.id(), id);
    selected(event.shift_key(), event.ctrl_key() || event.meta_key(), id, range)
}

fn selected(
    has_shift: bool,
    has_control: bool,
    id: ConversationId,
    range: impl FnOnce() -> Vec<ConversationId>,
) -> Option<Vec<ConversationId>> {
    match (has_shift, has_control) {
        (true, _) => {
            let mut range = range();
            // The row that was clicked gets the focus, which the last one does.
            range.retain(|one| *one != id);
            range.push(id);
            Some(range)
        }
        (false, true) => Some(vec![id]),
        (false, false) => None,
    }
}

/// Conversation of the row that an event is on.
fn row(event: &Event) -> Option<ConversationId> {
    browser::closest(event, ROWS)?.id().strip_prefix("conversation-")?.parse().ok()
}

/// Conversation of the check box that an event is on.
fn box_at(event: &Event) -> Option<ConversationId> {
    browser::closest(event, BOXES)?.id().strip_prefix("select-")?.parse().ok()
}

/// Rows that an arrow key goes down.
fn step(key: &str) -> Option<isize> {
    match key {
        "ArrowDown" => Some(1),
        "ArrowUp" => Some(-1),
        _ => None,
    }
}

/// What a key does in the list with check boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pressed {
    /// Leaves the selection.
    End,
    /// Selects all conversations, or none.
    All,
    /// Goes to the next check box; with `extends`, selects it like this one.
    Go { step: isize, extends: bool },
}

/// What a key does; `None` if the browser handles it.
fn pressed(key: &str, is_on_box: bool, has_control: bool, has_shift: bool) -> Option<Pressed> {
    match key {
        "Escape" => Some(Pressed::End),
        "a" if is_on_box && has_control => Some(Pressed::All),
        _ if is_on_box => step(key).map(|step| Pressed::Go { step, extends: has_shift }),
        _ => None,
    }
}

/// Keys in the list with check boxes.
pub fn key(choosing: Choosing, event: &KeyboardEvent) {
    if is_composing(event) {
        return;
    }
    let at = box_at(event);
    let has_control = event.ctrl_key() || event.meta_key();
    let Some(pressed) = pressed(&browser::key_of(event), at.is_some(), has_control, event.shift_key()) else { return };
    match (pressed, at) {
        (Pressed::End, _) => choosing.end(),
        (Pressed::Go { step, extends }, Some(id)) => go(choosing, id, step, extends),
        _ => choosing.toggle_all(),
    }
    event.prevent_default();
    event.stop_propagation();
}

/// Moves the focus to the next check box, and with Shift selects both conversations, or takes both out.
fn go(choosing: Choosing, from: ConversationId, step: isize, has_shift: bool) {
    if let Some(to) = choosing.beside(from, step).filter(|_| has_shift) {
        let is_chosen = untrack(|| choosing.has(from));
        choosing.set(to, is_chosen, false);
        return browser::focus_now(&box_of(to));
    }
    browser::focus_next(CHOOSER, BOXES, step, false);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::testing::conversation_id;

    #[test]
    fn a_click_selects_with_control_or_shift_and_opens_without() {
        let ids = [1, 2, 3].map(conversation_id);
        let click = |has_shift, has_control| selected(has_shift, has_control, ids[1], || ids.to_vec());
        assert_eq!(click(false, false), None);
        assert_eq!(click(false, true), Some(vec![ids[1]]));
        for has_control in [false, true] {
            assert_eq!(click(true, has_control), Some(vec![ids[0], ids[2], ids[1]]), "the clicked one has the focus");
        }
        assert_eq!(selected(true, false, ids[0], Vec::new), Some(vec![ids[0]]), "one that is not in the list");
    }

    #[test]
    fn keys_move_on_select_and_leave_and_the_rest_belongs_to_the_browser() {
        let go = |step, extends| Some(Pressed::Go { step, extends });
        for (key, is_on_box, has_control, has_shift, wanted) in [
            ("ArrowDown", true, false, false, go(1, false)),
            ("ArrowUp", true, false, true, go(-1, true)),
            ("ArrowDown", false, false, false, None),
            ("a", true, true, false, Some(Pressed::All)),
            ("a", true, true, true, Some(Pressed::All)),
            ("a", true, false, false, None),
            ("a", false, true, false, None),
            ("Escape", false, false, false, Some(Pressed::End)),
            ("Escape", true, false, false, Some(Pressed::End)),
            (" ", true, false, false, None),
        ] {
            assert_eq!(pressed(key, is_on_box, has_control, has_shift), wanted, "{key:?} {is_on_box}");
        }
    }
}
