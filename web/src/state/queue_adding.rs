//! Messages that are being added to the queue, and replies that end meanwhile.

use super::AskKind;
use ricordo_core::{id::ConversationId, message::Finish};
use std::{cell::RefCell, rc::Rc};

/// What is being added, and what waits for it.
#[derive(Clone, Default)]
pub struct Adding {
    /// Conversations in which a message is being added, once for each message.
    conversations: Rc<RefCell<Vec<ConversationId>>>,
    /// Replies that ended meanwhile. The queue is read for them when the message is there.
    ended: Rc<RefCell<Vec<Ended>>>,
}

/// A reply that ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Ended {
    pub conversation: ConversationId,
    /// What the reply answered.
    pub ask: AskKind,
    /// How it ended.
    pub finish: Option<Finish>,
    /// Whether it is one of several answers, of which the user keeps one.
    pub is_several: bool,
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
    pub fn holds(&self, ended: &Ended) -> bool {
        let is_adding = self.conversations.borrow().contains(&ended.conversation);
        if is_adding {
            self.ended.borrow_mut().push(ended.clone());
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
        let ask = AskKind::New(Box::default());
        let ended = Ended { conversation: id, ask, finish: Some(Finish::Complete), is_several: false };
        assert!(!adding.holds(&ended), "nothing is being added");
        [id, id, other].into_iter().for_each(|of| adding.begin(of));
        assert!(adding.holds(&ended));
        assert_eq!((adding.end(id), adding.end(other)), (None, None), "another one is still being added");
        assert_eq!((adding.end(id), adding.end(id)), (Some(ended), None), "once");
    }
}
