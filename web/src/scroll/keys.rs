//! The list by keyboard: Home and End, and the arrows from message to message. PageUp, PageDown and the space bar are the
//! browser's own.

use super::Scroll;
use crate::browser;
use leptos::{ev::KeyboardEvent, prelude::*};

impl Scroll {
    /// A key was pressed somewhere in the list. What has keys of its own, such as a field or a menu, keeps them.
    pub fn key(self, event: &KeyboardEvent) {
        let is_plain = !event.alt_key() && !event.meta_key() && !event.shift_key();
        if event.default_prevented() || !is_plain || browser::takes_keys(event.target()) {
            return;
        }
        let is_done = match (event.key().as_str(), event.ctrl_key()) {
            ("Home", _) => {
                self.chat.go_to_start();
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

    /// The focus goes to the next message, or to the one before. Not while there is more of this one to be read in that
    /// direction: then the page scrolls. Whether it went.
    fn step(self, down: bool) -> bool {
        let Some(frame) = self.measured() else { return false };
        let keys = self.chat.rows.with_untracked(|rows| rows.iter().map(|row| row.key).collect::<Vec<_>>());
        let has_focus = |key: &u64| self.slots.with_value(|slots| slots.get(key).is_some_and(browser::has_focus));
        let place = |key: u64| self.offset_of(&frame, key).unwrap_or_default();
        let next = match keys.iter().position(has_focus) {
            Some(at) => {
                let (top, height) = place(keys[at]);
                let goes_on = if down { top + height > frame.height() + 4.0 } else { top < -4.0 };
                if goes_on {
                    return false;
                }
                let after = if down { &keys[at + 1..] } else { &keys[..at] };
                self.first_focusable(after, down)
            }
            // From outside: the first or last one in sight.
            None => {
                let is_seen = |key: &&u64| {
                    let (top, height) = place(**key);
                    height > 0.0 && top + height > 0.0 && top < frame.height()
                };
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
