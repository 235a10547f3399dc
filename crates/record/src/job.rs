//! The kinds of background jobs.

use crate::id::{ConversationId, ProjectId};
use serde::{Deserialize, Serialize};

/// A background job. One runs at a time; each has its own record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Job {
    /// Compresses the oldest messages of a conversation into a summary.
    Compression(ConversationId),
    /// Extracts facts about the user from a conversation.
    Extraction(ConversationId),
    /// Makes the summary of the last days, of one conversation or of all that are in no project.
    Recent(Option<ConversationId>),
    /// Makes the summary of the last weeks, of one conversation or of all that are in no project.
    Long(Option<ConversationId>),
    /// Writes a title for a conversation.
    Title(ConversationId),
    /// Makes the summary of the last days of a project.
    ProjectRecent(ProjectId),
    /// Makes the summary of the last weeks of a project.
    ProjectLong(ProjectId),
}

impl Job {
    /// The job that makes the summary of the last days of all conversations of a project, or of those in none.
    pub fn recent_of(project: Option<ProjectId>) -> Self {
        project.map_or(Self::Recent(None), Self::ProjectRecent)
    }

    /// The job that makes the summary of the last weeks of all conversations of a project, or of those in none.
    pub fn long_of(project: Option<ProjectId>) -> Self {
        project.map_or(Self::Long(None), Self::ProjectLong)
    }

    /// Its project, if it reads several conversations of one.
    pub fn project(self) -> Option<ProjectId> {
        match self {
            Self::ProjectRecent(id) | Self::ProjectLong(id) => Some(id),
            _ => None,
        }
    }

    /// Its conversation; `None` means several.
    pub fn conversation(self) -> Option<ConversationId> {
        match self {
            Self::ProjectRecent(_) | Self::ProjectLong(_) => None,
            Self::Compression(id) | Self::Extraction(id) | Self::Title(id) => Some(id),
            Self::Recent(id) | Self::Long(id) => id,
        }
    }
}
