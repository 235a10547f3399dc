//! Loads parts of the open conversation: its end, or the position where the user left it, when it is opened; then
//! whatever the view gets close to. Each read costs one page, however long the conversation is and wherever the page
//! lies.

use super::{
    Notices, Storage, Transcript, Turns, Unread,
    deferred::{self, MessageRange, MessagesCall},
    list::ScrollTarget,
    page_read::{PAGE, STEP},
};
use crate::{
    browser,
    list::{FetchRequest, HeightEstimate, Place},
    texts,
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_core::{
    branch::Sequence,
    id::{ConversationId, MessageId},
    message::Message,
    snapshot::Snapshot,
};

/// Reads pages of the open conversation into the transcript.
#[derive(Clone, Copy)]
pub struct Loader {
    transcript: Transcript,
    turns: Turns,
    storage: Storage,
    notices: Notices,
}

impl Loader {
    /// Creates the loader of a transcript.
    pub fn new(transcript: Transcript, turns: Turns, storage: Storage, notices: Notices) -> Self {
        Self { transcript, turns, storage, notices }
    }

    /// Scrolls to a message anywhere in the conversation.
    pub fn go_to(self, message: MessageId, place: Sequence) {
        if self.transcript.is_shown(message) {
            return self.scroll_to(ScrollTarget::Message(place));
        }
        self.read(FetchRequest::Seek(place, 0.0), 0, move |loader| {
            if loader.transcript.is_shown(message) {
                loader.scroll_to(ScrollTarget::Message(place));
            } else {
                loader.notices.say(texts::list().not_here);
            }
        });
    }

    /// Scrolls to the end.
    pub fn go_to_end(self) {
        if self.transcript.list.has_newer.get_untracked() {
            self.read(FetchRequest::End, 0, |_| ());
        } else {
            self.scroll_to(ScrollTarget::End);
        }
    }

    /// Scrolls to the first message.
    pub fn go_to_start(self) {
        let list = self.transcript.list;
        if list.has_older.get_untracked() {
            let first = list.estimates.with_value(HeightEstimate::first);
            self.read(FetchRequest::Seek(first, 0.0), 0, |loader| loader.scroll_to(ScrollTarget::Start));
        } else {
            self.scroll_to(ScrollTarget::Start);
        }
    }

    fn scroll_to(self, target: ScrollTarget) {
        self.transcript.list.scroll_target.set(Some(target));
    }

    /// Loads what the view needs next, unless a read is running. Unloads `evictable` rows at the other end.
    pub fn fulfil(self, fetch: FetchRequest, evictable: usize) {
        if fetch != FetchRequest::Nothing && !self.transcript.list.is_reading() {
            self.read(fetch, evictable, |_| ());
        }
    }

    fn read(self, fetch: FetchRequest, evictable: usize, then: impl FnOnce(Self) + 'static) {
        let Some(id) = self.transcript.id() else { return };
        let (ticket, changes) = (self.transcript.list.ticket(), self.transcript.changes());
        spawn_local(async move {
            let page = self.page(id, fetch).await;
            if !self.transcript.list.is_wanted(ticket) || self.transcript.id() != Some(id) {
                return;
            }
            if self.transcript.changes() != changes {
                return self.read(fetch, evictable, then);
            }
            match page {
                Ok(page) => {
                    self.transcript.place(&page, fetch, evictable, self.turns.row_in(id));
                    then(self);
                }
                Err(unread) => self.storage.report_unread(&unread),
            }
        });
    }

    async fn page(self, id: ConversationId, fetch: FetchRequest) -> Result<Vec<Message>, Unread> {
        let (first, end) = self.transcript.loaded_span();
        let range = match fetch {
            FetchRequest::Nothing => return Ok(Vec::new()),
            FetchRequest::Older => MessageRange::Older(first, STEP),
            FetchRequest::Newer => MessageRange::Newer(end, STEP),
            FetchRequest::End => MessageRange::Older(Sequence::MAX, PAGE),
            FetchRequest::Seek(sequence, _) => MessageRange::Around(sequence, STEP),
        };
        self.messages(id, range).await
    }

    async fn messages(self, id: ConversationId, range: MessageRange) -> Result<Vec<Message>, Unread> {
        deferred::messages(MessagesCall { session: self.storage.session(), id, range }).await
    }

    /// Reads the open conversation again: its stored state and the messages of its loaded part, or `None` to show its
    /// end.
    pub async fn read_again(self, id: ConversationId) -> Result<(Snapshot, Option<Vec<Message>>), Unread> {
        let snapshot = deferred::opened(self.storage.session(), id).await?;
        let Some((first, count)) = self.transcript.part_to_read() else { return Ok((snapshot, None)) };
        let messages = self.messages(id, MessageRange::Newer(first, count)).await?;
        // The branch may be shorter than the position that was loaded from another branch.
        Ok((snapshot, Some(messages).filter(|messages| !messages.is_empty())))
    }

    /// Reads the messages around the position where the user left a conversation. `None` if that was the end, or if the
    /// message is gone.
    pub async fn left_at(self, id: ConversationId) -> Option<(Place, Vec<Message>)> {
        let place = Place::of_line(&browser::kept(&place_key(id))?)?;
        let messages = self.messages(id, MessageRange::Around(place.sequence, STEP)).await.ok()?;
        messages.iter().any(|message| message.id == place.message).then_some((place, messages))
    }

    /// Remembers the view's position in the open conversation, for a reload and for coming back.
    pub fn keep_place(self) {
        let Some(id) = self.transcript.id() else { return };
        let list = self.transcript.list;
        if list.scroll_target.with_untracked(Option::is_some) {
            // The view is not there yet; what was stored is still true.
            return;
        }
        let line = list.here.get_value().map(Place::to_line);
        browser::keep(&place_key(id), line.as_deref());
    }

    /// Reads where a conversation that was opened begins, unless its first message is loaded.
    pub fn read_first(self, snapshot: &Snapshot) {
        let id = snapshot.conversation.id;
        if snapshot.messages.first().is_none_or(|first| first.sequence == 0) {
            return;
        }
        spawn_local(async move {
            let first = self.messages(id, MessageRange::Newer(0, 1)).await;
            let first = first.ok().and_then(|found| found.first().map(|message| message.sequence));
            if let Some(first) = first.filter(|first| *first > 0 && self.transcript.id() == Some(id)) {
                self.transcript.begins_at(first);
            }
        });
    }
}

/// Key under which the tab stores the view's position.
pub fn place_key(conversation: ConversationId) -> String {
    format!("ricordo.place.{conversation}")
}
