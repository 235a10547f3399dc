//! A snapshot: what the core needs to know about a conversation to compile the next request. It does not grow with the
//! history or with the messages of other conversations: besides the window it holds all memories and the shared summaries.

use crate::{
    branch::{Branch, Sequence},
    conversation::Conversation,
    draft::{ComposerDraft, ReplyDraft},
    forget::{Forget, boundary},
    id::MessageId,
    mark::{self, Mark, MarkKind},
    message::Message,
    place::Place,
    project::Project,
    tokens::Counter,
    user_data::UserData,
};
use ricordo_record::{memory::Memory, summary::Summary};
use serde::{Deserialize, Serialize};

/// Where the next message of a conversation is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NextPlace {
    /// Its sequence.
    pub sequence: Sequence,
    /// The sum of the tokens before it.
    pub tokens_before: u64,
}

/// The current state of one conversation, read in one transaction.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Snapshot {
    /// The conversation.
    pub conversation: Conversation,
    /// Its project.
    #[serde(default)]
    pub project: Option<Project>,
    /// All its branches.
    pub branches: Vec<Branch>,
    /// The last messages of the active branch, oldest first.
    pub messages: Vec<Message>,
    /// Older messages that a compile may need: pinned ones, and those that later ones reply to. Oldest first. A store
    /// leaves it empty; the session fills it.
    #[serde(default)]
    pub earlier: Vec<Message>,
    /// The forgets of this conversation, oldest first.
    pub forgets: Vec<Forget>,
    /// The marks of this conversation.
    #[serde(default)]
    pub marks: Vec<Mark>,
    /// All memories, oldest first, including archived ones.
    #[serde(default)]
    pub memories: Vec<Memory>,
    /// The summaries of this conversation and the shared ones, oldest first, except replaced ones.
    #[serde(default)]
    pub summaries: Vec<Summary>,
    /// The user data.
    #[serde(default)]
    pub user_data: UserData,
    /// Counts tokens. A store leaves the default; the session sets it.
    #[serde(default)]
    pub counter: Counter,
    /// The reply that is streaming, or was when a tab was closed.
    pub reply_draft: Option<ReplyDraft>,
    /// The unsent message of the composer.
    pub composer_draft: Option<ComposerDraft>,
}

impl Snapshot {
    /// The sequence of the first message on the active branch that is not forgotten; `None` without any forget.
    pub fn boundary(&self) -> Option<Sequence> {
        boundary(&self.forgets, self.conversation.id, &self.branches, self.conversation.active_branch)
    }

    /// What is in scope of the conversation.
    pub fn place(&self) -> Place {
        Place::of(&self.conversation, self.project.as_ref())
    }

    /// The user data that requests may contain: it is outside of every project, so none in an isolated one.
    pub fn user_data(&self) -> &UserData {
        static NONE: UserData = UserData {
            name: String::new(),
            username: String::new(),
            pronouns: String::new(),
            language: String::new(),
            fields: Vec::new(),
            people: Vec::new(),
        };
        if self.place().isolated { &NONE } else { &self.user_data }
    }

    /// The mark of a message.
    pub fn mark(&self, message: MessageId) -> Option<MarkKind> {
        mark::of(&self.marks, message)
    }

    /// Whether a message is never recalled again.
    pub fn is_not_recalled(&self, message: MessageId) -> bool {
        mark::is_not_recalled(&self.marks, message)
    }

    /// A snapshot without history, for a new conversation.
    pub fn empty(conversation: Conversation, branches: Vec<Branch>) -> Self {
        Self {
            conversation,
            project: None,
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

    /// The place of the next message on the active branch.
    pub fn next_place(&self) -> NextPlace {
        let own = self.branches.iter().find(|branch| branch.id == self.conversation.active_branch);
        let first = own.map_or(0, |branch| branch.first);
        match self.messages.last() {
            // Messages before the start of a branch belong to its parent, even if messages were erased there.
            Some(last) => NextPlace {
                sequence: (last.sequence + 1).max(first),
                tokens_before: last.tokens_before + u64::from(last.tokens),
            },
            None => NextPlace { sequence: first, tokens_before: 0 },
        }
    }
}
