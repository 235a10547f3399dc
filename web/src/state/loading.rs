//! Loads parts of the open conversation: its end, or the position where the user left it, when it is opened; then
//! whatever the view gets close to. Each read costs one page, however long the conversation is and wherever the page
//! lies.

use super::{
    Chat,
    list::ScrollTarget,
    page_read::{After, Loaded, STEP, after, unread},
    rows::{Row, merge},
};
use crate::{
    browser,
    list::{FetchRequest, HeightEstimate, Place},
    texts,
};
use futures_util::future::join;
use leptos::{prelude::*, task::spawn_local};
use ricordo_core::{
    branch::Sequence,
    error::Error,
    id::{ConversationId, MessageId},
    message::Message,
    snapshot::Snapshot,
};

/// Number of messages read when a conversation is opened.
pub const PAGE: u32 = 50;
/// Row count from which the first rows are unloaded while the view stays at the end.
const MOST_AT_END: usize = 2 * PAGE as usize;

impl Chat {
    /// Scrolls to a message anywhere in the conversation.
    pub fn go_to(self, message: MessageId, place: Sequence) {
        if self.is_shown(message) {
            return self.list.scroll_target.set(Some(ScrollTarget::Message(place)));
        }
        self.read(FetchRequest::Seek(place, 0.0), 0, move |chat| {
            if chat.is_shown(message) {
                chat.list.scroll_target.set(Some(ScrollTarget::Message(place)));
            } else {
                chat.notices.say(texts::list().not_here);
            }
        });
    }

    /// Scrolls to the end.
    pub fn go_to_end(self) {
        if self.list.has_newer.get_untracked() {
            self.read(FetchRequest::End, 0, |_| ());
        } else {
            self.list.scroll_target.set(Some(ScrollTarget::End));
        }
    }

    /// Scrolls to the first message.
    pub fn go_to_start(self) {
        if self.list.has_older.get_untracked() {
            let first = self.list.estimates.with_value(HeightEstimate::first);
            self.read(FetchRequest::Seek(first, 0.0), 0, |chat| chat.list.scroll_target.set(Some(ScrollTarget::Start)));
        } else {
            self.list.scroll_target.set(Some(ScrollTarget::Start));
        }
    }

    /// Loads what the view needs next, unless a read is running. Unloads `evictable` rows at the other end.
    pub fn fulfil(self, fetch: FetchRequest, evictable: usize) {
        if fetch != FetchRequest::Nothing && !self.list.is_reading() {
            self.read(fetch, evictable, |_| ());
        }
    }

    fn read(self, fetch: FetchRequest, evictable: usize, then: impl FnOnce(Self) + 'static) {
        let Some(id) = self.id() else { return };
        let ticket = self.list.ticket();
        spawn_local(async move {
            let page = self.page(id, fetch).await;
            if !self.list.is_wanted(ticket) || self.id() != Some(id) {
                return;
            }
            match page {
                Ok(page) => {
                    self.place(&page, fetch, evictable);
                    then(self);
                }
                Err(error) => self.storage.report(&error),
            }
        });
    }

    async fn page(self, id: ConversationId, fetch: FetchRequest) -> Result<Vec<Message>, Error> {
        let session = self.storage.session();
        let (first, end) = self.loaded_span();
        match fetch {
            FetchRequest::Nothing => Ok(Vec::new()),
            FetchRequest::Older => session.older(id, first, STEP).await,
            FetchRequest::Newer => session.newer(id, end, STEP).await,
            FetchRequest::End => session.older(id, Sequence::MAX, PAGE).await,
            FetchRequest::Seek(sequence, _) => self.around(id, sequence).await,
        }
    }

    /// Reads the messages around a sequence.
    async fn around(self, id: ConversationId, sequence: Sequence) -> Result<Vec<Message>, Error> {
        let session = self.storage.session();
        let (before, after) = join(session.older(id, sequence, STEP), session.newer(id, sequence, STEP)).await;
        Ok([before?, after?].concat())
    }

    /// Merges the messages that were read into the rows.
    fn place(self, page: &[Message], fetch: FetchRequest, evictable: usize) {
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
            self.add_last(&mut shown);
        }
        list.set_edges(has_older, has_newer);
        if target.is_some() {
            list.scroll_target.set(target);
        }
        self.rows.set(shown);
    }

    /// Whether there are messages before `place`.
    pub(super) fn begins_before(self, place: Sequence) -> bool {
        place > self.list.estimates.with_value(HeightEstimate::first)
    }

    fn rows_of(self, messages: &[Message]) -> Vec<Row> {
        messages.iter().map(|message| Row::of(self.new_key(), message.clone())).collect()
    }

    /// Appends the rows after the last stored message: the reply that is being received, and replies that could not be
    /// stored.
    pub(super) fn add_last(self, rows: &mut Vec<Row>) {
        let id = self.id();
        let own = self.running.with_untracked(|running| {
            running.iter().find(|turn| Some(turn.conversation) == id).map(super::turn::Running::row)
        });
        let unsaved = self.unsaved.get_value().into_iter().filter(|reply| Some(reply.conversation) == id);
        let unsaved = unsaved.map(|reply| Row::of(self.new_key(), reply));
        for row in own.or_else(|| self.elsewhere()).into_iter().chain(unsaved) {
            let is_it = |other: &Row| other.key == row.key || (row.id().is_some() && other.id() == row.id());
            if !rows.iter().any(is_it) {
                rows.push(row);
            }
        }
    }

    /// Row of a reply that another tab receives.
    fn elsewhere(self) -> Option<Row> {
        let draft =
            self.snapshot.with_value(|snapshot| snapshot.as_ref().and_then(|known| known.reply_draft.clone()))?;
        let known = self.rows.with_untracked(|rows| rows.iter().find(|row| row.id() == Some(draft.message)).cloned());
        let row = known.unwrap_or_else(|| Row::elsewhere(self.new_key(), &draft));
        row.overhear(&draft);
        Some(row)
    }

    /// Appends a row. If the end is not loaded, the row comes when the end is loaded.
    pub(super) fn push(self, row: Row) {
        self.list.set_end(self.list.end().max(row.sequence.get_untracked() + 1));
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

    /// First loaded sequence, and the one after the last.
    pub fn loaded_span(self) -> (Sequence, Sequence) {
        self.rows.with_untracked(|rows| {
            let sequence = |row: &Row| row.sequence.get_untracked();
            (rows.first().map_or(0, sequence), rows.last().map_or(0, |row| sequence(row) + 1))
        })
    }

    fn is_shown(self, message: MessageId) -> bool {
        self.rows.with_untracked(|rows| rows.iter().any(|row| row.id() == Some(message)))
    }

    /// Reads the messages around the position where the user left a conversation. `None` if that was the end, or if the
    /// message is gone.
    pub(super) async fn left_at(self, snapshot: &Snapshot) -> Option<(Place, Vec<Message>)> {
        let id = snapshot.conversation.id;
        let place = Place::of_line(&browser::kept(&place_key(id))?)?;
        let messages = self.around(id, place.sequence).await.ok()?;
        messages.iter().any(|message| message.id == place.message).then_some((place, messages))
    }

    /// Remembers the view's position in the open conversation, for a reload and for coming back.
    pub fn keep_place(self) {
        let Some(id) = self.id() else { return };
        if self.list.scroll_target.with_untracked(Option::is_some) {
            // The view is not there yet; what was stored is still true.
            return;
        }
        let line = self.list.here.get_value().map(Place::to_line);
        browser::keep(&place_key(id), line.as_deref());
    }

    /// Initializes the height estimates of a conversation that is opened. Its first sequence is read afterwards.
    pub(super) fn measure_up(self, snapshot: &Snapshot) {
        let (end, tokens) = snapshot.next_place();
        #[allow(clippy::cast_precision_loss, reason = "tokens, far below 2^53")]
        let mean = tokens as f64 / f64::from(end.max(1));
        self.list.begin(HeightEstimate::new(0, end, mean));
        let (id, loaded) = (snapshot.conversation.id, snapshot.messages.first().map_or(0, |first| first.sequence));
        if loaded == 0 {
            return;
        }
        spawn_local(async move {
            let first = self.storage.session().newer(id, 0, 1).await;
            let first = first.ok().and_then(|found| found.first().map(|message| message.sequence));
            if let Some(first) = first.filter(|first| *first > 0 && self.id() == Some(id)) {
                self.list.set_first(first);
                self.list.set_edges(self.loaded_span().0 > first, self.list.has_newer.get_untracked());
            }
        });
    }

    /// Counts the messages that arrived while the user was away from the end.
    pub(super) fn count_unread(self, messages: &[Message]) {
        self.more_unread(unread(messages, self.list.end()));
    }

    /// Adds to the number of unread messages.
    pub(super) fn more_unread(self, count: u64) {
        if count > 0 && !self.list.at_end.get_untracked() {
            self.list.unread.update(|unread| *unread += count);
        }
    }
}

/// Key under which the tab stores the view's position.
pub(super) fn place_key(conversation: ConversationId) -> String {
    format!("ricordo.place.{conversation}")
}
