//! What the reader of any protocol keeps of a reply, and the error of an empty reply.

use super::{finish::finish_of, json::text};
use ricordo_record::{
    error::{ModelError, ModelErrorKind, Remark},
    message::Finish,
    request::ChatEvent,
};
use serde_json::Value;

#[derive(Debug, Default)]
pub(super) struct ReplyState {
    /// Whether an object of the protocol has been read.
    pub(super) touched: bool,
    model_reported: bool,
    /// Whether the reply has text other than white space, or an image.
    pub(super) has_words: bool,
    has_thoughts: bool,
    has_calls: bool,
    /// The finish reason, once the server has sent it.
    pub(super) finish: Option<Finish>,
}

impl ReplyState {
    /// Reports the model that an object names, once.
    pub(super) fn model(&mut self, object: &Value, events: &mut Vec<ChatEvent>) {
        if let Some(model) = text(object.get("model")).filter(|_| !self.model_reported) {
            self.model_reported = true;
            events.push(ChatEvent::Model { model: model.to_owned() });
        }
    }

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

    /// Ends the reply with a reason of the server. `called`: whether the model has called tools.
    pub(super) fn finish(&mut self, reason: &str, called: bool, events: &mut Vec<ChatEvent>) {
        let finish = finish_of(reason, called);
        self.finish = Some(finish.clone());
        events.push(ChatEvent::Finish { finish });
    }

    /// The error of a reply that ended with neither text nor a tool call.
    pub(super) fn empty_error(&self) -> Option<ModelError> {
        if self.has_words || self.has_calls {
            return None;
        }
        let remark = match (&self.finish, self.has_thoughts) {
            (Some(Finish::ContentFilter), _) => Some(Remark::Withheld),
            (Some(Finish::Length), true) => Some(Remark::OnlyThoughtsToTheLimit),
            (_, true) => Some(Remark::OnlyThoughts),
            _ => None,
        };
        Some(ModelError::new(ModelErrorKind::EmptyReply, remark.map_or("", Remark::words)))
    }
}
