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
    /// Sequence of the message that is being read: the last one that begins in the upper part of the view.
    pub seen: RwSignal<Sequence>,
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
            seen: RwSignal::new(0),
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

#[cfg(test)]
mod tests {
    use super::*;

    /// List of a conversation with the messages 5 to 99.
    fn list() -> List {
        let list = List::new();
        list.begin(HeightEstimate::new(5, 100, 10.0));
        list
    }

    #[test]
    fn the_result_of_a_read_counts_only_until_the_next_one_begins() {
        let list = list();
        let (first, second) = (list.ticket(), list.ticket());
        assert!(!list.is_wanted(first) && list.is_reading(), "the second one still runs");
        assert!(list.is_wanted(second) && !list.is_reading());
        let late = list.ticket();
        list.begin(HeightEstimate::new(0, 1, 10.0));
        assert!(!list.is_wanted(late), "another conversation was opened");
        assert!(!list.is_reading());
    }

    #[test]
    fn messages_are_counted_from_the_first_that_exists() {
        let list = list();
        assert_eq!((list.position(5), list.position(99), list.size.get_untracked()), (1, 95, 95));
        assert_eq!(list.position(0), 0, "one that was erased");
        list.set_first(50);
        assert_eq!((list.position(50), list.size.get_untracked()), (1, 50));
        list.set_end(51);
        assert_eq!((list.end(), list.size.get_untracked()), (51, 1));
        list.set_end(0);
        assert_eq!((list.end(), list.size.get_untracked()), (50, 0), "never before the first");
    }

    #[test]
    fn the_view_cannot_follow_an_end_that_is_not_loaded() {
        let list = list();
        list.set_edges(true, false);
        assert!(list.at_end.get_untracked() && list.has_older.get_untracked());
        list.set_edges(true, true);
        assert!(!list.at_end.get_untracked());
        list.set_edges(false, false);
        assert!(!list.at_end.get_untracked(), "the user left the end, and comes back when they want to");
    }

    #[test]
    fn another_conversation_begins_without_what_was_of_the_last_one() {
        let list = list();
        list.unread.set(3);
        list.found.set(Some(7));
        list.begin(HeightEstimate::default());
        assert_eq!((list.unread.get_untracked(), list.found.get_untracked(), list.size.get_untracked()), (0, None, 0));
    }
}
