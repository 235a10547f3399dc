//! The kinds of idle work.

use crate::id::ConversationId;
use serde::{Deserialize, Serialize};

/// A kind of idle work. One at a time, each with its own record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Job {
    /// Turning the oldest messages of a conversation into a summary.
    Compression(ConversationId),
    /// Finding facts about the user in a conversation.
    Extraction(ConversationId),
    /// The summary of the last days; of one conversation or of all.
    Recent(Option<ConversationId>),
    /// The summary of the last weeks; of one conversation or of all.
    Long(Option<ConversationId>),
    /// Finding a title for a conversation.
    Title(ConversationId),
}

impl Job {
    /// The conversation it is of; `None`: of all.
    pub fn conversation(self) -> Option<ConversationId> {
        match self {
            Self::Compression(id) | Self::Extraction(id) | Self::Title(id) => Some(id),
            Self::Recent(id) | Self::Long(id) => id,
        }
    }
}
