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
    /// Where the user sent it, and for how much. Nothing else is sent unasked.
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

    /// Cancels the retry.
    pub fn give_up(self) {
        self.0.set(None);
    }
}
