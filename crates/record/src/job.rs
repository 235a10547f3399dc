//! The kinds of background jobs.

use crate::id::ConversationId;
use serde::{Deserialize, Serialize};

/// A background job. One runs at a time; each has its own record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Job {
    /// Compresses the oldest messages of a conversation into a summary.
    Compression(ConversationId),
    /// Extracts facts about the user from a conversation.
    Extraction(ConversationId),
    /// Makes the summary of the last days, of one conversation or of all.
    Recent(Option<ConversationId>),
    /// Makes the summary of the last weeks, of one conversation or of all.
    Long(Option<ConversationId>),
    /// Writes a title for a conversation.
    Title(ConversationId),
}

impl Job {
    /// Its conversation; `None` means all.
    pub fn conversation(self) -> Option<ConversationId> {
        match self {
            Self::Compression(id) | Self::Extraction(id) | Self::Title(id) => Some(id),
            Self::Recent(id) | Self::Long(id) => id,
        }
    }
}
