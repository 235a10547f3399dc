//! Keyboard navigation in the list: Home and End, and the arrow keys from message to message. The browser handles
//! PageUp, PageDown and the space bar.

use super::Scroll;
use crate::browser;
use leptos::{ev::KeyboardEvent, prelude::*};

impl Scroll {
    /// Handles a key event in the list. Fields, menus and other widgets keep their own keys.
    pub fn key(self, event: &KeyboardEvent) {
        let is_plain = !event.alt_key() && !event.meta_key() && !event.shift_key();
        if event.default_prevented() || !is_plain || browser::takes_keys(event.target()) {
            return;
        }
        let is_done = match (event.key().as_str(), event.ctrl_key()) {
            ("Home", _) => {
                self.chat.loader.go_to_start();
                true
            }
            ("End", _) => {
                self.to_end();
                true
            }
            ("ArrowDown", false) => self.step(true),
            ("ArrowUp", false) => self.step(false),
            _ => false,
        };
        if is_done {
            event.prevent_default();
        }
    }

    /// Moves the focus to the next or the previous message. If more of the current message lies in that direction, the
    /// browser scrolls instead. Returns whether the focus moved.
    fn step(self, down: bool) -> bool {
        let Some(frame) = self.measured() else { return false };
        let keys = self.chat.transcript.rows.with_untracked(|rows| rows.iter().map(|row| row.key).collect::<Vec<_>>());
        let has_focus = |key: &u64| self.slots.with_value(|slots| slots.get(key).is_some_and(browser::has_focus));
        let place = |key: u64| self.offset_of(&frame, key).unwrap_or_default();
        let next = match keys.iter().position(has_focus) {
            Some(at) => {
                if goes_on(place(keys[at]), frame.height(), down) {
                    return false;
                }
                let after = if down { &keys[at + 1..] } else { &keys[..at] };
                self.first_focusable(after, down)
            }
            // Coming from outside the list: the first or last visible message.
            None => {
                let is_seen = |key: &&u64| is_seen(place(**key), frame.height());
                let seen: Vec<u64> = keys.iter().filter(is_seen).copied().collect();
                self.first_focusable(&seen, down)
            }
        };
        let Some(element) = next else { return false };
        let _ = element.focus();
        true
    }

    fn first_focusable(self, keys: &[u64], from_start: bool) -> Option<web_sys::HtmlElement> {
        if from_start {
            keys.iter().find_map(|key| self.focusable(*key))
        } else {
            keys.iter().rev().find_map(|key| self.focusable(*key))
        }
    }
}

/// Whether more of the message lies outside the viewport in a direction. Its place is the distance of its top from the
/// top of the viewport, and its height.
fn goes_on((top, height): (f64, f64), viewport: f64, down: bool) -> bool {
    // Less than a line does not count.
    const SLACK: f64 = 4.0;
    if down { top + height > viewport + SLACK } else { top < -SLACK }
}

/// Whether a part of the message is in the viewport.
fn is_seen((top, height): (f64, f64), viewport: f64) -> bool {
    height > 0.0 && top + height > 0.0 && top < viewport
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arrow_scrolls_while_the_message_goes_on_in_its_direction() {
        for (place, down, up) in [
            ((100.0, 300.0), false, false),
            ((100.0, 2_000.0), true, false),
            ((-900.0, 1_000.0), false, true),
            ((-900.0, 5_000.0), true, true),
            ((-3.0, 806.0), false, false),
            ((0.0, 0.0), false, false),
        ] {
            assert_eq!((goes_on(place, 800.0, true), goes_on(place, 800.0, false)), (down, up), "{place:?}");
        }
    }

    #[test]
    fn a_message_that_is_not_drawn_or_just_out_of_view_is_not_seen() {
        for place in [(0.0, 10.0), (-9.0, 10.0), (799.0, 10.0), (-100.0, 2_000.0)] {
            assert!(is_seen(place, 800.0), "{place:?}");
        }
        for place in [(0.0, 0.0), (-10.0, 10.0), (800.0, 10.0), (-500.0, 100.0)] {
            assert!(!is_seen(place, 800.0), "{place:?}");
        }
    }
}
