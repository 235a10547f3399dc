//! What is about to be sent, beside what is stored.

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
    /// What it says and shows.
    pub parts: Vec<Part>,
    /// Who writes it; `None`: the user.
    pub author: Option<Author>,
    /// What is told of the chat with it, over what was told before.
    pub chat: Chat,
    /// The message it replies to. One that holds an image is shown again with it.
    pub reply_to: Option<MessageId>,
    /// When it was written, as the writer's clock showed it; `None`: now. Only one that is sent again was written before.
    pub written: Option<Now>,
    /// The tools that the model may call.
    pub tools: Vec<ToolSpec>,
    /// What was found outside the window, the best first.
    pub recalled: Vec<Recalled>,
    /// What the model asked the tools in this turn so far, and what they answered.
    pub rounds: Vec<Round>,
}

/// Something that was found outside the window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recalled {
    /// What it is.
    pub source: SourceId,
    /// What it says.
    pub text: String,
}

/// A message of the running turn that followed the current message: tool calls, or their results.
#[derive(Clone, Debug, PartialEq)]
pub struct Round {
    /// The id under which it is stored.
    pub id: MessageId,
    /// What it says.
    pub message: RequestMessage,
}

impl Outgoing {
    /// A message of nothing but words.
    pub fn text(text: impl Into<String>) -> Self {
        Self { parts: vec![Part::Text { text: text.into() }], ..Self::default() }
    }
}
