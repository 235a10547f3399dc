//! State of the queue: messages that were sent while a reply was coming, and why they are paused. All of it is loaded later;
//! the first load knows only whether something waits.

use super::{
    queue_adding::{Adding, Ended},
    queue_pause::{Pause, is_mended, why_paused},
};
use leptos::prelude::*;
use ricordo_core::{
    id::{ConversationId, MessageId},
    queued::QueuedMessage,
};
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

/// State of the queue of the open conversation.
#[derive(Clone, Default)]
pub struct Queue {
    /// Messages that wait, in the order in which they are sent.
    pub waiting: ArcRwSignal<Vec<QueuedMessage>>,
    /// Message being edited.
    pub edited: ArcRwSignal<Option<MessageId>>,
    /// Conversations whose queue is paused.
    pauses: ArcRwSignal<Vec<(ConversationId, Pause)>>,
    /// Conversations whose queue was read.
    pub known: Rc<RefCell<Vec<ConversationId>>>,
    /// Message to send as soon as the reply in its conversation has stopped.
    pub next: Rc<Cell<Option<(ConversationId, MessageId)>>>,
    /// Number of the last read. An earlier one that ends later is out of date.
    reads: Rc<Cell<u64>>,
    /// Messages that are being added.
    pub adding: Adding,
    /// Message about whose kept edit a notice was shown last.
    pub noticed: Rc<Cell<Option<MessageId>>>,
}

thread_local! {
    static QUEUE: Queue = Queue::default();
}

/// The queue of the open conversation.
pub fn queue() -> Queue {
    QUEUE.with(Clone::clone)
}

impl Queue {
    pub fn pause_of(&self, id: ConversationId) -> Option<Pause> {
        self.pauses.with(|pauses| pauses.iter().find(|(of, _)| *of == id).map(|(_, why)| *why))
    }

    pub fn pause(&self, id: ConversationId, why: Option<Pause>) {
        self.pauses.update(|pauses| {
            pauses.retain(|(of, _)| *of != id);
            pauses.extend(why.map(|why| (id, why)));
        });
    }

    /// Takes the message to send at once in a conversation.
    pub fn take_next(&self, id: ConversationId) -> Option<MessageId> {
        let next = self.next.get().filter(|(of, _)| *of == id)?;
        self.next.set(None);
        Some(next.1)
    }

    /// Begins to read the queue. Returns the number of the read.
    pub fn begin_read(&self) -> u64 {
        self.reads.set(self.reads.get() + 1);
        self.reads.get()
    }

    /// Shows what waits now, unless another read began after the one with this number. Nobody edits a message that is gone.
    /// Returns whether it is shown.
    pub fn show(&self, waiting: Vec<QueuedMessage>, number: u64) -> bool {
        if self.reads.get() != number {
            return false;
        }
        let is_there = |id: MessageId| waiting.iter().any(|one| one.message == id);
        if self.edited.with_untracked(|edited| edited.is_some_and(|edited| !is_there(edited))) {
            self.edited.set(None);
        }
        if self.waiting.with_untracked(|known| *known != waiting) {
            self.waiting.set(waiting);
        }
        true
    }

    /// A message was sent. What is being read may still hold it, and is out of date.
    pub fn sent(&self, message: MessageId) {
        let mut waiting = self.waiting.get_untracked();
        waiting.retain(|one| one.message != message);
        self.show(waiting, self.begin_read());
    }

    /// The message whose price was in question is sent: nothing is paused any more.
    pub fn answered(&self, id: ConversationId) {
        if untrack(|| self.pause_of(id)) == Some(Pause::Asked) {
            self.pause(id, None);
        }
    }

    /// Pauses the queue of a conversation after a reply in it, or ends its pause. Returns whether the next message can be sent.
    /// `held`: [`Pause::Held`] if a tool call of the last turn waits for the user.
    pub fn reply_ended(&self, ended: &Ended, is_open: bool, held: Option<Pause>) -> bool {
        let id = ended.conversation;
        let before = untrack(|| self.pause_of(id)).filter(|before| !is_mended(*before, ended));
        let now = before.or_else(|| why_paused(ended, is_open, held));
        self.pause(id, now);
        now.is_none()
    }

    /// The message to send next. If the user edits it, the queue pauses instead.
    pub fn next_of(&self, id: ConversationId) -> Option<MessageId> {
        let first = self.waiting.with_untracked(|waiting| waiting.first().map(|first| first.message))?;
        if self.edited.get_untracked() == Some(first) {
            self.pause(id, Some(Pause::Editing));
            return None;
        }
        Some(first)
    }

    /// Whether nothing will send this message: it is the first one, no reply is coming and nothing is paused. The reply may
    /// have ended, in this tab or another, while the message was being added.
    pub fn is_left_behind(&self, id: ConversationId, message: MessageId, is_coming: bool) -> bool {
        let is_first =
            self.waiting.with_untracked(|waiting| waiting.first().map(|first| first.message) == Some(message));
        is_first && !is_coming && untrack(|| self.pause_of(id)).is_none()
    }

    pub fn has(&self, message: MessageId) -> bool {
        self.waiting.with_untracked(|waiting| waiting.iter().any(|one| one.message == message))
    }

    /// Notes what waits in a conversation.
    pub fn note(&self, id: ConversationId, waiting: &[QueuedMessage]) {
        let is_new = !self.known.borrow().contains(&id);
        if is_new {
            self.known.borrow_mut().push(id);
        }
        if waiting.is_empty() {
            self.pause(id, None);
        } else if is_new {
            self.pause(id, Some(Pause::Loaded));
        }
    }
}

#[cfg(test)]
mod tests;
