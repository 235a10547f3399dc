//! Tasks: the user's task list. It is not part of the prompt; the model reads it with `list_tasks`.

use crate::{id::TaskId, memory::MemorySource, scope::Scope, time::Timestamp};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Longest title, in characters.
pub const LONGEST_TITLE: usize = 300;

/// State of a task.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TaskState {
    /// Not done yet.
    #[default]
    Open,
    /// Done.
    Done,
}

/// A task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Task {
    /// Unique id; newer ids sort later.
    pub id: TaskId,
    /// Title, one line.
    pub title: String,
    /// State of the task.
    pub state: TaskState,
    /// Due day, as `YYYY-MM-DD`.
    pub due: Option<String>,
    /// The message it came from.
    pub source: Option<MemorySource>,
    /// When it was added.
    pub created_at: Timestamp,
    /// When it was completed.
    pub completed_at: Option<Timestamp>,
    /// Where the model sees it.
    #[serde(default)]
    pub scope: Scope,
}

/// A task was refused and nothing changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TaskRefusal {
    /// The title is empty.
    Empty,
    /// The title is longer than [`LONGEST_TITLE`].
    TooLong {
        /// Its length.
        characters: usize,
    },
    /// The due date is not a valid date.
    NoSuchDay {
        /// The given text, shortened.
        given: String,
    },
    /// It no longer exists.
    NotFound,
}

impl fmt::Display for TaskRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("A task needs a title."),
            Self::TooLong { characters } => {
                write!(f, "A task title can have up to {LONGEST_TITLE} characters; this one has {characters}.")
            }
            Self::NoSuchDay { given } => {
                write!(f, "\"{given}\" is not a date. Enter the due date as YYYY-MM-DD, such as 2026-11-25.")
            }
            Self::NotFound => f.write_str("This task no longer exists."),
        }
    }
}

impl std::error::Error for TaskRefusal {}

impl Task {
    /// Whether it was due before `today`, a day as `YYYY-MM-DD`.
    pub fn is_overdue(&self, today: &str) -> bool {
        // These dates sort like their text.
        self.state == TaskState::Open && self.due.as_deref().is_some_and(|due| due < today)
    }
}
