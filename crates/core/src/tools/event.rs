//! What tools did, for the page: each event is a chip in the chat.

use ricordo_record::{
    memory::{Memory, MemoryRefusal},
    task::{Task, TaskRefusal},
};
use serde::{Deserialize, Serialize};

/// Something a tool did or was not allowed to do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ToolEvent {
    /// The model wants to keep a fact, and the user decides: keep, edit, drop.
    MemoryProposed(Memory),
    /// A fact was kept without asking, because the user set it so.
    MemoryKept(Memory),
    /// A fact was known and was said again.
    MemoryMerged(Memory),
    /// The words of a fact changed.
    MemoryChanged {
        /// As it is now.
        memory: Memory,
        /// What it said before.
        before: String,
    },
    /// A fact made room at the cap, or a proposal waited too long.
    MemoryArchived(Memory),
    /// A fact was deleted.
    MemoryDeleted(Memory),
    /// A fact was not taken. What it said is not told: it may be a secret.
    MemoryRefused(MemoryRefusal),
    /// A field of the user data was filled without asking, because the user set it so.
    UserDataSaved {
        /// The name of the field.
        field: String,
        /// Its value.
        value: String,
    },
    /// A task was added.
    TaskAdded(Task),
    /// A task was ticked.
    TaskCompleted(Task),
    /// A task was not taken.
    TaskRefused(TaskRefusal),
}

impl ToolEvent {
    /// Whether something was changed that the user may want to take back.
    pub fn is_change(&self) -> bool {
        !matches!(self, Self::MemoryRefused(_) | Self::TaskRefused(_))
    }

    /// Whether it is about a task.
    pub fn is_task(&self) -> bool {
        matches!(self, Self::TaskAdded(_) | Self::TaskCompleted(_) | Self::TaskRefused(_))
    }
}
