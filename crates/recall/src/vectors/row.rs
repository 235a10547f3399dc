//! A vector of a part without its values: its message and its purpose.

use super::{script::Script, vector::Vector};
use ricordo_record::{branch::Sequence, id::MessageId, time::Timestamp};

/// What a vector is for. Many models have a prefix for each, and so another vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Purpose {
    /// A text that can be found.
    Passage,
    /// A question that was asked when the message was sent. It cannot be found: it only counts in the mean of questions.
    Question,
}

/// A message that has a vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Embedded {
    /// Its position on the branch.
    pub sequence: Sequence,
    /// Unique id.
    pub message: MessageId,
    /// When it was created.
    pub at: Timestamp,
}

/// A vector, without its values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Row {
    pub(super) sequence: Sequence,
    pub(super) purpose: Purpose,
    pub(super) script: Script,
    pub(super) message: MessageId,
    pub(super) at: Timestamp,
    /// What a byte of the vector is multiplied by.
    pub(super) scale: f32,
    /// Square of the length of the vector. Almost 1: its values are rounded.
    pub(super) square: f32,
}

impl Row {
    pub(super) fn new(message: Embedded, purpose: Purpose, vector: &Vector) -> Self {
        let Embedded { sequence, message, at } = message;
        let (scale, square) = (vector.bytes.scale, vector.bytes.square());
        Self { sequence, purpose, script: vector.script, message, at, scale, square }
    }

    pub(super) fn key(&self) -> (Sequence, Purpose) {
        (self.sequence, self.purpose)
    }
}
