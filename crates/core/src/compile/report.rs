//! The report of a compile beside the request: the size of each layer, and what was omitted and why.

use super::Weight;
use crate::{
    id::MessageId,
    layer::{LayerKind, Omitted, WindowFormat},
    manifest::{SourceId, Written},
    model::{ChatRequest, RequestMessage, ToolSpec},
    provider::ProviderKind,
    recalled::RecalledPiece,
    settings::{LayerLimits, Settings},
    spending::Spending,
    tokens::{Counter, MARGIN_PER_MILLE},
};
use serde::{Deserialize, Serialize};

/// A compiled request with everything the inspector shows of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Compiled {
    /// The exact request.
    pub request: ChatRequest,
    /// The layers in the order in which they are sent. Their tokens add up to [`Compiled::tokens`].
    pub layers: Vec<Layer>,
    /// The origin of each message of the request: as many as `request.messages`.
    pub origins: Vec<Origin>,
    /// What was omitted: from the window first, oldest first.
    pub omitted: Vec<Omitted>,
    /// What the recall layer holds, and why.
    #[serde(default)]
    pub recalled: Vec<RecalledPiece>,
    /// Warnings for the user, such as a variable that does not exist.
    pub warnings: Vec<Warning>,
    /// When the window is cut next, and what that omits; `None`: it is empty.
    #[serde(default)]
    pub next_cut: Option<NextCut>,
    /// The format of stored messages.
    pub format: WindowFormat,
    /// The estimated size of the prompt in tokens.
    pub tokens: u32,
    /// The most tokens the prompt may have: the budget of the settings, or what the model's context leaves beside the
    /// reply.
    pub budget: u32,
    /// The possible error of [`Compiled::tokens`].
    #[serde(default)]
    pub estimate: EstimateError,
    /// The limits of each layer, in the order of the settings.
    pub shares: Vec<LayerLimits>,
    /// The kind of provider it is made for; the wire format depends on it.
    pub provider: ProviderKind,
}

impl Compiled {
    /// What the request uses, if that exceeds a limit above which the user wants to be asked. The model in this page costs
    /// nothing and sends nothing, so it never asks.
    pub fn spending(&self, settings: &Settings) -> Option<Spending> {
        self.cost(settings).filter(|cost| settings.needs_consent(cost))
    }

    /// What the request uses; `None` for the model in this page.
    pub fn cost(&self, settings: &Settings) -> Option<Spending> {
        let ChatRequest { model, max_response_tokens, .. } = &self.request;
        let is_sent = self.provider != ProviderKind::InPage;
        is_sent
            .then(|| settings.spending(model, self.provider.at_most(self.tokens.into(), (*max_response_tokens).into())))
    }
}

/// The possible error of the estimated size of a prompt, in tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EstimateError {
    /// Tokens of the budget that stay free, because the prompt may be longer by this much. Where messages are counted
    /// exactly, this covers only a chat template.
    pub margin: u32,
    /// How much shorter the prompt may be. More than the margin where the model's vocabulary is unknown: then the worst
    /// of the usual ones is assumed.
    pub too_high: u32,
    /// Whether the provider's counts have corrected the estimate.
    pub is_corrected: bool,
    /// Whether stored messages are counted exactly, as the model does. Everything else (the system prompt, a message
    /// that is not counted yet) is still estimated, at its maximum.
    #[serde(default)]
    pub is_exact: bool,
}

impl EstimateError {
    /// The error of a request whose budget has this margin. `estimated`: tokens of the request that are not counted
    /// exactly.
    pub(super) fn of(
        counter: &Counter,
        margin: u32,
        estimated: u32,
        messages: &[RequestMessage],
        tools: &[ToolSpec],
    ) -> Self {
        let is_exact = counter.is_exact();
        let too_high = if is_exact {
            // The estimate may be too high by its full error, and a margin was added in case it is too low.
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
    /// The kind of the layer.
    pub kind: LayerKind,
    /// Its messages are `request.messages[from..to]`. Tools are not messages: `from` and `to` are equal.
    pub from: usize,
    /// One past its last message.
    pub to: usize,
    /// Its estimated size in tokens.
    pub tokens: u32,
    /// Its sources, in order.
    pub sources: Vec<SourceId>,
}

impl Layer {
    /// The stored messages among its sources, in order.
    pub fn messages(&self) -> impl Iterator<Item = MessageId> {
        self.sources.iter().filter_map(|source| match source {
            SourceId::Message(id) => Some(*id),
            SourceId::Memory(_) | SourceId::Summary(_) | SourceId::Project(_) | SourceId::Chunk(..) => None,
        })
    }
}

/// The origin of a message of the request.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// The stored message it is made from, verbatim except for the format.
    pub stored: Option<MessageId>,
    /// Its other sources.
    pub sources: Vec<SourceId>,
    /// How it was formatted, if it is a stored message.
    pub written: Option<Written>,
}

/// When the window is cut next, as far as it can be predicted before the messages are written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NextCut {
    /// The limit that cuts it.
    pub by: CutBy,
    /// How much more fits the window before that, in tokens or messages, as `by` says.
    pub after: u32,
    /// The number of messages it omits: one at a time if the number of messages is the limit.
    pub messages: u32,
    /// Their estimated size in tokens.
    pub tokens: u64,
    /// The omitted messages, oldest first.
    pub sources: Vec<SourceId>,
}

/// The limit that cuts the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CutBy {
    /// The number of messages.
    Messages,
    /// The number of tokens.
    Tokens,
}

/// A warning about a request.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Warning {
    /// The system prompt names a variable that does not exist. It was sent as written.
    UnknownVariable(String),
    /// A variable of the system prompt changes with every request, so nothing after it can be reused.
    VolatileVariable(String),
    /// A volatile layer comes before the window, so the window cannot be reused.
    VolatileLayer(LayerKind),
    /// Recall was not ready in time, so the request holds nothing recalled.
    RecallNotReady,
    /// Recall answered by words alone, because the vector of the message was not there in time.
    RecalledByWords,
    /// The user's own system prompt is longer than the model in the page can follow, so that model's own was sent.
    PromptTooLong,
}
