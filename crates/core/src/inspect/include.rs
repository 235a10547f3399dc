//! Suggests how to include what was omitted, by its reason. The session carries it out, and it can be undone like any
//! command.

use crate::{
    compile::{LayerKind, OmittedReason},
    layer::Stale,
    manifest::SourceId,
    message::{Message, Part, Role},
};

/// An action that includes something in the prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Include {
    /// Removing its mark.
    Unmute,
    /// Pinning the message: it is sent however old it is.
    Pin,
    /// Pinning the memory: it is the last to be omitted.
    PinMemory,
    /// Taking the last forget back.
    Remember,
    /// Making the summary again.
    MakeAgain,
    /// More room: the budget, or the ceiling of its layer.
    MoreRoom,
    /// Nothing, and why.
    Nothing(Why),
}

/// Why nothing can be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Why {
    /// It is sent anyway: in another form, or within another summary.
    IsSent,
    /// It has no content to send.
    NoWords,
    /// A tool call and its result are sent together or not at all, and cannot be pinned.
    ToolCall,
    /// The model does not support it; another one may.
    Model,
    /// It stays on this computer; a model there gets it.
    StaysHere,
}

/// The action that includes something omitted from `layer`. `source`: one of its sources, if known.
pub fn include(layer: LayerKind, reason: OmittedReason, source: Option<SourceId>) -> Include {
    match (reason, source) {
        (OmittedReason::Muted, _) => Include::Unmute,
        (OmittedReason::Unanswered, _) => Include::Remember,
        (OmittedReason::Empty, _) => Include::Nothing(Why::NoWords),
        (OmittedReason::OtherForm | OmittedReason::Stale(Stale::Within), _) => Include::Nothing(Why::IsSent),
        (OmittedReason::Unpaired, _) => Include::Nothing(Why::ToolCall),
        (OmittedReason::NotSupported, _) => Include::Nothing(Why::Model),
        (OmittedReason::StaysHere, _) => Include::Nothing(Why::StaysHere),
        (OmittedReason::Stale(_), _) => Include::MakeAgain,
        (OmittedReason::Forgotten, None) => Include::Remember,
        (OmittedReason::Ceiling | OmittedReason::Budget, Some(SourceId::Memory(_))) => Include::PinMemory,
        (_, Some(SourceId::Message(_))) if layer == LayerKind::Window => Include::Pin,
        (OmittedReason::Forgotten, Some(_)) => Include::Remember,
        (
            OmittedReason::Ceiling | OmittedReason::Budget | OmittedReason::MessageLimit | OmittedReason::Compressed,
            _,
        ) => Include::MoreRoom,
    }
}

/// Like [`include()`], for a loaded message: a part of a tool call cannot be pinned.
pub fn include_message(layer: LayerKind, reason: OmittedReason, message: &Message) -> Include {
    let is_tool_call =
        message.role == Role::Tool || message.parts.iter().any(|part| matches!(part, Part::ToolCall { .. }));
    match include(layer, reason, Some(SourceId::Message(message.id))) {
        Include::Pin if is_tool_call => Include::Nothing(Why::ToolCall),
        other => other,
    }
}
