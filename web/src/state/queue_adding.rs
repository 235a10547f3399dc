//! Messages that are being added to the queue, and replies that end meanwhile.

use super::AskKind;
use ricordo_core::{id::ConversationId, message::Finish};
use std::{cell::RefCell, rc::Rc};

/// What is being added, and what waits for it.
#[derive(Clone, Default)]
pub struct Adding {
    /// Conversations in which a message is being added, once for each message.
    conversations: Rc<RefCell<Vec<ConversationId>>>,
    /// Replies that ended meanwhile.
    ended: Rc<RefCell<Vec<Ended>>>,
}

/// A reply that ended while a message was being added. The queue is read for it when the message is there.
#[derive(Debug, PartialEq)]
pub struct Ended {
    pub conversation: ConversationId,
    /// What the reply answered.
    pub ask: AskKind,
    /// How it ended.
    pub finish: Option<Finish>,
}

impl Adding {
    /// A message is being added.
    pub fn begin(&self, id: ConversationId) {
        self.conversations.borrow_mut().push(id);
    }

    /// A message was added, or could not be. Returns the reply that ended meanwhile.
    pub fn end(&self, id: ConversationId) -> Option<Ended> {
        let mut conversations = self.conversations.borrow_mut();
        if let Some(at) = conversations.iter().position(|of| *of == id) {
            conversations.remove(at);
        }
        if conversations.contains(&id) {
            return None;
        }
        let mut ended = self.ended.borrow_mut();
        let at = ended.iter().position(|ended| ended.conversation == id)?;
        Some(ended.remove(at))
    }

    /// Whether a message is being added. Then the end of this reply waits for it.
    pub fn holds(&self, conversation: ConversationId, ask: &AskKind, finish: Option<&Finish>) -> bool {
        let is_adding = self.conversations.borrow().contains(&conversation);
        if is_adding {
            let ended = Ended { conversation, ask: ask.clone(), finish: finish.cloned() };
            self.ended.borrow_mut().push(ended);
        }
        is_adding
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::testing::conversation_id;

    #[test]
    fn a_reply_that_ends_while_a_message_is_being_added_is_followed_by_it() {
        let (adding, id, other) = (Adding::default(), conversation_id(1), conversation_id(2));
        let (ask, complete) = (AskKind::New(Box::default()), Finish::Complete);
        assert!(!adding.holds(id, &ask, Some(&complete)), "nothing is being added");
        [id, id, other].into_iter().for_each(|of| adding.begin(of));
        assert!(adding.holds(id, &ask, Some(&complete)));
        assert_eq!((adding.end(id), adding.end(other)), (None, None), "another one is still being added");
        let ended = Ended { conversation: id, ask, finish: Some(complete) };
        assert_eq!((adding.end(id), adding.end(id)), (Some(ended), None), "once");
    }
}
