//! Which stretch of the open conversation is in the page, how tall the rest is taken to be, and where the view is to go.
//!
//! What is read is decided in [`crate::list`] and done in [`super::loading`]; [`crate::scroll`] moves the view.

use crate::list::{HeightEstimate, Place};
use leptos::prelude::*;
use ricordo_core::branch::Sequence;

/// Where the view goes when the page is laid out next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ScrollTarget {
    /// To the end, to stay there.
    End,
    /// To the start.
    Start,
    /// This message comes to this distance from the top. The scrollbar stays where it is: it was dragged there.
    Dragged(Sequence, f64),
    /// This message comes to this distance from the top.
    Place(Sequence, f64),
    /// To this message, which gets the focus and is shown to be the one.
    Message(Sequence),
}

/// The stretch, and what goes with it.
#[derive(Clone, Copy)]
pub struct List {
    /// Whether there are messages before those in the page.
    pub has_older: RwSignal<bool>,
    /// Whether there are messages after those in the page.
    pub has_newer: RwSignal<bool>,
    /// Whether the end is in view and stays there.
    pub at_end: RwSignal<bool>,
    /// How many messages came in while the end was out of view.
    pub unread: RwSignal<u64>,
    /// How many messages there are.
    pub size: RwSignal<u32>,
    /// Where the view is to go.
    pub scroll_target: RwSignal<Option<ScrollTarget>>,
    /// The key of the row that was looked for, for a moment.
    pub found: RwSignal<Option<u64>>,
    /// The words that led to the row that is looked for; empty: none.
    pub words: StoredValue<String>,
    /// The heights.
    pub estimates: StoredValue<HeightEstimate>,
    /// Where the reader is; `None`: at the end.
    pub here: StoredValue<Option<Place>>,
    /// Goes up with each reading; an older one that comes back late is dropped.
    ticket: StoredValue<u64>,
    is_reading: StoredValue<bool>,
}

impl List {
    /// Empty.
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

    /// One past the last message.
    pub fn end(self) -> Sequence {
        self.estimates.with_value(HeightEstimate::end)
    }

    /// Which of all messages the one of this sequence is, counted from 1.
    pub fn position(self, sequence: Sequence) -> u32 {
        (sequence + 1).saturating_sub(self.estimates.with_value(HeightEstimate::first))
    }

    /// The conversation ends before this sequence.
    pub(super) fn set_end(self, end: Sequence) {
        self.estimates.update_value(|estimates| estimates.set_end(end));
        self.note_size();
    }

    /// The conversation begins with this sequence.
    pub(super) fn set_first(self, first: Sequence) {
        self.estimates.update_value(|estimates| estimates.set_first(first));
        self.note_size();
    }

    /// Another conversation.
    pub(super) fn begin(self, estimates: HeightEstimate) {
        self.ticket();
        self.is_reading.set_value(false);
        self.estimates.set_value(estimates);
        self.unread.set(0);
        self.found.set(None);
        self.here.set_value(None);
        self.note_size();
    }

    /// Whether messages are being read that will come into the page.
    pub fn is_reading(self) -> bool {
        self.is_reading.get_value()
    }

    /// A reading begins. What others bring counts no more.
    pub(super) fn ticket(self) -> u64 {
        self.is_reading.set_value(true);
        self.ticket
            .try_update_value(|ticket| {
                *ticket += 1;
                *ticket
            })
            .unwrap_or_default()
    }

    /// A reading came back. Whether it is still wanted.
    pub(super) fn is_wanted(self, ticket: u64) -> bool {
        let is_wanted = self.ticket.get_value() == ticket;
        if is_wanted {
            self.is_reading.set_value(false);
        }
        is_wanted
    }

    /// Keeps a signal quiet that says the same.
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
