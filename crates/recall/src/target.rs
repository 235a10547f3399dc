//! The target of a hit: what is opened.

use ricordo_record::{
    branch::Sequence,
    id::{DocumentId, MemoryId, MessageId, SummaryId, TaskId},
    memory::MemorySource,
    message::Role,
    task::TaskState,
};

/// Whether the model may see a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// The model may see it.
    Active,
    /// It is before a `/forget`.
    Forgotten,
    /// The user muted it.
    Muted,
}

/// The target of a hit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Target {
    /// The conversation of the hit, matched by its title or a tag.
    Conversation {
        /// Whether it is archived.
        is_archived: bool,
    },
    /// A message in the conversation of the hit.
    Message {
        /// Unique id.
        id: MessageId,
        /// Position in the conversation.
        sequence: Sequence,
        /// Role of the author.
        role: Role,
        /// Whether the model may see it.
        standing: Standing,
    },
    /// A memory.
    Memory {
        /// Unique id.
        id: MemoryId,
        /// Whether it is archived.
        is_archived: bool,
        /// The message it came from.
        source: Option<MemorySource>,
    },
    /// A summary.
    Summary(SummaryId),
    /// A task.
    Task {
        /// Unique id.
        id: TaskId,
        /// State of the task.
        state: TaskState,
    },
    /// A document, matched by its name or by the text of a chunk.
    Document {
        /// Unique id.
        id: DocumentId,
        /// The chunk that was matched.
        chunk: Option<u32>,
    },
}
