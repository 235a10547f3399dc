//! Measures the layout: the position of the view, and of the rows in it.

use super::{
    Anchor, Scroll,
    position::{kept_row, read_row, rows_beyond},
};
use crate::{
    browser,
    floats::decimals,
    list::{FetchRequest, Viewport, by_tokens},
};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

/// Scrolling element with its three children.
pub(super) struct Frame {
    element: HtmlElement,
    above: HtmlElement,
    column: HtmlElement,
    below: HtmlElement,
    /// Top of the element in the window, in pixels.
    origin: f64,
}

impl Frame {
    fn of(element: HtmlElement) -> Option<Self> {
        let children = element.children();
        let child = |at| children.item(at).and_then(|child: Element| child.dyn_into::<HtmlElement>().ok());
        let origin = element.get_bounding_client_rect().top();
        Some(Self { above: child(0)?, column: child(1)?, below: child(2)?, origin, element })
    }

    pub(super) fn column_of(element: &HtmlElement) -> Option<Element> {
        element.children().item(1)
    }

    pub(super) fn element(&self) -> &HtmlElement {
        &self.element
    }

    pub(super) fn top(&self) -> f64 {
        f64::from(self.element.scroll_top())
    }

    #[allow(clippy::cast_possible_truncation, reason = "a number of pixels; what is too large is the end")]
    pub(super) fn set_top(&self, top: f64) {
        self.element.set_scroll_top(top.round().max(0.0) as i32);
    }

    pub(super) fn height(&self) -> f64 {
        f64::from(self.element.client_height())
    }

    pub(super) fn width(&self) -> i32 {
        self.element.client_width()
    }

    /// Width and height in pixels.
    pub(super) fn size(&self) -> (i32, f64) {
        (self.width(), self.height())
    }

    pub(super) fn distance_to_end(&self) -> f64 {
        f64::from(self.element.scroll_height()) - self.top() - self.height()
    }

    pub(super) fn set_rooms(&self, above: f64, below: f64) {
        for (room, height) in [(&self.above, above), (&self.below, below)] {
            let _ = room.style().set_property("height", &format!("{}px", decimals(height)));
        }
    }

    pub(super) fn has_focus(&self) -> bool {
        browser::has_focus(&self.column)
    }

    /// Distance of an element from the top of the viewport, and its height.
    fn place_of(&self, element: &HtmlElement) -> (f64, f64) {
        let rect = element.get_bounding_client_rect();
        (rect.top() - self.origin, rect.height())
    }
}

impl Scroll {
    pub(super) fn measured(self) -> Option<Frame> {
        Frame::of(self.frame.get_untracked()?.unchecked_into())
    }

    /// Distance of a row from the top of the viewport, and its height.
    pub(super) fn offset_of(self, frame: &Frame, key: u64) -> Option<(f64, f64)> {
        self.slots.with_value(|slots| slots.get(&key).map(|slot| frame.place_of(slot)))
    }

    /// Finds the row of a sequence, or the next row: its key, its top in the column and its height.
    pub(super) fn find(self, frame: &Frame, sequence: u32) -> Option<(u64, f64, f64)> {
        let rows = self.chat.transcript.rows.read_untracked();
        let row = rows.iter().find(|row| row.sequence.get_untracked() >= sequence).or(rows.last())?;
        let (top, height) = self.offset_of(frame, row.key)?;
        let (column, _) = frame.place_of(&frame.column);
        Some((row.key, top - column, height))
    }

    /// Focusable element of a row.
    pub(super) fn focusable(self, key: u64) -> Option<HtmlElement> {
        let found = self.slots.with_value(|slots| slots.get(&key).map(|slot| slot.query_selector("article, summary")));
        found?.ok().flatten()?.dyn_into().ok()
    }

    /// Chooses the anchor: the first row that begins in the viewport, or the one that fills it.
    pub(super) fn anchor_in(self, frame: &Frame) -> Option<Anchor> {
        let rows = self.chat.transcript.rows.read_untracked();
        let row = rows.get(kept_row(&rows, frame.height(), |row| self.offset_of(frame, row.key))?)?;
        let (offset, height) = self.offset_of(frame, row.key)?;
        Some(Anchor { key: row.key, offset, height })
    }

    /// Sequence of the message that is being read: the last one that begins no lower than where a target is placed.
    pub(super) fn seen_in(self, frame: &Frame) -> u32 {
        let rows = self.chat.transcript.rows.read_untracked();
        let at = read_row(&rows, frame.height(), |row| self.offset_of(frame, row.key));
        at.and_then(|at| rows.get(at)).map_or(0, |row| row.sequence.get_untracked())
    }

    /// Current geometry of the list.
    pub(super) fn viewport(self, frame: &Frame) -> Viewport {
        let (above, below) = self.rooms.get_value();
        Viewport {
            top: frame.top(),
            height: frame.height(),
            above,
            block: f64::from(frame.column.offset_height()),
            below,
            has_older: self.chat.transcript.list.has_older.get_untracked(),
            has_newer: self.chat.transcript.list.has_newer.get_untracked(),
        }
    }

    /// Heights of the spacers that the whole conversation needs.
    pub(super) fn ideal(self, frame: &Frame) -> (f64, f64) {
        let (first, end) = self.chat.transcript.loaded_span();
        self.chat.transcript.list.estimates.with_value(|estimates| self.viewport(frame).rooms(estimates, first, end))
    }

    /// Records the heights of the loaded rows, and the gaps between their sequences.
    pub(super) fn measure(self, frame: &Frame) {
        let rows = self.chat.transcript.rows.read_untracked();
        self.chat.transcript.list.estimates.update_value(|estimates| {
            let mut next = None;
            for row in rows.iter() {
                let Some((_, height)) = self.offset_of(frame, row.key) else { continue };
                let sequence = row.sequence.get_untracked();
                let tokens = row.message.with_untracked(|message| message.as_ref().map_or(0, |message| message.tokens));
                estimates.leave_out(next.unwrap_or(sequence), sequence);
                estimates.measure(sequence, height, by_tokens(tokens.into()));
                next = Some(sequence + 1);
            }
        });
    }

    /// Number of rows at the other end that are too far away to keep.
    pub(super) fn evictable(self, frame: &Frame, kept: (f64, f64), fetch: FetchRequest) -> usize {
        let rows = self.chat.transcript.rows.read_untracked();
        let kept = (kept.0 - frame.top(), kept.1 - frame.top());
        rows_beyond(&rows, fetch, kept, |row| self.offset_of(frame, row.key))
    }
}
