//! What a reply holds so far, and the error of one that ended without a word.

use crate::{
    error::{ModelError, ModelErrorKind},
    message::Finish,
    model::ChatEvent,
};

/// What has come out of a reply so far.
#[derive(Debug, Default)]
pub(super) struct Content {
    /// Whether there were words, white space aside, or an image.
    pub(super) has_words: bool,
    /// Whether there were thoughts.
    pub(super) has_thoughts: bool,
    /// Whether there were tool calls.
    pub(super) has_calls: bool,
    /// Why it ended, once the server has said so.
    pub(super) finish: Option<Finish>,
}

impl Content {
    /// Takes note of what was handed over.
    pub(super) fn look_at(&mut self, events: &[ChatEvent]) {
        for event in events {
            match event {
                ChatEvent::Text { text } => self.has_words |= !text.trim().is_empty(),
                ChatEvent::Reasoning { .. } => self.has_thoughts = true,
                ChatEvent::Image { .. } => self.has_words = true,
                ChatEvent::ToolCall { .. } => self.has_calls = true,
                ChatEvent::Finish { .. } | ChatEvent::Usage { .. } | ChatEvent::Model { .. } => {}
            }
        }
    }

    /// The error of a reply that ended without a word and without a tool call, where it did.
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
