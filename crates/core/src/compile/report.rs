//! What compile tells beside the request: which layer took how much, and what was left out and why.

use super::WindowFormat;
use crate::{
    id::MessageId,
    manifest::{SourceId, Written},
    model::ChatRequest,
    provider::ProviderKind,
    settings::LayerLimits,
    summary::standing::Stale,
};
use serde::{Deserialize, Serialize};

/// A compiled request and everything the inspector shows of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Compiled {
    /// The exact request.
    pub request: ChatRequest,
    /// The layers in the order in which they are sent. Their tokens add up to [`Compiled::tokens`].
    pub layers: Vec<Layer>,
    /// Where each message of the request comes from: as many as `request.messages`.
    pub origins: Vec<Origin>,
    /// What was left out: the window's first, oldest first.
    pub omitted: Vec<Omitted>,
    /// What the user may want to know, such as a variable that does not exist.
    pub warnings: Vec<Warning>,
    /// When the window is cut next, and what that leaves out; `None`: it is empty.
    #[serde(default)]
    pub next_cut: Option<NextCut>,
    /// How stored messages were written.
    pub format: WindowFormat,
    /// The estimated size of the prompt in tokens.
    pub tokens: u32,
    /// The most tokens the prompt may have: the budget of the settings, or what the model's context
    /// leaves beside the reply.
    pub budget: u32,
    /// How far [`Compiled::tokens`] may be off.
    #[serde(default)]
    pub estimate: EstimateError,
    /// What each layer might take of the budget, in the order of the settings.
    pub shares: Vec<LayerLimits>,
    /// What it is made for: the form in which it leaves depends on it.
    pub provider: ProviderKind,
}

/// How far the estimate of a prompt may be off, in tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EstimateError {
    /// What is kept free of the budget, because the prompt may be longer by so much. Where messages are counted exactly it is
    /// no more than a chat template takes.
    pub margin: u32,
    /// How much shorter it may be. More than the margin where the model's vocabulary is not known: then the worst of the
    /// usual ones is assumed.
    pub too_high: u32,
    /// Whether the provider's counts have corrected it.
    pub is_corrected: bool,
    /// Whether stored messages are counted exactly, as the model does. What else is sent (the system prompt, a message that
    /// was not counted yet) is estimated then, and taken at the most that it may be.
    #[serde(default)]
    pub is_exact: bool,
}

/// A layer of the prompt. In the order of the default: stable ones first, so that a provider can reuse what it computed.
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
    /// Its messages are `request.messages[from..to]`. Tools are no messages: both are equal.
    pub from: usize,
    /// One past its last message.
    pub to: usize,
    /// Its estimated size in tokens.
    pub tokens: u32,
    /// What it was made from, in order.
    pub sources: Vec<SourceId>,
}

impl Layer {
    /// The stored messages among its sources, in order.
    pub fn messages(&self) -> impl Iterator<Item = MessageId> {
        self.sources.iter().filter_map(|source| match source {
            SourceId::Message(id) => Some(*id),
            SourceId::Memory(_) | SourceId::Summary(_) => None,
        })
    }
}

/// Where a message of the request comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// The stored message that it is, word for word but for the format.
    pub stored: Option<MessageId>,
    /// What else it was made from.
    pub sources: Vec<SourceId>,
    /// How it was written out, where it is a stored message.
    pub written: Option<Written>,
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
    /// A summary stands for it.
    Compressed,
    /// The same is sent in another form: the line `Tools used: …` beside the tool messages, or the other way round.
    OtherForm,
    /// A tool call without its result, or a result without its call.
    Unpaired,
    /// The window holds no more messages.
    MessageLimit,
    /// The budget holds no more tokens.
    Budget,
    /// The layer is switched off, or has reached its ceiling.
    Ceiling,
    /// It does not hold any more, until it is made again.
    Stale(Stale),
    /// The model does not take it.
    NotSupported,
}

/// A run of messages, or of something else, that was left out for one reason.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Omitted {
    /// The layer they would have been in.
    pub layer: LayerKind,
    /// Why.
    pub reason: OmittedReason,
    /// How many stored messages; 0 for what is not made of any. Those that lie before what was loaded are counted too.
    pub messages: u32,
    /// Their estimated size in tokens.
    pub tokens: u64,
    /// Those of them that were loaded, oldest first.
    pub sources: Vec<SourceId>,
}

/// When the window is cut next, as far as it can be told before the messages are written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NextCut {
    /// What cuts it.
    pub by: CutBy,
    /// How much more the window takes before that, in tokens or messages, as `by` says.
    pub after: u32,
    /// How many messages it leaves out: by number one at a time.
    pub messages: u32,
    /// Their estimated size in tokens.
    pub tokens: u64,
    /// Which, oldest first.
    pub sources: Vec<SourceId>,
}

/// Which limit cuts the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CutBy {
    /// The number of its messages.
    Messages,
    /// Their tokens.
    Tokens,
}

/// What the user may want to know of a request.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Warning {
    /// The system prompt names a variable that does not exist. It was sent as written.
    UnknownVariable(String),
    /// A variable of the system prompt changes from request to request, so that nothing after it can be reused.
    VolatileVariable(String),
    /// A layer that changes stands before the window, so that the window cannot be reused.
    VolatileLayer(LayerKind),
}
