//! The turns that run in this tab, and what waits for one.

use super::{again::Again, rows::Row};
use leptos::prelude::*;
use ricordo_core::{
    cancel::Signal,
    id::{ConversationId, MessageId},
    message::Message,
    session::TurnControl,
};
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

/// A reply that this tab receives.
#[derive(Clone)]
pub struct Running {
    /// Conversation of the reply.
    pub conversation: ConversationId,
    /// Stops the reply, or stores it immediately.
    pub control: TurnControl,
    /// Row of the reply; each round of tool calls has a new row.
    row: Rc<RefCell<Row>>,
    /// Message that the reply answers.
    asked: Rc<Cell<Option<MessageId>>>,
    /// Signals that store what arrived of the answers beside this reply.
    beside: Vec<Signal>,
}

impl Running {
    /// A reply to `asked` that is about to be received.
    pub fn new(conversation: ConversationId, row: Row, asked: Option<MessageId>, beside: Vec<Signal>) -> Self {
        let (row, asked) = (Rc::new(RefCell::new(row)), Rc::new(Cell::new(asked)));
        Self { conversation, control: TurnControl::default(), row, asked, beside }
    }

    /// Row of the reply.
    pub fn row(&self) -> Row {
        self.row.borrow().clone()
    }

    /// The reply called tools: its row becomes that of the stored message, and `next` is the row of the next reply.
    pub fn next_round(&self, reply: &Message, next: Row) {
        self.row.replace(next).settle(reply);
    }

    /// Message that the reply answers, if known.
    pub fn asked(&self) -> Option<MessageId> {
        self.asked.get()
    }

    /// The reply answers this message, which is stored now.
    pub fn answers(&self, message: MessageId) {
        self.asked.set(Some(message));
    }

    fn save(&self) {
        self.control.save.raise();
        self.beside.iter().for_each(Signal::raise);
    }
}

/// State of the turns.
#[derive(Clone, Copy)]
pub struct Turns {
    /// Turns that run in this tab, in any conversation.
    running: RwSignal<Vec<Running>, LocalStorage>,
    /// Turns that are being started, each with its number and conversation, and the number of the last one.
    starting: StoredValue<(u64, Vec<(u64, ConversationId)>)>,
    /// Conversations in which this tab waits for a reply in another tab to end.
    elsewhere: RwSignal<Vec<ConversationId>>,
    /// Automatic retry of a failed reply.
    pub again: Again,
}

impl Turns {
    /// Creates the state with no turn.
    pub fn new() -> Self {
        Self {
            running: RwSignal::new_local(Vec::new()),
            starting: StoredValue::new((0, Vec::new())),
            elsewhere: RwSignal::new(Vec::new()),
            again: Again::new(),
        }
    }

    /// Whether this tab receives a reply in any conversation.
    pub fn is_any(self) -> bool {
        self.running.with(|running| !running.is_empty())
    }

    /// Whether this tab receives a reply in a conversation.
    pub fn is_in(self, id: ConversationId) -> bool {
        self.running.with(|running| running.iter().any(|turn| turn.conversation == id))
    }

    /// Like [`Turns::is_in`], without tracking.
    pub fn runs(self, id: ConversationId) -> bool {
        self.running.with_untracked(|running| running.iter().any(|turn| turn.conversation == id))
    }

    /// Row of the reply that this tab receives in a conversation.
    pub fn row_in(self, id: ConversationId) -> Option<Row> {
        self.running.with_untracked(|running| running.iter().find(|turn| turn.conversation == id).map(Running::row))
    }

    /// A turn is being started in a conversation: until its first request is sent, or it ends without one. Returns its number.
    pub fn start(self, id: ConversationId) -> u64 {
        let started = self.starting.try_update_value(|(last, starting)| {
            *last += 1;
            starting.push((*last, id));
            *last
        });
        started.unwrap_or_default()
    }

    /// Whether a turn is being started in a conversation in which none runs.
    pub fn is_starting(self, id: ConversationId) -> bool {
        !self.runs(id) && self.is_held(id, 0)
    }

    /// The turn with this number is not being started any more.
    pub fn end_start(self, number: u64) {
        self.starting.update_value(|(_, starting)| starting.retain(|(other, _)| *other != number));
    }

    /// Whether this tab runs a turn in a conversation, or starts more than `own` there: then no other tab has its lock.
    pub fn is_held(self, id: ConversationId, own: usize) -> bool {
        let starts = || self.starting.with_value(|(_, all)| all.iter().filter(|(_, of)| *of == id).count());
        self.runs(id) || starts() > own
    }

    /// A request was sent. Returns whether it is the first one of its turn.
    pub fn begin(self, turn: &Running) -> bool {
        let is_first = !self.runs(turn.conversation);
        if is_first {
            self.starting.update_value(|(_, starting)| {
                if let Some(at) = starting.iter().position(|(_, of)| *of == turn.conversation) {
                    starting.remove(at);
                }
            });
            self.running.update(|running| running.push(turn.clone()));
        }
        is_first
    }

    /// The turn of a conversation has ended with this reply.
    pub fn end(self, id: ConversationId, reply: &Message) {
        let ended = self.running.try_update(|running| {
            let at = running.iter().position(|turn| turn.conversation == id)?;
            Some(running.remove(at))
        });
        if let Some(turn) = ended.flatten() {
            turn.row().settle(reply);
        }
    }

    /// Stops the reply in a conversation. What has arrived stays.
    pub fn stop(self, id: ConversationId) {
        self.running.with_untracked(|running| {
            running.iter().filter(|turn| turn.conversation == id).for_each(|turn| turn.control.cancel.cancel());
        });
    }

    /// Stops the replies in all conversations.
    pub fn stop_all(self) {
        self.running.with_untracked(|running| running.iter().for_each(|turn| turn.control.cancel.cancel()));
    }

    /// Stores what has arrived of all replies.
    pub fn save(self) {
        self.running.with_untracked(|running| running.iter().for_each(Running::save));
    }

    /// Whether this tab waits for a reply in another tab.
    pub fn is_elsewhere(self, id: ConversationId) -> bool {
        self.elsewhere.with(|waiting| waiting.contains(&id))
    }

    /// Begins to wait for a reply in another tab. Returns `false` if this tab waits for it already.
    pub fn wait_elsewhere(self, id: ConversationId) -> bool {
        let is_new = !self.elsewhere.with_untracked(|waiting| waiting.contains(&id));
        if is_new {
            self.elsewhere.update(|waiting| waiting.push(id));
        }
        is_new
    }

    /// The reply in another tab has ended.
    pub fn ended_elsewhere(self, id: ConversationId) {
        self.elsewhere.update(|waiting| waiting.retain(|other| *other != id));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::testing::{conversation_id, message_id, reply};
    use futures_util::FutureExt;
    use ricordo_core::message::Finish;

    fn running(conversation: u8, beside: &[Signal]) -> Running {
        Running::new(conversation_id(conversation), Row::coming(conversation.into(), 0), None, beside.to_vec())
    }

    /// Conversations 1 and 2 with a reply coming in each.
    fn both() -> (Turns, [Running; 2]) {
        let (turns, both) = (Turns::new(), [running(1, &[]), running(2, &[])]);
        assert!(both.iter().all(|turn| turns.begin(turn)));
        (turns, both)
    }

    #[test]
    fn stop_ends_the_reply_of_one_conversation_or_those_of_all() {
        let stopped = |both: &[Running; 2]| both.clone().map(|turn| turn.control.cancel.is_cancelled());
        let (turns, running) = both();
        turns.stop(conversation_id(2));
        assert_eq!(stopped(&running), [false, true]);
        turns.stop(conversation_id(3));
        assert_eq!(stopped(&running), [false, true]);
        turns.stop_all();
        assert_eq!(stopped(&running), [true, true]);
        assert!(untrack(|| turns.is_any()), "they run until what arrived is stored");
    }

    #[test]
    fn a_page_that_closes_stores_what_arrived_of_all_replies_and_of_the_answers_beside_them() {
        let (turns, beside) = (Turns::new(), Signal::default());
        let all = [running(1, std::slice::from_ref(&beside)), running(2, &[])];
        assert!(all.iter().all(|turn| turns.begin(turn)));
        turns.save();
        let is_raised = |signal: &Signal| signal.taken().now_or_never().is_some();
        assert!(is_raised(&beside) && all.iter().all(|turn| is_raised(&turn.control.save)));
        assert!(all.iter().all(|turn| !turn.control.cancel.is_cancelled()));
    }

    #[test]
    fn a_reply_that_ends_becomes_the_stored_one_and_leaves_the_others() {
        let (turns, [first, second]) = both();
        turns.end(conversation_id(1), &reply(4, "Paris", Finish::Complete));
        assert_eq!((first.row().id(), second.row().id()), (Some(message_id(4)), None));
        let is_in = |number| untrack(|| turns.is_in(conversation_id(number)));
        assert!(!is_in(1) && is_in(2) && turns.row_in(conversation_id(1)).is_none());
        turns.end(conversation_id(1), &reply(5, "again", Finish::Complete));
        assert!(is_in(2), "a turn that has ended already");
    }

    #[test]
    fn each_round_of_tool_calls_has_a_row_and_only_the_first_begins_the_turn() {
        let (turns, turn) = (Turns::new(), running(1, &[]));
        assert!(turns.begin(&turn));
        let first = turn.row();
        turn.next_round(&reply(4, "Looking", Finish::ToolCalls), Row::coming(9, 6));
        assert!(!turns.begin(&turn));
        assert_eq!((first.id(), turn.row().id(), turn.row().key), (Some(message_id(4)), None, 9));
        assert_eq!(turns.row_in(conversation_id(1)).map(|row| row.key), Some(9));
    }

    #[test]
    fn a_turn_is_being_started_until_its_first_request_or_its_end() {
        let (turns, [here, there]) = (Turns::new(), [1, 2].map(conversation_id));
        let first = turns.start(here);
        assert!(turns.is_starting(here) && !turns.is_starting(there));
        assert!(turns.is_held(here, 0) && !turns.is_held(here, 1));
        assert!(turns.begin(&running(1, &[])));
        assert!(!turns.is_starting(here) && turns.is_held(here, 1), "it runs");
        turns.end(here, &reply(4, "Paris", Finish::Complete));
        let second = turns.start(here);
        turns.end_start(first);
        assert!(turns.is_starting(here), "the first one has been over for long");
        let third = turns.start(here);
        assert!(turns.is_held(here, 1));
        turns.end_start(second);
        assert!(turns.is_starting(here) && !turns.is_held(here, 1));
        turns.end_start(third);
        assert!(!turns.is_held(here, 0));
    }

    #[test]
    fn a_tab_waits_once_for_the_reply_of_another_tab() {
        let (turns, id) = (Turns::new(), conversation_id(1));
        assert!(turns.wait_elsewhere(id) && !turns.wait_elsewhere(id) && turns.wait_elsewhere(conversation_id(2)));
        turns.ended_elsewhere(id);
        assert_eq!([1, 2].map(|number| untrack(|| turns.is_elsewhere(conversation_id(number)))), [false, true]);
        assert!(turns.wait_elsewhere(id));
    }
}
