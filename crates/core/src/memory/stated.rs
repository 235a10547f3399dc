//! Facts as they are stated: by whom, and from which message.

use super::MemorySource;
use crate::{id::MemoryId, message::Author, scope::Scope};

/// Who stated a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatedBy {
    /// The user: the fact is kept.
    User,
    /// The model: the fact is proposed, unless the settings keep facts automatically.
    Model,
}

/// Who changes the text of a memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EditedBy {
    /// The user: the memory keeps its source.
    User,
    /// The model, with what this message says: the message is the source of the text from now on, and the text goes
    /// wherever the message goes and is erased with it.
    Model(MemorySource),
}

/// A fact to add.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewFact<'a> {
    /// Id of the memory, if the fact becomes a new one.
    pub id: MemoryId,
    /// Text of the fact.
    pub text: &'a str,
    /// The message it came from.
    pub source: Option<MemorySource>,
    /// Who stated it.
    pub by: StatedBy,
    /// The person it is about; `None` means the user.
    pub about: Option<&'a Author>,
    /// Where it is used.
    pub scope: Scope,
}

/// The outcome of adding a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Added {
    /// A new memory, kept or proposed as its state says.
    New(MemoryId),
    /// The fact was known, in the same or a similar wording, and was merged into this memory.
    Merged(MemoryId),
}

impl Added {
    /// The memory that holds the fact.
    pub fn id(self) -> MemoryId {
        match self {
            Self::New(id) | Self::Merged(id) => id,
        }
    }
}
