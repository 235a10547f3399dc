//! Inputs, control, events and outcome of a turn.

use crate::{
    branch::Sequence,
    cancel::{Cancel, Signal},
    compile::{Compiled, Outgoing},
    error::Error,
    message::{Message, Usage},
    provider::{Provider, ProviderKind},
    settings::Settings,
    snapshot::Snapshot,
    spending::Spending,
    tokens::Truncation,
    tools::ToolEvent,
};

/// The model to call in a turn, with those who control and observe the turn.
pub struct ModelCall<'a, M> {
    /// Sends the requests.
    pub model: &'a M,
    /// The connection that the requests are compiled for.
    pub provider: &'a Provider,
    /// Stops the turn.
    pub control: TurnControl,
    /// Receives the events of the turn, in order.
    pub observer: &'a dyn Fn(TurnEvent),
    /// Whether a request above the limits of the settings is refused, so that the user can be asked first.
    pub asks_first: bool,
    /// What the user agreed to: a request of that size and price is not refused.
    pub agreed: Option<Spending>,
}

impl<'a, M> ModelCall<'a, M> {
    /// A call that nobody stops or observes.
    pub fn new(model: &'a M, provider: &'a Provider) -> Self {
        Self { model, provider, control: TurnControl::default(), observer: &|_| (), asks_first: false, agreed: None }
    }

    /// The same call, which `control` can stop.
    #[must_use]
    pub fn with_control(self, control: &TurnControl) -> Self {
        Self { control: control.clone(), ..self }
    }

    /// The same call, whose events `observer` receives.
    #[must_use]
    pub fn with_observer(self, observer: &'a dyn Fn(TurnEvent)) -> Self {
        Self { observer, ..self }
    }

    /// The same call. Its first request is refused with [`Error::NeedsConsent`] if it
    /// exceeds a limit of the settings (`confirm_above_tokens`, `confirm_above_cost`); nothing is stored then. Once the user
    /// has agreed, call again with [`ModelCall::agreed`].
    #[must_use]
    pub fn asking_first(self) -> Self {
        Self { asks_first: true, ..self }
    }

    /// The same call, [asking first](Self::asking_first) only for more than the user agreed to. The request is compiled when it
    /// is sent, and may have grown since the question.
    #[must_use]
    pub fn agreed(self, agreed: Option<Spending>) -> Self {
        Self { asks_first: true, agreed, ..self }
    }

    /// Whether a request above the limits of the settings may be sent.
    pub(super) fn may_spend(&self, spending: &Spending) -> bool {
        !self.asks_first || self.agreed.is_some_and(|agreed| agreed.covers(spending))
    }
}

/// The inputs of a turn.
pub(super) struct TurnInputs {
    pub(super) settings: Settings,
    /// The conversation before the message.
    pub(super) snapshot: Snapshot,
    pub(super) outgoing: Outgoing,
}

/// Controls a running turn. Clones control the same turn.
#[derive(Clone, Debug, Default)]
pub struct TurnControl {
    /// Stops the reply. What has arrived is kept.
    pub cancel: Cancel,
    /// Stores what has arrived at once, instead of within the next second: raised when the page is hidden.
    pub save: Signal,
}

/// Events of a running turn, in this order.
#[derive(Clone, Debug, PartialEq)]
pub enum TurnEvent {
    /// The turn begins at this place: with the user's message, or with the reply where a stored message is answered again.
    /// What stood there or later is on another branch now, or was removed.
    Begins(Sequence),
    /// The request is compiled and about to be sent. Also on Retry.
    Compiled(Box<Compiled>),
    /// The user's message is stored. Not on Retry, where it is stored already.
    Stored(Box<Message>),
    /// The request was passed to the model.
    Sent,
    /// More text of the reply.
    Text(String),
    /// More reasoning before the reply.
    Reasoning(String),
    /// Usage so far, as the provider reports it.
    Usage(Usage),
    /// The model called tools and they answered. Both messages are stored; the model is asked again.
    Round {
        /// The reply with the tool calls.
        reply: Box<Message>,
        /// The tool results.
        results: Box<Message>,
    },
    /// A tool was used.
    Tool(Box<ToolEvent>),
    /// The server rejects tools. The request is sent again without them, and so are all later ones to this provider.
    ToolsRefused,
    /// The server dropped a part of the prompt.
    Truncated(Truncation, ProviderKind),
    /// The reply so far could not be stored: the store failed, or the conversation was erased. The turn continues.
    NotSaved(Error),
}

/// How a turn ended.
#[derive(Clone, Debug, PartialEq)]
pub struct TurnOutcome {
    /// The reply. Its `finish` says how it ended: complete, stopped, or failed with a reason; what arrived is kept.
    pub reply: Message,
    /// `Some`: the reply could not be stored, as in [`TurnEvent::NotSaved`]. `reply` is complete anyway.
    pub not_saved: Option<Error>,
    /// `Some`: the server read far less than it was sent.
    pub truncation: Option<Truncation>,
    /// Whether a retry would call tools again: they were called, and that could not be stored.
    pub repeats_tools: bool,
}
