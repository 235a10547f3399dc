//! Which part of the open conversation is loaded, the estimated height of the rest, and the scroll target.
//!
//! [`crate::list`] decides what to read, [`super::loading`] reads it, and [`crate::scroll`] moves the view.

use crate::list::{HeightEstimate, Place};
use leptos::prelude::*;
use ricordo_core::branch::Sequence;

/// Where to scroll at the next layout.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ScrollTarget {
    /// The end; the view stays there.
    End,
    /// The start.
    Start,
    /// This message, at this distance from the top in pixels. The scrollbar does not move, because it was dragged
    /// there.
    Dragged(Sequence, f64),
    /// This message, at this distance from the top in pixels.
    Place(Sequence, f64),
    /// This message, which is focused and highlighted.
    Message(Sequence),
}

/// State of the loaded part.
#[derive(Clone, Copy)]
pub struct List {
    /// Whether there are messages before the loaded ones.
    pub has_older: RwSignal<bool>,
    /// Whether there are messages after the loaded ones.
    pub has_newer: RwSignal<bool>,
    /// Whether the view follows the end.
    pub at_end: RwSignal<bool>,
    /// Number of messages that arrived while the end was out of view.
    pub unread: RwSignal<u64>,
    /// Number of messages in the conversation.
    pub size: RwSignal<u32>,
    /// Pending scroll target.
    pub scroll_target: RwSignal<Option<ScrollTarget>>,
    /// Key of the row to highlight briefly.
    pub found: RwSignal<Option<u64>>,
    /// Search text that led to the target row; empty if none.
    pub words: StoredValue<String>,
    /// Height estimates.
    pub estimates: StoredValue<HeightEstimate>,
    /// Position of the view; `None` at the end.
    pub here: StoredValue<Option<Place>>,
    /// Incremented for each read; the result of an outdated read is dropped.
    ticket: StoredValue<u64>,
    is_reading: StoredValue<bool>,
}

impl List {
    /// Creates an empty list.
    pub fn new() -> Self {
        Self {
            has_older: RwSignal::new(false),
            has_newer: RwSignal::new(false),
            at_end: RwSignal::new(true),
            unread: RwSignal::new(0),
            size: RwSignal::new(0),
            scroll_target: RwSignal::new(None),
            found: RwSignal::new(None),
            words: StoredValue::new(String::new()),
            estimates: StoredValue::new(HeightEstimate::default()),
            here: StoredValue::new(None),
            ticket: StoredValue::new(0),
            is_reading: StoredValue::new(false),
        }
    }

    /// Sequence after the last message.
    pub fn end(self) -> Sequence {
        self.estimates.with_value(HeightEstimate::end)
    }

    /// Number of the message with this sequence, counted from 1.
    pub fn position(self, sequence: Sequence) -> u32 {
        (sequence + 1).saturating_sub(self.estimates.with_value(HeightEstimate::first))
    }

    /// Sets the sequence after the last message.
    pub(super) fn set_end(self, end: Sequence) {
        self.estimates.update_value(|estimates| estimates.set_end(end));
        self.note_size();
    }

    /// Sets the sequence of the first message.
    pub(super) fn set_first(self, first: Sequence) {
        self.estimates.update_value(|estimates| estimates.set_first(first));
        self.note_size();
    }

    /// Starts over for another conversation.
    pub(super) fn begin(self, estimates: HeightEstimate) {
        self.ticket();
        self.is_reading.set_value(false);
        self.estimates.set_value(estimates);
        self.unread.set(0);
        self.found.set(None);
        self.here.set_value(None);
        self.note_size();
    }

    /// Whether a read is running whose result will be shown.
    pub fn is_reading(self) -> bool {
        self.is_reading.get_value()
    }

    /// Starts a read and returns its ticket. The results of earlier reads will be dropped.
    pub(super) fn ticket(self) -> u64 {
        self.is_reading.set_value(true);
        self.ticket
            .try_update_value(|ticket| {
                *ticket += 1;
                *ticket
            })
            .unwrap_or_default()
    }

    /// Ends a read. Returns whether its result is still wanted.
    pub(super) fn is_wanted(self, ticket: u64) -> bool {
        let is_wanted = self.ticket.get_value() == ticket;
        if is_wanted {
            self.is_reading.set_value(false);
        }
        is_wanted
    }

    /// Sets the edges; a signal whose value is unchanged is not notified.
    pub(super) fn set_edges(self, has_older: bool, has_newer: bool) {
        for (signal, now) in [(self.has_older, has_older), (self.has_newer, has_newer)] {
            if signal.get_untracked() != now {
                signal.set(now);
            }
        }
        if has_newer && self.at_end.get_untracked() {
            self.at_end.set(false);
        }
    }

    fn note_size(self) {
        let size = self.estimates.with_value(|estimates| estimates.end() - estimates.first());
        if self.size.get_untracked() != size {
            self.size.set(size);
        }
    }
}
