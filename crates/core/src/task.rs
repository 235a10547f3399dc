//! Tasks: a list of the user's. It is not put into the prompt; the model asks for it with `list_tasks`.

use crate::{id::TaskId, memory::MemorySource, time::Timestamp};
use serde::{Deserialize, Serialize};

/// Where a task stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TaskState {
    /// To be done.
    #[default]
    Open,
    /// Done.
    Done,
}

/// One thing to do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Task {
    /// Its name; later ones sort later.
    pub id: TaskId,
    /// What is to be done, one line.
    pub title: String,
    /// Where it stands.
    pub state: TaskState,
    /// By which day, as `YYYY-MM-DD`.
    pub due: Option<String>,
    /// The message it came from.
    pub source: Option<MemorySource>,
    /// When it was added.
    pub created_at: Timestamp,
    /// When it was ticked.
    pub completed_at: Option<Timestamp>,
}
