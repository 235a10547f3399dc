//! A snapshot: what the core has to know of a conversation to compile the next request. It is O(window), however long
//! the history.

use crate::{
    branch::{Branch, Sequence},
    conversation::Conversation,
    draft::{ComposerDraft, ReplyDraft},
    forget::{Forget, boundary},
    message::Message,
};
use serde::{Deserialize, Serialize};

/// One conversation as it stands, read in one transaction.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Snapshot {
    /// The conversation.
    pub conversation: Conversation,
    /// All its branches.
    pub branches: Vec<Branch>,
    /// The last messages of the active branch, oldest first.
    pub messages: Vec<Message>,
    /// All its forgets, oldest first.
    pub forgets: Vec<Forget>,
    /// The reply that is being streamed, or was when a tab went away.
    pub reply_draft: Option<ReplyDraft>,
    /// What was typed and not sent.
    pub composer_draft: Option<ComposerDraft>,
}

impl Snapshot {
    /// The sequence of the first message on the active branch that is not forgotten; `None` without any forget.
    pub fn boundary(&self) -> Option<Sequence> {
        boundary(&self.forgets, &self.branches, self.conversation.active_branch)
    }

    /// The place of the next message on the active branch, and the sum of the tokens before it.
    pub fn next_place(&self) -> (Sequence, u64) {
        match self.messages.last() {
            Some(last) => (last.sequence + 1, last.tokens_before + u64::from(last.tokens)),
            None => {
                let own = self.branches.iter().find(|branch| branch.id == self.conversation.active_branch);
                (own.map_or(0, |branch| branch.first), 0)
            }
        }
    }
}
