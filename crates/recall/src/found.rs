//! The results of a search, in groups.

use super::{excerpt::Excerpt, target::Target};
use ricordo_record::{id::ConversationId, time::Timestamp};

/// A search result.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// Its target.
    pub target: Target,
    /// The conversation that it belongs to or came from.
    pub conversation: Option<ConversationId>,
    /// When it was written or created; for a conversation, when it was last used.
    pub at: Timestamp,
    /// The excerpt to show.
    pub excerpt: Excerpt,
}

/// The results of one kind.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Group {
    /// The best hits, best first.
    pub hits: Vec<Hit>,
    /// Number of matches in total.
    pub total: usize,
}

/// The results of a search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    /// Conversations, by title and tags.
    pub conversations: Group,
    /// Messages.
    pub messages: Group,
    /// Memories.
    pub memories: Group,
    /// Summaries.
    pub summaries: Group,
    /// Tasks.
    pub tasks: Group,
    /// Documents, by name.
    pub documents: Group,
}
