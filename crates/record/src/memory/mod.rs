//! Memories: facts about the user that apply to all conversations in their scope. The rules of changing them are in the core.

mod refusal;

pub use refusal::MemoryRefusal;

use crate::{
    author::{Author, is_same_person},
    id::{ConversationId, MemoryId, MessageId},
    scope::Scope,
    time::Timestamp,
};
use serde::{Deserialize, Serialize};

/// State of a memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MemoryState {
    /// Proposed by the model; the user has not decided yet. It is not sent.
    Proposed,
    /// Kept, and sent.
    Kept,
    /// Archived at the cap. Not sent; it can be restored.
    Archived,
}

/// The message that a memory came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemorySource {
    /// Its conversation.
    pub conversation: ConversationId,
    /// The message.
    pub message: MessageId,
}

/// A fact about the user, or about another person who writes in a conversation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Memory {
    /// Unique id; newer ids sort later.
    pub id: MemoryId,
    /// The fact, one line.
    pub text: String,
    /// State of the memory.
    pub state: MemoryState,
    /// The message it came from; `None` if the user wrote it.
    pub source: Option<MemorySource>,
    /// Whether it is pinned, so that the cap never archives it.
    pub pinned: bool,
    /// When it was first kept or proposed.
    pub created_at: Timestamp,
    /// When its text last changed.
    pub updated_at: Timestamp,
    /// When the model last read it, or it was repeated.
    pub last_used_at: Option<Timestamp>,
    /// Number of such uses.
    pub uses: u32,
    /// Whether the user stated it, by typing or editing it. Older records do not have this field; use
    /// [`Memory::is_the_users`].
    #[serde(default)]
    pub typed: bool,
    /// The field of the user data that `text` is a value for; `None` if it is a fact. Such a value is proposed like a
    /// fact, and moves into the user data once it is kept.
    #[serde(default)]
    pub field: Option<String>,
    /// The person it is about; `None` means the user.
    #[serde(default)]
    pub about: Option<Author>,
    /// Where it is used.
    #[serde(default)]
    pub scope: Scope,
    /// Words and phrases that bring it into a request. Empty: it is sent in every request.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub key_words: Vec<String>,
}

/// Most key words of a memory.
pub const MOST_KEY_WORDS: usize = 20;
/// Most characters of a key word.
pub const LONGEST_KEY_WORD: usize = 60;

impl Memory {
    /// Whether the user stated it, not only a model.
    pub fn is_the_users(&self) -> bool {
        self.typed || self.source.is_none()
    }

    /// Whether it is about a person; `None` is the user.
    pub fn is_about(&self, person: Option<&Author>) -> bool {
        is_same_person(self.about.as_ref(), person)
    }

    /// Its text for display: a value is preceded by the name of its field.
    pub fn words(&self) -> String {
        match &self.field {
            Some(field) => format!("{field}: {}", self.text),
            None => self.text.clone(),
        }
    }
}
