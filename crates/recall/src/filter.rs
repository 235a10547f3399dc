//! The filter of a search.

use ricordo_record::{id::ConversationId, message::Role, time::Timestamp};

/// Restricts a search.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Filter {
    /// Only this conversation.
    pub conversation: Option<ConversationId>,
    /// Only messages of this role, and no other kinds.
    pub role: Option<Role>,
    /// Only documents.
    pub documents: bool,
    /// At or after this time.
    pub from: Option<Timestamp>,
    /// Before this time.
    pub until: Option<Timestamp>,
}

impl Filter {
    /// Whether an item of a conversation that was written at this time passes.
    pub fn takes(&self, conversation: Option<ConversationId>, at: Timestamp) -> bool {
        self.conversation.is_none_or(|wanted| conversation == Some(wanted))
            && self.from.is_none_or(|from| at >= from)
            && self.until.is_none_or(|until| at < until)
    }
}
