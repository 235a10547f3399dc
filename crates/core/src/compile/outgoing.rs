//! The message to send and what goes with it, beside what is stored.

use crate::{
    conversation::Chat,
    id::MessageId,
    manifest::SourceId,
    message::{Author, Part},
    model::{RequestMessage, ToolSpec},
    time::Now,
};

/// The current message and what goes with it. It is not part of the snapshot, so it cannot be sent twice.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outgoing {
    /// The content.
    pub parts: Vec<Part>,
    /// The author; `None`: the user.
    pub author: Option<Author>,
    /// Facts about the chat that came with the message; they override earlier ones.
    pub chat: Chat,
    /// The message it replies to. Images of that message are sent again with it.
    pub reply_to: Option<MessageId>,
    /// When it was written, on the writer's clock; `None`: now. Set only for a message that is sent again.
    pub written: Option<Now>,
    /// The tools that the model may call.
    pub tools: Vec<ToolSpec>,
    /// Recalled texts from outside the window, best first.
    pub recalled: Vec<Recalled>,
    /// The tool calls of this turn so far, and their results.
    pub rounds: Vec<Round>,
}

/// A recalled text from outside the window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recalled {
    /// The record it comes from.
    pub source: SourceId,
    /// The text.
    pub text: String,
}

/// A message of the running turn that followed the current message: tool calls, or their results.
#[derive(Clone, Debug, PartialEq)]
pub struct Round {
    /// The id under which it is stored.
    pub id: MessageId,
    /// The message as it is sent.
    pub message: RequestMessage,
}

impl Outgoing {
    /// A message with text only.
    pub fn text(text: impl Into<String>) -> Self {
        Self { parts: vec![Part::Text { text: text.into() }], ..Self::default() }
    }
}
