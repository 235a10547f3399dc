//! What goes into a turn and comes out of it, beside the messages themselves.

use crate::{
    cancel::{Cancel, Signal},
    compile::Compiled,
    error::StoreError,
    message::{Message, Usage},
    provider::ProviderKind,
    tokens::Truncation,
    tools::ToolEvent,
};

/// The handle by which a page steers a running turn. Clones steer the same turn.
#[derive(Clone, Debug, Default)]
pub struct TurnControl {
    /// Stops the reply. What has arrived is kept.
    pub cancel: Cancel,
    /// Stores what has arrived now, not within the next second: raised when the page is hidden.
    pub save: Signal,
}

/// What a page is told while a turn runs, in this order.
#[derive(Clone, Debug, PartialEq)]
pub enum TurnEvent {
    /// The request is compiled and about to leave. For Retry, too.
    Compiled(Box<Compiled>),
    /// The user's message is stored. Not for Retry: it was.
    Stored(Box<Message>),
    /// The request is handed to the model.
    Sent,
    /// More words of the reply.
    Text(String),
    /// More thoughts before the reply.
    Reasoning(String),
    /// What the provider says it cost so far.
    Usage(Usage),
    /// The model asked for tools, and they answered. Both are stored; the model is asked again.
    Round {
        /// What the model said and asked for.
        reply: Box<Message>,
        /// What the tools answered.
        results: Box<Message>,
    },
    /// What a tool did.
    Tool(Box<ToolEvent>),
    /// The server takes no tools. The request goes out again without them, and so do all later ones to this provider.
    ToolsRefused,
    /// The server dropped a part of the prompt: a sentence with the cure.
    Truncated(Truncation, ProviderKind),
    /// The reply so far could not be stored. The turn goes on.
    NotSaved(StoreError),
}

/// How a turn ended.
#[derive(Clone, Debug, PartialEq)]
pub struct TurnOutcome {
    /// The reply. Its `finish` says how it ended: complete, stopped or failed with a sentence; what arrived is kept.
    pub reply: Message,
    /// `Some`: the reply could not be stored. It is whole here all the same.
    pub not_saved: Option<StoreError>,
    /// `Some`: the server read far less than it was sent.
    pub truncation: Option<Truncation>,
}
