//! Turns, other tabs, reloads and scrolling in any order: the rows are always those of the store.

use super::*;
use crate::{
    list::FetchRequest,
    state::{
        AskKind,
        page_read::STEP,
        rows::Arrival,
        testing::{conversation_id, message, message_id, snapshot},
        turns::{Running, Turns},
    },
};
use leptos::reactive::owner::Owner;
use proptest::prelude::*;
use ricordo_core::{
    draft::ReplyDraft,
    message::{Finish, Part},
    time::Timestamp,
};

/// What happens to the open conversation.
#[derive(Clone, Debug)]
enum Event {
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

fn event() -> impl Strategy<Value = Event> {
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
struct Reading {
    /// Pages have a ticket; without one, the conversation is read again.
    page: Option<(u64, FetchRequest, usize)>,
    changes: u64,
    /// What was in the store when it was read.
    snapshot: Snapshot,
    messages: Option<Vec<Message>>,
}

/// A message as it is shown: its id, its text, and whether it is stored.
type Shown = (Option<MessageId>, String, bool);

/// A tab with one open conversation, and its store.
struct Tab {
    transcript: Transcript,
    turns: Turns,
    stored: Vec<Message>,
    /// Number of messages that ever were.
    count: u32,
    turn: Option<Running>,
    draft: Option<ReplyDraft>,
    unsaved: Option<Message>,
    reads: Vec<Reading>,
}

impl Tab {
    /// A tab that opens a conversation with this number of messages.
    fn new(count: u32) -> Self {
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

    fn id() -> ConversationId {
        conversation_id(1)
    }

    fn snapshot(&self) -> Snapshot {
        let first = self.stored.len().saturating_sub(PAGE as usize);
        Snapshot { reply_draft: self.draft.clone(), ..snapshot(self.stored[first..].to_vec()) }
    }

    /// The next message of the conversation.
    fn next(&mut self, role: Role) -> Message {
        self.count += 1;
        let sequence = u32::try_from(self.stored.len()).unwrap();
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

    fn play(&mut self, event: Event) {
        match event {
            Event::Send if self.is_idle() => {
                let message = self.store(Role::User);
                let row = Row::coming(self.transcript.new_key(), 0);
                self.turn = Some(Running::new(Self::id(), row, Some(message.id), Vec::new()));
                self.transcript.stored(message);
                self.to_end();
            }
            Event::Retry if self.is_idle() => {
                let Some(at) = self.stored.iter().rposition(|message| message.role == Role::User) else { return };
                self.transcript.leave_branch(&AskKind::Retry);
                self.stored.truncate(at + 1);
                let row = Row::coming(self.transcript.new_key(), 0);
                self.turn = Some(Running::new(Self::id(), row, None, Vec::new()));
                self.leave();
                self.to_end();
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
            self.turns.begin(turn);
            if self.transcript.await_reply(turn.row()) && self.transcript.list.has_newer.get_untracked() {
                self.to_end();
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

    fn to_end(&mut self) {
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
    fn read(&mut self, page: Option<(FetchRequest, usize)>) {
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

    fn end_reads(&mut self) {
        while !self.reads.is_empty() {
            self.end_read(0);
        }
    }

    /// Everything that there is to show.
    fn all(&self) -> Vec<Shown> {
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

fn shown(transcript: Transcript) -> Vec<Shown> {
    let of = |row: &Row| (row.id(), row.words.written(), row.message.with_untracked(Option::is_some));
    transcript.rows.with_untracked(|rows| rows.iter().map(of).collect())
}

/// Whether `part` stands in `all` in one piece; if `to_end`, at its end.
fn is_part(part: &[Shown], all: &[Shown], to_end: bool) -> bool {
    if to_end { all.ends_with(part) } else { part.is_empty() || all.windows(part.len()).any(|some| some == part) }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn whatever_happens_the_rows_are_those_that_a_fresh_load_shows(
        count in 0..130u32,
        events in prop::collection::vec(event(), 0..60),
    ) {
        let owner = Owner::new();
        owner.set();
        let mut tab = Tab::new(count);
        for event in events {
            tab.play(event);
            let keys = tab.transcript.rows.with_untracked(|rows| rows.iter().map(|row| row.key).collect::<Vec<_>>());
            prop_assert!(keys.iter().enumerate().all(|(at, key)| !keys[..at].contains(key)), "a key is used twice: {keys:?}");
            if tab.reads.is_empty() {
                let (rows, list) = (shown(tab.transcript), tab.transcript.list);
                let is_end = !list.has_newer.get_untracked();
                prop_assert!(is_part(&rows, &tab.all(), is_end), "{rows:?}\n are no part of {:?}", tab.all());
                prop_assert!(list.has_older.get_untracked() || rows.first() == tab.all().first(), "the beginning is missing");
            }
        }
        tab.end_reads();
        tab.read(Some((FetchRequest::End, 0)));
        tab.end_reads();
        let fresh = Transcript::new();
        // Keys are of one tab, and the row of the reply brings its own.
        fresh.next_key.set_value(10_000);
        fresh.begin(&tab.snapshot(), None);
        fresh.show(tab.snapshot(), None, tab.turns.row_in(Tab::id()));
        let wanted = shown(fresh);
        let wanted: Vec<_> = wanted.into_iter().chain(tab.unsaved.iter().map(|reply| (Some(reply.id), reply.text(), true))).collect();
        prop_assert!(shown(tab.transcript).ends_with(&wanted), "{:?}\n is not the end {wanted:?}", shown(tab.transcript));
        owner.cleanup();
    }
}

#[test]
fn a_reply_that_could_not_be_stored_stays_below_and_is_not_shown_twice_when_it_is_stored() {
    let mut tab = Tab::new(2);
    for event in [Event::Send, Event::Leave, Event::Write, Event::End { is_stored: false }, Event::Refresh] {
        tab.play(event);
    }
    tab.end_reads();
    assert_eq!(shown(tab.transcript), tab.all());
    assert_eq!(tab.transcript.unsaved().len(), 1);
    tab.play(Event::Save);
    tab.play(Event::Refresh);
    tab.end_reads();
    assert_eq!((shown(tab.transcript), tab.transcript.unsaved().len()), (tab.all(), 0));
}

#[test]
fn a_reply_of_another_conversation_that_could_not_be_stored_is_not_shown_in_this_one() {
    let mut tab = Tab::new(2);
    let elsewhere = Message { conversation: conversation_id(2), ..tab.next(Role::Assistant) };
    tab.transcript.keep_unsaved(elsewhere);
    tab.play(Event::Refresh);
    tab.end_reads();
    assert_eq!(shown(tab.transcript).len(), 2);
}

#[test]
fn a_message_that_is_stored_while_a_page_is_read_is_not_lost() {
    let mut tab = Tab::new(2);
    for read in [None, Some((FetchRequest::End, 0)), Some((FetchRequest::Seek(0, 0.0), 0))] {
        tab.read(read);
        tab.play(Event::Send);
        tab.end_reads();
        assert_eq!(shown(tab.transcript), tab.all(), "{read:?}");
        tab.play(Event::Leave);
        tab.read(read);
        tab.play(Event::End { is_stored: true });
        tab.end_reads();
        assert_eq!(shown(tab.transcript), tab.all(), "{read:?}: the reply");
    }
    tab.play(Event::Send);
    tab.play(Event::Leave);
    tab.play(Event::End { is_stored: false });
    tab.read(None);
    tab.play(Event::Save);
    tab.end_reads();
    assert_eq!(shown(tab.transcript), tab.all(), "stored after all");
}

#[test]
fn the_reply_of_another_tab_grows_in_its_row_and_becomes_the_stored_one() {
    let mut tab = Tab::new(2);
    tab.play(Event::OtherSends);
    tab.end_reads();
    let last = || tab_row(tab.transcript);
    let row = last();
    assert_eq!(row.arrival.get_untracked(), Arrival::Elsewhere);
    tab.play(Event::OtherEnds);
    tab.end_reads();
    let after = tab_row(tab.transcript);
    assert_eq!((after.key, after.words.written().as_str()), (row.key, "whole"));
}

fn tab_row(transcript: Transcript) -> Row {
    transcript.rows.with_untracked(|rows| rows.last().cloned()).unwrap()
}

#[test]
fn while_the_view_stays_at_the_end_old_rows_are_unloaded_and_new_messages_are_not_unread() {
    let mut tab = Tab::new(60);
    tab.transcript.list.at_end.set(true);
    for _ in 0..40 {
        for event in [Event::Send, Event::Leave, Event::End { is_stored: true }] {
            tab.play(event);
        }
    }
    let rows = tab.transcript.rows.with_untracked(Vec::len);
    assert!(rows <= 2 * PAGE as usize, "{rows} rows");
    assert!(tab.transcript.list.has_older.get_untracked());
    assert_eq!(tab.transcript.list.unread.get_untracked(), 0);
    tab.play(Event::ScrollUp);
    tab.transcript.more_unread(2);
    assert_eq!(tab.transcript.list.unread.get_untracked(), 2);
}

#[test]
fn a_conversation_opens_at_its_end_or_where_the_user_left_it() {
    use crate::{list::Place, state::ScrollTarget};
    let (tab, place) = (Tab::new(60), Place { message: message_id(7), sequence: 7, offset: -3.0 });
    for (left, target, at_end) in [(None, ScrollTarget::End, true), (Some(place), ScrollTarget::Place(7, -3.0), false)]
    {
        tab.transcript.begin(&tab.snapshot(), left);
        let list = tab.transcript.list;
        assert_eq!((list.scroll_target.get_untracked(), list.at_end.get_untracked()), (Some(target), at_end));
        assert_eq!((list.end(), tab.transcript.rows.with_untracked(Vec::len)), (60, 0));
    }
}

#[test]
fn what_is_read_again_is_the_end_or_the_loaded_part_with_what_may_have_come_after_it() {
    let tab = Tab::new(130);
    assert_eq!(tab.transcript.part_to_read(), None, "at the end");
    tab.transcript.list.at_end.set(false);
    assert_eq!(tab.transcript.part_to_read(), Some((80, 50 + PAGE)));
    tab.transcript.list.has_newer.set(true);
    assert_eq!(tab.transcript.part_to_read(), Some((80, 50)), "the rest is read when the view gets there");
    tab.transcript.begin(&tab.snapshot(), None);
    tab.transcript.list.at_end.set(false);
    assert_eq!(tab.transcript.part_to_read(), None, "nothing is loaded");
}

#[test]
fn the_divider_below_the_last_row_is_shown_only_at_the_end_of_the_conversation() {
    let tab = Tab::new(4);
    for (boundary, has_newer, at) in
        [(None, false, None), (Some(2), false, Some(2)), (Some(4), false, Some(4)), (Some(4), true, None)]
    {
        tab.transcript.boundary.set(boundary);
        tab.transcript.list.has_newer.set(has_newer);
        assert_eq!(untrack(|| tab.transcript.divider()), at, "{boundary:?} {has_newer}");
    }
}
