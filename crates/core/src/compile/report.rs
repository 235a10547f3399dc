//! What compile tells beside the request: which layer took how much, and what was left out and why.

use super::Weight;
use crate::{
    id::MessageId,
    layer::{LayerKind, Omitted, WindowFormat},
    manifest::{SourceId, Written},
    model::{ChatRequest, RequestMessage, ToolSpec},
    provider::ProviderKind,
    settings::LayerLimits,
    tokens::{Counter, MARGIN_PER_MILLE},
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

impl EstimateError {
    /// That of a request whose budget has such a margin. `estimated`: how much of it is not counted exactly, in tokens.
    pub(super) fn of(
        counter: &Counter,
        margin: u32,
        estimated: u32,
        messages: &[RequestMessage],
        tools: &[ToolSpec],
    ) -> Self {
        let is_exact = counter.is_exact();
        let too_high = if is_exact {
            // An estimate that is as much too high as it may be, and what was added because it may be too low.
            u32::try_from((u64::from(estimated) * 2 * MARGIN_PER_MILLE).div_ceil(1_000)).unwrap_or(u32::MAX)
        } else if counter.scale.is_known() || counter.is_corrected {
            margin
        } else {
            let weight = Weight::of_parts(messages, tools);
            weight.tokens(&counter.scale).saturating_sub(weight.least(&counter.scale)).max(margin)
        };
        Self { margin, too_high, is_corrected: counter.is_corrected, is_exact }
    }
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
