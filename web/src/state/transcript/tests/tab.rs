//! A tab with one open conversation and its store, and what may happen to both.

use crate::{
    list::FetchRequest,
    state::{
        Row, Transcript, Turns,
        page_read::{PAGE, STEP},
        testing::{conversation_id, message, message_id, snapshot},
        turns::Running,
    },
};
use leptos::prelude::*;
use proptest::prelude::*;
use ricordo_core::{
    draft::ReplyDraft,
    id::{ConversationId, MessageId},
    message::{Finish, Message, Part, Role},
    snapshot::Snapshot,
    time::Timestamp,
};

/// What happens to the open conversation.
#[derive(Clone, Debug)]
pub enum Event {
    /// The user sends a message: it is stored.
    Send,
    /// The request is sent.
    Leave,
    /// Text arrives.
    Write,
    /// The reply calls a tool, and its result is sent.
    Round,
    /// The reply ends; stored, or not because storing failed.
    End { is_stored: bool },
    /// What could not be stored is stored.
    Save,
    /// The last message is answered again.
    Retry,
    /// Another tab sends a message and receives a part of the reply.
    OtherSends,
    /// The reply in the other tab ends.
    OtherEnds,
    /// The stored conversation is read again.
    Refresh,
    /// The view gets near an edge, jumps, or goes to the end. Rows at the other end are unloaded.
    Fetch(FetchRequest, usize),
    /// The user leaves the end.
    ScrollUp,
    /// A read ends, in any order.
    Read(prop::sample::Index),
}

pub fn event() -> impl Strategy<Value = Event> {
    let fetch = prop_oneof![
        Just(FetchRequest::Older),
        Just(FetchRequest::Newer),
        Just(FetchRequest::End),
        (0..150u32).prop_map(|sequence| FetchRequest::Seek(sequence, 0.0)),
    ];
    prop_oneof![
        3 => Just(Event::Send),
        4 => Just(Event::Leave),
        1 => Just(Event::Write),
        3 => Just(Event::Round),
        3 => any::<bool>().prop_map(|is_stored| Event::End { is_stored }),
        2 => Just(Event::Save),
        1 => Just(Event::Retry),
        2 => Just(Event::OtherSends),
        2 => Just(Event::OtherEnds),
        3 => Just(Event::Refresh),
        8 => (fetch, 0..40usize).prop_map(|(fetch, evictable)| Event::Fetch(fetch, evictable)),
        2 => Just(Event::ScrollUp),
        8 => any::<prop::sample::Index>().prop_map(Event::Read),
    ]
}

/// A read that has not ended.
pub struct Reading {
    /// Pages have a ticket; without one, the conversation is read again.
    page: Option<(u64, FetchRequest, usize)>,
    changes: u64,
    /// What was in the store when it was read.
    snapshot: Snapshot,
    messages: Option<Vec<Message>>,
}

/// A message as it is shown: its id, its text, and whether it is stored.
pub type Shown = (Option<MessageId>, String, bool);

/// A tab with one open conversation, and its store.
pub struct Tab {
    pub transcript: Transcript,
    pub turns: Turns,
    stored: Vec<Message>,
    /// Number of messages that ever were.
    count: u32,
    turn: Option<Running>,
    draft: Option<ReplyDraft>,
    pub unsaved: Option<Message>,
    pub reads: Vec<Reading>,
}

impl Tab {
    /// A tab that opens a conversation with this number of messages.
    pub fn new(count: u32) -> Self {
        let stored = (0..count).map(|at| message(at, if at % 2 == 0 { Role::User } else { Role::Assistant }, "old"));
        let tab = Self {
            transcript: Transcript::new(),
            turns: Turns::new(),
            stored: stored.collect(),
            count,
            turn: None,
            draft: None,
            unsaved: None,
            reads: Vec::new(),
        };
        tab.transcript.begin(&tab.snapshot(), None);
        tab.transcript.show(tab.snapshot(), None, None);
        tab
    }

    pub fn id() -> ConversationId {
        conversation_id(1)
    }

    pub fn snapshot(&self) -> Snapshot {
        let first = self.stored.len().saturating_sub(PAGE as usize);
        Snapshot { reply_draft: self.draft.clone(), ..snapshot(self.stored[first..].to_vec()) }
    }

    /// The next message of the conversation.
    pub fn next(&mut self, role: Role) -> Message {
        self.count += 1;
        let sequence = u32::try_from(self.stored.len()).unwrap_or(u32::MAX);
        Message { id: message_id(self.count), ..message(sequence, role, &format!("text {}", self.count)) }
    }

    fn store(&mut self, role: Role) -> Message {
        let message = self.next(role);
        self.stored.push(message.clone());
        message
    }

    fn is_idle(&self) -> bool {
        self.turn.is_none() && self.draft.is_none() && self.unsaved.is_none()
    }

    fn sent(&self) -> Option<Running> {
        self.turn.clone().filter(|_| self.turns.runs(Self::id()))
    }

    pub fn play(&mut self, event: Event) {
        match event {
            Event::Send if self.is_idle() => {
                let message = self.store(Role::User);
                let row = Row::coming(self.transcript.new_key(), 0);
                self.turn = Some(Running::new(Self::id(), row, Some(message.id), Vec::new()));
                self.transcript.stored(message);
                self.go_to_end();
            }
            Event::Retry if self.is_idle() => {
                let Some(at) = self.stored.iter().rposition(|message| message.role == Role::User) else { return };
                self.transcript.leave_branch(self.stored[at].sequence + 1);
                self.stored.truncate(at + 1);
                let row = Row::coming(self.transcript.new_key(), 0);
                self.turn = Some(Running::new(Self::id(), row, None, Vec::new()));
                self.leave();
                self.go_to_end();
            }
            Event::Leave => self.leave(),
            Event::Write => {
                if let Some(turn) = self.sent() {
                    turn.row().write("more");
                }
            }
            Event::Round => {
                let Some(turn) = self.sent() else { return };
                let (reply, results) = (self.store(Role::Assistant), self.store(Role::Tool));
                turn.next_round(&reply, Row::coming(self.transcript.new_key(), results.sequence + 1));
                self.transcript.stored(results);
                self.leave();
            }
            Event::End { is_stored } => self.end(is_stored),
            Event::Save => {
                if let Some(reply) = self.unsaved.take() {
                    self.transcript.saved(reply.id);
                    self.stored.push(reply);
                }
            }
            Event::OtherSends if self.is_idle() => {
                self.store(Role::User);
                let reply = self.next(Role::Assistant);
                self.draft = Some(draft(&reply, "so far"));
                self.read(None);
            }
            Event::OtherEnds => {
                if let Some(draft) = self.draft.take() {
                    let reply = Message { id: draft.message, ..message(draft.sequence, Role::Assistant, "whole") };
                    self.stored.push(reply);
                    self.read(None);
                }
            }
            Event::Refresh => self.read(None),
            Event::Fetch(fetch, evictable) => self.fetch(fetch, evictable),
            Event::ScrollUp => self.transcript.list.at_end.set(false),
            Event::Read(index) if !self.reads.is_empty() => {
                let at = index.index(self.reads.len());
                self.end_read(at);
            }
            Event::Send | Event::Retry | Event::OtherSends | Event::Read(_) => {}
        }
    }

    fn leave(&mut self) {
        if let Some(turn) = &self.turn {
            let is_first = self.turns.begin(turn);
            let has_newer = self.transcript.list.has_newer.get_untracked();
            if self.transcript.await_reply(turn.row()) && (is_first || has_newer) {
                self.go_to_end();
            }
        }
    }

    fn end(&mut self, is_stored: bool) {
        if self.sent().is_none() {
            return;
        }
        let reply = Message { finish: Some(Finish::Complete), ..self.next(Role::Assistant) };
        if is_stored {
            self.stored.push(reply.clone());
        }
        self.turns.end(Self::id(), &reply);
        self.transcript.ended();
        self.turn = None;
        if !is_stored {
            self.transcript.keep_unsaved(reply.clone());
            self.unsaved = Some(reply);
        }
    }

    fn go_to_end(&mut self) {
        if self.transcript.list.has_newer.get_untracked() {
            self.read(Some((FetchRequest::End, 0)));
        } else {
            self.transcript.list.at_end.set(true);
        }
    }

    /// Fetches what a view may ask for: there is something at that edge, and rows that are unloaded are far from it.
    fn fetch(&mut self, fetch: FetchRequest, evictable: usize) {
        let list = self.transcript.list;
        let is_there = match fetch {
            FetchRequest::Older => list.has_older.get_untracked(),
            FetchRequest::Newer => list.has_newer.get_untracked(),
            _ => true,
        };
        if is_there && !list.is_reading() {
            let rows = self.transcript.rows.with_untracked(Vec::len);
            list.at_end.set(false);
            self.read(Some((fetch, evictable.min(rows / 2))));
        }
    }

    /// Begins a read. What is read is what the store holds now.
    pub fn read(&mut self, page: Option<(FetchRequest, usize)>) {
        let between = |from: u32, to: u32| {
            let in_range = |message: &&Message| (from..to).contains(&message.sequence);
            self.stored.iter().filter(in_range).cloned().collect::<Vec<_>>()
        };
        let (first, end) = self.transcript.loaded_span();
        let messages = match page {
            Some((FetchRequest::Older, _)) => Some(between(first.saturating_sub(STEP), first)),
            Some((FetchRequest::Newer, _)) => Some(between(end, end + STEP)),
            Some((FetchRequest::Seek(at, _), _)) => Some(between(at.saturating_sub(STEP), at + STEP)),
            Some(_) => Some(self.snapshot().messages),
            None => {
                let part = self.transcript.part_to_read();
                part.map(|(first, count)| between(first, first + count)).filter(|messages| !messages.is_empty())
            }
        };
        self.reads.push(Reading {
            page: page.map(|(fetch, evictable)| (self.transcript.list.ticket(), fetch, evictable)),
            changes: self.transcript.changes(),
            snapshot: self.snapshot(),
            messages,
        });
    }

    fn end_read(&mut self, at: usize) {
        let Reading { page, changes, snapshot, messages } = self.reads.remove(at);
        if page.is_some_and(|(ticket, ..)| !self.transcript.list.is_wanted(ticket)) {
            return;
        }
        if self.transcript.changes() != changes {
            return self.read(page.map(|(_, fetch, evictable)| (fetch, evictable)));
        }
        let coming = self.turns.row_in(Self::id());
        match page {
            Some((_, fetch, evictable)) => {
                self.transcript.place(&messages.unwrap_or_default(), fetch, evictable, coming);
            }
            None => self.transcript.show(snapshot, messages, coming),
        }
    }

    pub fn end_reads(&mut self) {
        while !self.reads.is_empty() {
            self.end_read(0);
        }
    }

    /// Everything that there is to show.
    pub fn all(&self) -> Vec<Shown> {
        let stored = |message: &Message| (Some(message.id), message.text(), true);
        let own = self.sent().map(|turn| (None, turn.row().words.written(), false));
        let draft = self.draft.as_ref().map(|draft| (Some(draft.message), "so far".to_owned(), false));
        self.stored.iter().map(stored).chain(own).chain(draft).chain(self.unsaved.iter().map(stored)).collect()
    }
}

fn draft(reply: &Message, text: &str) -> ReplyDraft {
    ReplyDraft {
        conversation: reply.conversation,
        message: reply.id,
        branch: reply.branch,
        sequence: reply.sequence,
        parts: vec![Part::Text { text: text.to_owned() }],
        tokens_before: 0,
        model: String::new(),
        started_at: Timestamp(0),
        saved_at: Timestamp(0),
    }
}
