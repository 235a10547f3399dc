//! What a reply contains so far, and the error of an empty reply.

use ricordo_record::{
    error::{ModelError, ModelErrorKind},
    message::Finish,
    request::ChatEvent,
};

#[derive(Debug, Default)]
pub(super) struct Content {
    /// Whether the reply has text other than white space, or an image.
    pub(super) has_words: bool,
    /// Whether the reply has reasoning.
    pub(super) has_thoughts: bool,
    /// Whether the reply has tool calls.
    pub(super) has_calls: bool,
    /// The finish reason, once the server has sent it.
    pub(super) finish: Option<Finish>,
}

impl Content {
    /// Records what the events contain.
    pub(super) fn look_at(&mut self, events: &[ChatEvent]) {
        for event in events {
            match event {
                ChatEvent::Text { text } => self.has_words |= !text.trim().is_empty(),
                ChatEvent::Reasoning { .. } => self.has_thoughts = true,
                ChatEvent::Image { .. } => self.has_words = true,
                ChatEvent::ToolCall { .. } => self.has_calls = true,
                ChatEvent::SentBack { .. }
                | ChatEvent::Finish { .. }
                | ChatEvent::Usage { .. }
                | ChatEvent::Model { .. }
                | ChatEvent::SentAgain => {}
            }
        }
    }

    /// The error of a reply that ended with neither text nor a tool call.
    pub(super) fn empty_error(&self) -> Option<ModelError> {
        if self.has_words || self.has_calls {
            return None;
        }
        let why = match (&self.finish, self.has_thoughts) {
            (Some(Finish::ContentFilter), _) => "the provider withheld the reply",
            (Some(Finish::Length), true) => "the limit on its length was reached while the model was still thinking",
            (_, true) => "the model thought and then said nothing",
            _ => "",
        };
        Some(ModelError::new(ModelErrorKind::EmptyReply, why))
    }
}
