//! Tasks: a list of the user's. It is not put into the prompt; the model asks for it with `list_tasks`.

use crate::{id::TaskId, memory::MemorySource, time::Timestamp};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The longest title, in characters.
pub const LONGEST_TITLE: usize = 300;

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

/// A task was refused. Nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TaskRefusal {
    /// There is no title.
    Empty,
    /// The title is longer than [`LONGEST_TITLE`].
    TooLong {
        /// How long it is.
        characters: usize,
    },
    /// The due date is not a day of the calendar.
    NoSuchDay {
        /// What was given, shortened.
        given: String,
    },
    /// It is not there any more.
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
    /// Whether it should have been done before `today`, a day as `YYYY-MM-DD`.
    pub fn is_overdue(&self, today: &str) -> bool {
        // Days sort as their texts do.
        self.state == TaskState::Open && self.due.as_deref().is_some_and(|due| due < today)
    }
}
