//! What the result of a tool holds text of, so that the result is erased with it.

use crate::{
    digest::Digest,
    id::{ConversationId, MessageId},
    manifest::{Fragment, FragmentContent, SourceId},
};
use ricordo_text::small_sort;

/// What a result holds text of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contained {
    /// The records.
    pub sources: Vec<SourceId>,
    /// The other conversations.
    pub conversations: Vec<ConversationId>,
}

impl Contained {
    /// Whether it holds no text of anything.
    pub fn is_empty(&self) -> bool {
        self.sources.is_empty() && self.conversations.is_empty()
    }

    /// Adds what another one holds.
    pub fn extend(&mut self, other: Self) {
        self.sources.extend(other.sources);
        self.conversations.extend(other.conversations);
    }

    /// What is stored of it. `part`: the position of the result in its message; `own`: the conversation of the message.
    pub fn stored(mut self, message: MessageId, part: u32, own: ConversationId) -> Fragment {
        self.conversations.push(own);
        small_sort::ascending(&mut self.conversations);
        self.conversations.dedup();
        let mut sources: Vec<SourceId> = Vec::with_capacity(self.sources.len());
        for source in self.sources {
            if !sources.contains(&source) {
                sources.push(source);
            }
        }
        // A message has one record for each of its results, whatever it holds.
        let digest = Digest::of_value(&(message, part));
        let content = FragmentContent::Result { message, part, conversations: self.conversations };
        Fragment { digest, content, sources }
    }
}
