//! The retry of a rate-limited request that is pending.

use super::Agreement;
use leptos::prelude::*;
use ricordo_core::{
    id::{ConversationId, MessageId},
    provider::Provider,
};

/// A pending retry.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Waiting {
    pub conversation: ConversationId,
    /// Failed reply.
    pub reply: MessageId,
    /// Time of the retry, in milliseconds since the page began to load.
    pub at: f64,
    /// Remaining seconds.
    pub seconds: u64,
}

/// What is sent again.
pub struct Retry {
    /// The connection that is asked, if it is not the one that answers in the conversation.
    pub by: Option<Box<Provider>>,
    /// What the user agreed to: the connections and the price. Nothing beyond that is sent without asking.
    pub agreed: Box<Agreement>,
}

/// State of the automatic retry.
#[derive(Clone, Copy)]
pub struct Again(pub RwSignal<Option<Waiting>>);

impl Again {
    /// Creates the state with no retry pending.
    pub fn new() -> Self {
        Self(RwSignal::new(None))
    }

    /// Seconds until this reply is retried; `None` if it is not.
    pub fn seconds(self, reply: MessageId) -> Option<u64> {
        self.0.get().filter(|waiting| waiting.reply == reply).map(|waiting| waiting.seconds)
    }

    /// Whether a reply of a conversation is retried.
    pub fn is_in(self, id: ConversationId) -> bool {
        self.0.with(|waiting| waiting.is_some_and(|waiting| waiting.conversation == id))
    }

    /// Cancels the retry.
    pub fn give_up(self) {
        self.0.set(None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::testing::{conversation_id, message_id};

    #[test]
    fn only_the_conversation_of_the_failed_reply_waits_for_its_retry() {
        let again = Again::new();
        let is_in = |number| untrack(|| again.is_in(conversation_id(number)));
        assert!(!is_in(1));
        let conversation = conversation_id(1);
        again.0.set(Some(Waiting { conversation, reply: message_id(1), at: 0.0, seconds: 3 }));
        assert_eq!([1, 2].map(is_in), [true, false]);
        again.give_up();
        assert!(!is_in(1));
    }
}
