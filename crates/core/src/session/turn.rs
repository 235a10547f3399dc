//! Control, events and outcome of a turn.

use crate::{
    cancel::{Cancel, Signal},
    compile::Compiled,
    error::StoreError,
    message::{Message, Usage},
    provider::ProviderKind,
    tokens::Truncation,
    tools::ToolEvent,
};

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
    /// The reply so far could not be stored. The turn continues.
    NotSaved(StoreError),
}

/// How a turn ended.
#[derive(Clone, Debug, PartialEq)]
pub struct TurnOutcome {
    /// The reply. Its `finish` says how it ended: complete, stopped, or failed with a reason; what arrived is kept.
    pub reply: Message,
    /// `Some`: the reply could not be stored. `reply` is complete anyway.
    pub not_saved: Option<StoreError>,
    /// `Some`: the server read far less than it was sent.
    pub truncation: Option<Truncation>,
}
