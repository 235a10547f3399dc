//! What tools did, for the page, which shows each event as a chip in the chat.

use ricordo_record::{
    memory::{Memory, MemoryRefusal},
    task::{Task, TaskRefusal},
};
use serde::{Deserialize, Serialize};

/// Something a tool did, or was refused.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ToolEvent {
    /// The model proposed a fact; the user decides: keep, edit, drop.
    MemoryProposed(Memory),
    /// A fact was kept without asking, as the settings allow.
    MemoryKept(Memory),
    /// A fact was already known and was merged.
    MemoryMerged(Memory),
    /// The text of a fact changed.
    MemoryChanged {
        /// The memory after the change.
        memory: Memory,
        /// The text before.
        before: String,
    },
    /// A fact that was kept was archived at the cap.
    MemoryArchived(Memory),
    /// A proposal that the user had not decided was archived, because too many wait.
    MemoryExpired(Memory),
    /// A fact was deleted.
    MemoryDeleted(Memory),
    /// A fact was refused. Its text is left out, because it may be a secret.
    MemoryRefused(MemoryRefusal),
    /// A field of the user data was set without asking, as the settings allow.
    UserDataSaved {
        /// Name of the field.
        field: String,
        /// Value of the field.
        value: String,
    },
    /// A task was added.
    TaskAdded(Task),
    /// A task was completed.
    TaskCompleted(Task),
    /// A change to a task was refused.
    TaskRefused(TaskRefusal),
}

impl ToolEvent {
    /// Whether it changed something that the user may want to undo.
    pub fn is_change(&self) -> bool {
        !matches!(self, Self::MemoryRefused(_) | Self::TaskRefused(_))
    }

    /// Whether it concerns a task.
    pub fn is_task(&self) -> bool {
        matches!(self, Self::TaskAdded(_) | Self::TaskCompleted(_) | Self::TaskRefused(_))
    }
}
