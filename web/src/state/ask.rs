//! What starts a turn.

use ricordo_core::{compile::Outgoing, id::MessageId, provider::Provider};

/// What starts a turn.
#[derive(Clone)]
pub enum Ask {
    /// Sends a new message.
    New(Box<Outgoing>),
    /// Asks the model to continue its reply.
    GoOn(Box<Outgoing>),
    /// Sends a message that waited in the queue.
    Queued(MessageId),
    /// Answers the last user message again.
    Retry,
    /// Like [`Ask::Retry`], started automatically after a pause.
    RetryUnasked,
    /// Like [`Ask::Retry`], by this connection instead of the one that answers in the conversation.
    RetryBy(Box<Provider>),
    /// Answers a user message again. For a reply, answers the message it replied to.
    Again(MessageId),
    /// Replaces the text of a user message and answers it.
    Edit(MessageId, String),
}
