//! A snapshot: what the core has to know of a conversation to compile the next request. It is O(window), however long
//! the history and however many other conversations there are: of theirs it holds nothing.

use crate::{
    branch::{Branch, Sequence},
    conversation::Conversation,
    draft::{ComposerDraft, ReplyDraft},
    forget::{Forget, boundary},
    id::MessageId,
    mark::{self, Mark, MarkKind},
    message::Message,
    tokens::Counter,
    user_data::UserData,
};
use ricordo_record::{memory::Memory, summary::Summary};
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
    /// Messages from before those that a compile may need: pinned ones, and what later ones reply to. Oldest first. A
    /// store leaves it empty; the session fills it.
    #[serde(default)]
    pub earlier: Vec<Message>,
    /// The forgets of this conversation, oldest first.
    pub forgets: Vec<Forget>,
    /// The marks of this conversation.
    #[serde(default)]
    pub marks: Vec<Mark>,
    /// All memories, oldest first, the archived ones too.
    #[serde(default)]
    pub memories: Vec<Memory>,
    /// The summaries of this conversation and those of all conversations, oldest first; not those that were replaced.
    #[serde(default)]
    pub summaries: Vec<Summary>,
    /// Who the user is.
    #[serde(default)]
    pub user_data: UserData,
    /// How tokens are counted. A store leaves the default; the session fills it.
    #[serde(default)]
    pub counter: Counter,
    /// The reply that is being streamed, or was when a tab went away.
    pub reply_draft: Option<ReplyDraft>,
    /// What was typed and not sent.
    pub composer_draft: Option<ComposerDraft>,
}

impl Snapshot {
    /// The sequence of the first message on the active branch that is not forgotten; `None` without any forget.
    pub fn boundary(&self) -> Option<Sequence> {
        boundary(&self.forgets, self.conversation.id, &self.branches, self.conversation.active_branch)
    }

    /// What the user marked a message as.
    pub fn mark(&self, message: MessageId) -> Option<MarkKind> {
        mark::of(&self.marks, message)
    }

    /// A snapshot without history, for a conversation that was just made.
    pub fn empty(conversation: Conversation, branches: Vec<Branch>) -> Self {
        Self {
            conversation,
            branches,
            messages: Vec::new(),
            earlier: Vec::new(),
            forgets: Vec::new(),
            marks: Vec::new(),
            memories: Vec::new(),
            summaries: Vec::new(),
            user_data: UserData::default(),
            counter: Counter::default(),
            reply_draft: None,
            composer_draft: None,
        }
    }

    /// The place of the next message on the active branch, and the sum of the tokens before it.
    pub fn next_place(&self) -> (Sequence, u64) {
        let own = self.branches.iter().find(|branch| branch.id == self.conversation.active_branch);
        let first = own.map_or(0, |branch| branch.first);
        match self.messages.last() {
            // What lies before the first place of a branch is its parent's, also where messages were erased there.
            Some(last) => ((last.sequence + 1).max(first), last.tokens_before + u64::from(last.tokens)),
            None => (first, 0),
        }
    }
}
