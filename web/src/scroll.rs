//! Scrolls the message list: to the end while it grows, to where the user left it, or to a requested message. Keeps the
//! visible messages in place when content above them is inserted or changes its height.
//!
//! The position of one message on screen, the anchor, is kept; never a sum of heights. All of it happens once per frame
//! before painting: when the rows change, and when the browser reports a new size.

mod keys;
mod measure;
mod position;

use crate::{
    browser,
    chat::Chat,
    list::{FetchRequest, Place, hold},
    state::ScrollTarget,
};
use leptos::{html::Div, prelude::*};
use measure::Frame;
use position::{Anchor, follows_end, place_of_target};
use std::{collections::BTreeMap, time::Duration};
use wasm_bindgen::{JsCast, closure::Closure};
use web_sys::{HtmlElement, ResizeObserver};

/// How long a target message is highlighted.
const FOUND_FOR: Duration = Duration::from_millis(2_500);

/// Controls the view of the list.
#[derive(Clone, Copy)]
pub struct Scroll {
    /// Whether the view follows the end.
    pub at_end: RwSignal<bool>,
    /// Scrolling element. It contains the spacer above, the column with the rows, and the spacer below.
    pub frame: NodeRef<Div>,
    chat: Chat,
    /// Elements of the rows, by key.
    slots: StoredValue<BTreeMap<u64, HtmlElement>, LocalStorage>,
    anchor: StoredValue<Option<Anchor>>,
    /// Heights of the spacers above and below, in pixels.
    rooms: StoredValue<(f64, f64)>,
    last_top: StoredValue<f64>,
    /// Viewport width and height at the last layout.
    last_size: StoredValue<(i32, f64)>,
    /// Whether rows have changed since the last layout.
    is_due: StoredValue<bool>,
    had_focus: StoredValue<bool>,
}

impl Scroll {
    /// Creates the view at the end.
    pub fn new(chat: Chat) -> Self {
        let scroll = Self {
            at_end: chat.transcript.list.at_end,
            frame: NodeRef::new(),
            chat,
            slots: StoredValue::new_local(BTreeMap::new()),
            anchor: StoredValue::new(None),
            rooms: StoredValue::new((0.0, 0.0)),
            last_top: StoredValue::new(0.0),
            last_size: StoredValue::new((0, 0.0)),
            is_due: StoredValue::new(false),
            had_focus: StoredValue::new(false),
        };
        scroll.frame.on_load(move |frame| scroll.observe(&frame));
        Effect::new(move |_| {
            chat.transcript.rows.track();
            chat.transcript.list.scroll_target.track();
            scroll.settle_next_frame();
        });
        scroll
    }

    /// Scrolls to the end and stays there.
    pub fn to_end(self) {
        self.chat.loader.go_to_end();
    }

    /// Registers the element of a row.
    pub fn enter(self, key: u64, slot: HtmlElement) {
        self.slots.update_value(|slots| drop(slots.insert(key, slot)));
    }

    /// Removes the element of a row.
    pub fn leave(self, key: u64) {
        let _ = self.slots.try_update_value(|slots| slots.remove(&key));
    }

    /// Handles a scroll event, whether the user or this code scrolled.
    pub fn scrolled(self) {
        let Some(frame) = self.measured() else { return };
        let top = frame.top();
        let moved = top - self.last_top.get_value();
        self.last_top.set_value(top);
        self.anchor.update_value(|anchor| anchor.iter_mut().for_each(|anchor| anchor.offset -= moved));
        if self.at_end.get_untracked() && frame.size() != self.last_size.get_value() {
            // The window was resized and the browser adjusted the position: the user did not scroll.
            return self.settle();
        }
        let has_newer = self.chat.transcript.list.has_newer.get_untracked();
        if let Some(at_end) = follows_end(frame.distance_to_end(), moved, has_newer) {
            self.set_at_end(at_end);
        }
        if self.is_due.get_value() {
            return self.settle();
        }
        self.note(&frame);
        self.ask(&frame);
    }

    /// Handles the end of scrolling: corrects the spacers, so that the scrollbar is accurate again.
    pub fn rested(self) {
        let Some(frame) = self.measured() else { return };
        if self.is_due.get_value() || self.at_end.get_untracked() {
            return;
        }
        self.measure(&frame);
        let (above, below) = self.ideal(&frame);
        let by = above - self.rooms.get_value().0;
        self.set_rooms(&frame, above, below);
        if by.abs() > 1.0 {
            self.set_top(&frame, frame.top() + by);
        }
        self.note(&frame);
        self.chat.loader.keep_place();
    }

    fn settle_next_frame(self) {
        if !self.is_due.get_value() {
            self.is_due.set_value(true);
            request_animation_frame(move || {
                if self.is_due.get_value() {
                    self.settle();
                }
            });
        }
    }

    /// Updates the view after rows or sizes have changed.
    fn settle(self) {
        self.is_due.set_value(false);
        let Some(frame) = self.measured() else { return };
        let before = self.last_size.get_value();
        self.last_size.set_value(frame.size());
        if frame.width() != before.0 {
            self.chat.transcript.list.estimates.update_value(crate::list::HeightEstimate::forget);
            self.rescale(&frame);
        }
        let scroll_target = self.chat.transcript.list.scroll_target.get_untracked();
        if scroll_target.is_some_and(|scroll_target| self.is_undrawn(&frame, scroll_target)) {
            // The column reports a new size when its rows are drawn.
            return;
        }
        self.chat.transcript.list.scroll_target.update_untracked(|scroll_target| *scroll_target = None);
        match scroll_target {
            Some(scroll_target) => self.go(&frame, scroll_target),
            None if self.at_end.get_untracked() => self.go_to_end(&frame, self.rooms.get_value().0),
            None => self.keep(&frame),
        }
        self.rescue_focus(&frame);
        self.note(&frame);
        self.ask(&frame);
    }

    /// Whether the row of a target is loaded, but not drawn yet: the code that draws messages may arrive after them.
    fn is_undrawn(self, frame: &Frame, scroll_target: ScrollTarget) -> bool {
        let sequence = match scroll_target {
            ScrollTarget::End | ScrollTarget::Start => return false,
            ScrollTarget::Dragged(sequence, _) | ScrollTarget::Place(sequence, _) | ScrollTarget::Message(sequence) => {
                sequence
            }
        };
        !self.chat.transcript.rows.with_untracked(Vec::is_empty) && self.find(frame, sequence).is_none()
    }

    fn go(self, frame: &Frame, scroll_target: ScrollTarget) {
        self.measure(frame);
        match scroll_target {
            ScrollTarget::End => self.go_to_end(frame, self.ideal(frame).0),
            ScrollTarget::Start => {
                let (above, below) = self.ideal(frame);
                self.set_rooms(frame, above, below);
                self.set_top(frame, 0.0);
                self.set_at_end(frame.distance_to_end() <= 2.0);
            }
            ScrollTarget::Dragged(sequence, offset) => {
                // The loaded part may have become shorter than the position of the scrollbar.
                let top = self.last_top.get_value();
                self.bring(frame, sequence, |_| offset, |inner| Some((top + offset - inner, top)));
            }
            ScrollTarget::Place(sequence, offset) => drop(self.bring(frame, sequence, |_| offset, |_| None)),
            ScrollTarget::Message(sequence) => {
                if let Some(key) =
                    self.bring(frame, sequence, |height| place_of_target(height, frame.height()), |_| None)
                {
                    self.show_found(key);
                }
            }
        }
    }

    fn go_to_end(self, frame: &Frame, above: f64) {
        if self.chat.transcript.list.has_newer.get_untracked() {
            return self.keep(frame);
        }
        let above = if self.chat.transcript.list.has_older.get_untracked() { above } else { 0.0 };
        self.set_rooms(frame, above, 0.0);
        self.set_at_end(true);
        // The welcome page is read from its beginning.
        let is_empty = self.chat.transcript.rows.with_untracked(Vec::is_empty);
        frame.set_top(if is_empty { 0.0 } else { f64::from(i32::MAX) });
        self.last_top.set_value(frame.top());
    }

    /// Scrolls so that the row of a sequence is at a distance from the top that may depend on its height. From the
    /// row's position in the column, `dragged` may return the height of the spacer above and the scroll position.
    /// Returns the key of the row.
    fn bring(
        self,
        frame: &Frame,
        sequence: u32,
        offset: impl Fn(f64) -> f64,
        dragged: impl Fn(f64) -> Option<(f64, f64)>,
    ) -> Option<u64> {
        let (key, inner, height) = self.find(frame, sequence)?;
        let offset = offset(height);
        let (ideal, below) = self.ideal(frame);
        let (above, top) = match dragged(inner) {
            Some((above, top)) if above >= 0.0 && self.chat.transcript.list.has_older.get_untracked() => (above, top),
            _ => (ideal, ideal + inner - offset),
        };
        self.set_rooms(frame, above, below);
        self.set_top(frame, top);
        self.set_at_end(!self.chat.transcript.list.has_newer.get_untracked() && frame.distance_to_end() <= 2.0);
        Some(key)
    }

    /// Keeps the anchor at its position on screen.
    fn keep(self, frame: &Frame) {
        let by = self.anchor.get_value().and_then(|anchor| Some(self.offset_of(frame, anchor.key)?.0 - anchor.offset));
        let by = by.filter(|by| by.abs() > 0.75).unwrap_or(0.0);
        let (above, scroll) = hold(self.rooms.get_value().0, self.chat.transcript.list.has_older.get_untracked(), by);
        let below = self.ideal(frame).1;
        self.set_rooms(frame, above, below);
        if scroll.abs() > 0.5 {
            self.set_top(frame, frame.top() + scroll);
        }
    }

    /// Adjusts the anchor after a change of width, because the same text is now at another distance from the top of its
    /// message.
    fn rescale(self, frame: &Frame) {
        let Some(anchor) = self.anchor.get_value() else { return };
        let Some((_, height)) = self.offset_of(frame, anchor.key) else { return };
        self.anchor.set_value(Some(anchor.rescaled(height)));
    }

    /// Chooses the new anchor and remembers the position of the view.
    fn note(self, frame: &Frame) {
        let anchor = self.anchor_in(frame);
        self.anchor.set_value(anchor);
        self.had_focus.set_value(frame.has_focus());
        let row = anchor.filter(|_| !self.at_end.get_untracked()).and_then(|anchor| {
            let rows = self.chat.transcript.rows.read_untracked();
            let row = rows.iter().find(|row| row.key == anchor.key)?;
            Some(Place { message: row.id()?, sequence: row.sequence.get_untracked(), offset: anchor.offset })
        });
        self.chat.transcript.list.here.set_value(row);
        let seen = self.seen_in(frame);
        if self.chat.transcript.list.seen.get_untracked() != seen {
            self.chat.transcript.list.seen.set(seen);
        }
    }

    /// Requests the messages that will be visible soon.
    fn ask(self, frame: &Frame) {
        if self.chat.transcript.list.is_reading() {
            return;
        }
        let viewport = self.viewport(frame);
        let (first, end) = self.chat.transcript.loaded_span();
        let fetch = self.chat.transcript.list.estimates.with_value(|estimates| viewport.fetch(estimates, first, end));
        if fetch == FetchRequest::Nothing {
            return;
        }
        self.measure(frame);
        self.chat.loader.fulfil(fetch, self.evictable(frame, viewport.kept(), fetch));
    }

    fn show_found(self, key: u64) {
        let found = self.chat.transcript.list.found;
        found.set(Some(key));
        set_timeout(
            move || {
                if found.get_untracked() == Some(key) {
                    found.set(None);
                }
            },
            FOUND_FOR,
        );
        if let Some(element) = self.focusable(key) {
            browser::focus_in_place(&element);
        }
    }

    /// Moves the focus to the list if the focused row was unloaded, so that keyboard users can continue.
    fn rescue_focus(self, frame: &Frame) {
        if self.had_focus.get_value() && browser::nothing_has_focus() {
            browser::focus_in_place(frame.element());
        }
    }

    fn set_at_end(self, at_end: bool) {
        if self.at_end.get_untracked() != at_end {
            self.at_end.set(at_end);
        }
        if at_end && self.chat.transcript.list.unread.get_untracked() > 0 {
            self.chat.transcript.list.unread.set(0);
        }
    }

    fn set_top(self, frame: &Frame, top: f64) {
        frame.set_top(top);
        self.last_top.set_value(frame.top());
    }

    fn set_rooms(self, frame: &Frame, above: f64, below: f64) {
        let before = self.rooms.get_value();
        if (before.0 - above).abs() > 0.25 || (before.1 - below).abs() > 0.25 {
            self.rooms.set_value((above, below));
            frame.set_rooms(above, below);
        }
    }

    fn observe(self, frame: &HtmlElement) {
        let on_resize = Closure::<dyn FnMut()>::new(move || self.settle());
        let Ok(observer) = ResizeObserver::new(on_resize.as_ref().unchecked_ref()) else { return };
        observer.observe(frame);
        if let Some(column) = Frame::column_of(frame) {
            observer.observe(&column);
        }
        let on_rest = Closure::<dyn FnMut()>::new(move || self.rested());
        let _ = frame.add_event_listener_with_callback("scrollend", on_rest.as_ref().unchecked_ref());
        // They live as long as the page, like the transcript.
        on_resize.forget();
        on_rest.forget();
    }
}

#[cfg(all(test, not(target_family = "wasm")))]
mod tests;
