//! The transcript: the loaded part of the open conversation, as rows.
//!
//! It neither awaits nor uses the browser. `stored.rs` adds what the store holds, `events.rs` what a turn does. Whatever
//! their order, the rows end up as after a fresh load.

mod events;
mod stored;
#[cfg(all(test, not(target_family = "wasm")))]
mod tests;

use super::{
    Chips,
    list::List,
    page_read::PAGE,
    rows::{Row, divider_at},
};
use crate::list::HeightEstimate;
use leptos::prelude::*;
use ricordo_core::{
    branch::Sequence,
    fork::held_by,
    id::{BranchId, ConversationId, MessageId},
    mark::{self, Mark, MarkKind},
    message::{Message, Role},
    snapshot::Snapshot,
};

/// State of the transcript.
#[derive(Clone, Copy)]
pub struct Transcript {
    /// Loaded messages, oldest first: a contiguous part of the conversation.
    pub rows: RwSignal<Vec<Row>>,
    /// First sequence that the model sees.
    pub boundary: RwSignal<Option<Sequence>>,
    /// Edges of the loaded part, and the scroll target.
    pub list: List,
    /// Marks of muted and pinned messages.
    pub marks: RwSignal<Vec<Mark>>,
    /// Tool calls.
    pub chips: Chips,
    /// Incremented when the stored conversation changes.
    pub version: RwSignal<u64>,
    /// Replies of any conversation that are not stored yet because storing failed.
    unsaved: StoredValue<Vec<Message>>,
    snapshot: StoredValue<Option<Snapshot>>,
    next_key: StoredValue<u64>,
    /// Number of changes of the rows: what was read before one is out of date.
    changes: StoredValue<u64>,
}

impl Transcript {
    /// Creates the transcript of no conversation.
    pub fn new() -> Self {
        Self {
            rows: RwSignal::new(Vec::new()),
            boundary: RwSignal::new(None),
            list: List::new(),
            marks: RwSignal::new(Vec::new()),
            chips: Chips::new(),
            version: RwSignal::new(0),
            unsaved: StoredValue::new(Vec::new()),
            snapshot: StoredValue::new(None),
            next_key: StoredValue::new(0),
            changes: StoredValue::new(0),
        }
    }

    /// Conversation of the rows.
    pub fn id(self) -> Option<ConversationId> {
        self.with_snapshot(|known| known.conversation.id)
    }

    /// Reads the stored state of the conversation as it was last read; `None` if no conversation is open.
    pub fn with_snapshot<T>(self, read: impl FnOnce(&Snapshot) -> T) -> Option<T> {
        self.snapshot.with_value(|snapshot| snapshot.as_ref().map(read))
    }

    /// A key for a new row.
    pub fn new_key(self) -> u64 {
        self.next_key.try_update_value(|key| std::mem::replace(key, *key + 1)).unwrap_or_default()
    }

    /// Number of changes of the rows. What was read from the store at another number is out of date and is read again: a
    /// message may have been stored, or the branch left, since then.
    pub fn changes(self) -> u64 {
        self.changes.get_value()
    }

    fn count_change(self) {
        self.changes.update_value(|changes| *changes += 1);
    }

    fn set_rows(self, rows: Vec<Row>) {
        self.count_change();
        self.rows.set(rows);
    }

    /// Notifies what shows the stored conversation that it changed.
    pub fn changed(self) {
        self.version.update(|version| *version += 1);
    }

    /// Index of the row below the `/forget` divider.
    pub fn divider(self) -> Option<usize> {
        let sequences = self.rows.with(|rows| rows.iter().map(|row| row.sequence.get()).collect::<Vec<_>>());
        // After the last loaded row, the divider is shown only if that row is the last of the conversation.
        divider_at(&sequences, self.boundary.get()).filter(|at| *at < sequences.len() || !self.list.has_newer.get())
    }

    /// Mark that the user gave a message.
    pub fn mark_of(self, message: MessageId) -> Option<MarkKind> {
        self.marks.with(|marks| mark::of(marks, message))
    }

    /// Whether a message is never recalled again, besides its mark.
    pub fn is_not_recalled(self, message: MessageId) -> bool {
        self.marks.with(|marks| mark::is_not_recalled(marks, message))
    }

    /// First loaded sequence, and the one after the last.
    pub fn loaded_span(self) -> (Sequence, Sequence) {
        self.rows.with_untracked(|rows| {
            let sequence = |row: &Row| row.sequence.get_untracked();
            (rows.first().map_or(0, sequence), rows.last().map_or(0, |row| sequence(row) + 1))
        })
    }

    /// First sequence and number of the messages to read when the stored conversation changed; `None` for its end.
    pub(super) fn part_to_read(self) -> Option<(Sequence, u32)> {
        let shown = self.rows.with_untracked(Vec::len);
        if self.list.at_end.get_untracked() || shown == 0 {
            return None;
        }
        let new = if self.list.has_newer.get_untracked() { 0 } else { PAGE };
        Some((self.loaded_span().0, u32::try_from(shown).unwrap_or(PAGE) + new))
    }

    /// Whether a message is loaded.
    pub(super) fn is_shown(self, message: MessageId) -> bool {
        self.rows.with_untracked(|rows| rows.iter().any(|row| row.id() == Some(message)))
    }

    /// Whether a message is the last one.
    pub fn is_last(self, message: MessageId) -> bool {
        self.rows.with_untracked(|rows| rows.last().is_some_and(|row| row.id() == Some(message)))
    }

    /// Whether the stored conversation `id`, as it was last read, does not show what is at this place: another branch is active.
    pub fn is_elsewhere(self, id: ConversationId, (branch, sequence): (BranchId, Sequence)) -> bool {
        let is_elsewhere = self.with_snapshot(|known| {
            let active = known.conversation.active_branch;
            known.conversation.id == id && held_by(&known.branches, active, sequence) != Some(branch)
        });
        is_elsewhere.unwrap_or(false)
    }

    /// Last loaded message of the user: Retry answers it again.
    pub fn last_asked(self) -> Option<(MessageId, Sequence)> {
        self.rows.with_untracked(|rows| {
            let last = rows.iter().rfind(|row| row.role == Role::User);
            last.and_then(|row| Some((row.id()?, row.sequence.get_untracked())))
        })
    }

    /// Last loaded message of the user with a text for which this holds.
    pub fn last_asked_with(self, holds: impl Fn(&str) -> bool) -> Option<(MessageId, Sequence)> {
        self.rows.with_untracked(|rows| {
            let mut asked = rows.iter().rev().filter(|row| row.role == Role::User);
            asked.find_map(|row| {
                let message = row.message.get_untracked().filter(|message| holds(&message.text()))?;
                Some((message.id, row.sequence.get_untracked()))
            })
        })
    }

    /// Whether there are messages before `place`.
    fn begins_before(self, place: Sequence) -> bool {
        place > self.list.estimates.with_value(HeightEstimate::first)
    }
}
