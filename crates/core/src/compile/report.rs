//! What compile tells beside the request: which layer took how much, and what was left out and why.

use crate::{id::MessageId, model::ChatRequest};
use serde::{Deserialize, Serialize};

/// A compiled request and everything the inspector shows of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Compiled {
    /// The exact request.
    pub request: ChatRequest,
    /// The layers in the order in which they are sent. Their tokens add up to [`Compiled::tokens`].
    pub layers: Vec<Layer>,
    /// What was left out, oldest first.
    pub omitted: Vec<Omitted>,
    /// The estimated size of the prompt in tokens.
    pub tokens: u32,
    /// The most tokens the prompt may have: the budget of the settings, or what the model's context
    /// leaves beside the reply.
    pub budget: u32,
}

/// A layer of the prompt. Stable ones first, so that a provider can reuse what it computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LayerKind {
    /// The instructions.
    SystemPrompt,
    /// The schemas of the tools that the model may call.
    Tools,
    /// User data, facts, and summaries kept as memories.
    Memories,
    /// The summaries of days, and compressed history.
    Summaries,
    /// The last messages after the forget boundary.
    Window,
    /// What was found by meaning and words outside the window.
    Recall,
    /// The current date and time.
    Now,
    /// The current message, and what the tools answered to it.
    Message,
}

/// One layer as it is sent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Layer {
    /// Which.
    pub kind: LayerKind,
    /// Its messages are `request.messages[from..to]`.
    pub from: usize,
    /// One past its last message.
    pub to: usize,
    /// Its estimated size in tokens.
    pub tokens: u32,
    /// The stored messages it was made from, in order.
    pub sources: Vec<MessageId>,
}

/// Why something is not in the prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OmittedReason {
    /// It lies before the forget boundary.
    Forgotten,
    /// Its turn did not complete, and it is all that lies between the forget boundary and the first turn that did: the
    /// counter of `/forget` counts completed turns only.
    Unanswered,
    /// The user muted it.
    Muted,
    /// It has no words: a reply that failed before the first one.
    Empty,
    /// The window holds no more messages.
    MessageLimit,
    /// The budget holds no more tokens.
    Budget,
}

/// A run of messages that were left out for one reason.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Omitted {
    /// The layer they would have been in.
    pub layer: LayerKind,
    /// Why.
    pub reason: OmittedReason,
    /// How many stored messages; 0 for a layer that is not made of any. Those that lie before what was loaded are counted too.
    pub messages: u32,
    /// Their estimated size in tokens.
    pub tokens: u64,
    /// Those of them that were loaded, oldest first.
    pub sources: Vec<MessageId>,
}
