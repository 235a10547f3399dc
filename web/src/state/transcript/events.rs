//! What a turn does to the transcript.

use super::Transcript;
use crate::state::{
    Row,
    kept_rows::kept_rows,
    page_read::{PAGE, STEP},
};
use leptos::prelude::*;
use ricordo_core::{branch::Sequence, id::MessageId, message::Message};

/// Row count from which the first rows are unloaded while the view stays at the end.
const MOST_AT_END: usize = 2 * PAGE as usize;

impl Transcript {
    /// Removes the rows that stay behind on the old branch: those from where the turn begins.
    pub fn leave_branch(self, begins: Sequence) {
        let stay = self.rows.with_untracked(|rows| kept_rows(rows, begins));
        // Rows that are not loaded are read when the reply is sent: its message is stored by then.
        let Some(stay) = stay else { return };
        self.set_rows(self.rows.with_untracked(|rows| rows[..stay].to_vec()));
        self.list.set_edges(self.list.has_older.get_untracked(), false);
        self.list.set_end(begins);
    }

    /// Appends a message that was stored.
    pub fn stored(self, message: Message) {
        self.push(Row::of(self.new_key(), message));
    }

    /// Appends the row of a reply whose request was sent, unless it is there. Returns whether it was appended.
    pub fn await_reply(self, row: Row) -> bool {
        let is_shown = self.rows.with_untracked(|rows| rows.iter().any(|other| other.key == row.key));
        if !is_shown {
            row.sequence.set(self.list.end());
            self.push(row);
        }
        !is_shown
    }

    /// Appends a row. If the end is not loaded, the row comes when the end is loaded.
    fn push(self, row: Row) {
        self.list.set_end(self.list.end().max(row.sequence.get_untracked() + 1));
        self.count_change();
        if self.list.has_newer.get_untracked() {
            return;
        }
        let is_long = self.list.at_end.get_untracked() && self.rows.with_untracked(Vec::len) >= MOST_AT_END;
        self.rows.update(|rows| {
            if is_long {
                rows.drain(..STEP as usize);
            }
            rows.push(row);
        });
        if is_long {
            self.list.has_older.set(true);
        }
    }

    /// Adds to the number of messages that arrived while the user was away from the end.
    pub fn more_unread(self, count: u64) {
        if count > 0 && !self.list.at_end.get_untracked() {
            self.list.unread.update(|unread| *unread += count);
        }
    }

    /// A reply has ended, and its row is that of the message. What was read before holds neither the message nor a row that
    /// is coming.
    pub fn ended(self) {
        self.count_change();
    }

    /// Keeps a reply that could not be stored.
    pub fn keep_unsaved(self, reply: Message) {
        self.unsaved.update_value(|unsaved| unsaved.push(reply));
    }

    /// Replies that could not be stored, of any conversation.
    pub fn unsaved(self) -> Vec<Message> {
        self.unsaved.get_value()
    }

    /// A reply that could not be stored is stored now.
    pub fn saved(self, reply: MessageId) {
        self.unsaved.update_value(|unsaved| unsaved.retain(|other| other.id != reply));
        self.count_change();
    }
}
