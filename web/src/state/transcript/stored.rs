//! Adds stored data to the transcript: a conversation that is opened or read again, and pages of it.

use super::Transcript;
use crate::{
    list::{FetchRequest, HeightEstimate, Place},
    state::{
        Row, ScrollTarget,
        page_read::{After, Loaded, after, unread},
        rows::merge,
    },
};
use leptos::prelude::*;
use ricordo_core::{branch::Sequence, message::Message, snapshot::Snapshot};

impl Transcript {
    /// Clears the transcript for a conversation that is opened where the user left it, or at its end. Its first sequence is
    /// read afterwards, see [`Transcript::begins_at`].
    pub fn begin(self, snapshot: &Snapshot, left_at: Option<Place>) {
        self.chips.clear();
        self.set_rows(Vec::new());
        let next = snapshot.next_place();
        #[allow(clippy::cast_precision_loss, reason = "tokens, far below 2^53")]
        let mean = next.tokens_before as f64 / f64::from(next.sequence.max(1));
        self.list.begin(HeightEstimate::new(0, next.sequence, mean));
        self.list.at_end.set(left_at.is_none());
        let target = left_at.map_or(ScrollTarget::End, |place| ScrollTarget::Place(place.sequence, place.offset));
        self.list.scroll_target.set(Some(target));
    }

    /// The conversation begins with this sequence: the messages before it were erased.
    pub(in crate::state) fn begins_at(self, first: Sequence) {
        self.list.set_first(first);
        self.list.set_edges(self.loaded_span().0 > first, self.list.has_newer.get_untracked());
    }

    /// Shows the stored state: `messages`, or the end of the conversation if `None`. Rows that are already loaded stay.
    /// `coming` is the row of the reply that this tab receives.
    pub fn show(self, snapshot: Snapshot, messages: Option<Vec<Message>>, coming: Option<Row>) {
        let end = snapshot.next_place().sequence;
        self.more_unread(unread(&snapshot.messages, self.list.end()));
        self.list.set_end(end);
        let messages = messages.as_ref().unwrap_or(&snapshot.messages);
        let mut rows = self.rows.with_untracked(|rows| merge(rows, messages, || self.new_key()));
        let first = messages.first().map_or(0, |message| message.sequence);
        let has_newer = messages.last().is_some_and(|message| message.sequence + 1 < end);
        self.list.set_edges(self.begins_before(first), has_newer);
        self.know(snapshot);
        if !has_newer {
            self.add_last(&mut rows, coming);
        }
        self.set_rows(rows);
        self.changed();
    }

    /// Remembers the stored state of the conversation, except its messages.
    pub fn know(self, snapshot: Snapshot) {
        if self.marks.with_untracked(|marks| *marks != snapshot.marks) {
            self.marks.set(snapshot.marks.clone());
        }
        self.boundary.set(snapshot.boundary());
        self.chips.know(&snapshot.memories);
        self.snapshot.set_value(Some(snapshot));
    }

    /// Merges the messages that were read for `fetch` into the rows, and unloads `evictable` rows at the other end.
    /// `coming` is the row of the reply that this tab receives.
    pub(in crate::state) fn place(self, page: &[Message], fetch: FetchRequest, evictable: usize, coming: Option<Row>) {
        let list = self.list;
        let rows = self.rows.get_untracked();
        let loaded = Loaded {
            span: self.loaded_span(),
            has_older: list.has_older.get_untracked(),
            has_newer: list.has_newer.get_untracked(),
            first: list.estimates.with_value(HeightEstimate::first),
            end: list.end(),
        };
        let Some(After { first, has_older, has_newer, target }) = after(loaded, fetch, page, evictable) else { return };
        let evictable = evictable.min(rows.len());
        let mut shown = match fetch {
            FetchRequest::Older => [&self.rows_of(page)[..], &rows[..rows.len() - evictable]].concat(),
            FetchRequest::Newer => [&rows[evictable..], &self.rows_of(page)[..]].concat(),
            _ => merge(&rows, page, || self.new_key()),
        };
        if let Some(first) = first {
            list.set_first(first);
        }
        if !has_newer {
            self.add_last(&mut shown, coming);
        }
        list.set_edges(has_older, has_newer);
        if target.is_some() {
            list.scroll_target.set(target);
        }
        self.set_rows(shown);
    }

    fn rows_of(self, messages: &[Message]) -> Vec<Row> {
        messages.iter().map(|message| Row::of(self.new_key(), message.clone())).collect()
    }

    /// Appends the rows after the last stored message: the reply that is being received, and replies that could not be
    /// stored.
    fn add_last(self, rows: &mut Vec<Row>, coming: Option<Row>) {
        let id = self.id();
        let unsaved = self.unsaved.get_value().into_iter().filter(|reply| Some(reply.conversation) == id);
        let unsaved = unsaved.map(|reply| Row::of(self.new_key(), reply));
        for row in coming.or_else(|| self.elsewhere()).into_iter().chain(unsaved) {
            let is_it = |other: &Row| other.key == row.key || (row.id().is_some() && other.id() == row.id());
            if !rows.iter().any(is_it) {
                rows.push(row);
            }
        }
    }

    /// Row of a reply that another tab receives.
    fn elsewhere(self) -> Option<Row> {
        let draft = self.with_snapshot(|known| known.reply_draft.clone()).flatten()?;
        let known = self.rows.with_untracked(|rows| rows.iter().find(|row| row.id() == Some(draft.message)).cloned());
        let row = known.unwrap_or_else(|| Row::elsewhere(self.new_key(), &draft));
        row.overhear(&draft);
        Some(row)
    }
}
