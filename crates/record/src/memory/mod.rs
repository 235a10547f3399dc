//! Memories: facts about the user that hold across all conversations. The rules of adding and changing them are in the core.

mod refusal;

pub use refusal::MemoryRefusal;

use crate::{
    author::{Author, is_same_person},
    id::{ConversationId, MemoryId, MessageId},
    time::Timestamp,
};
use serde::{Deserialize, Serialize};

/// Where a memory stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MemoryState {
    /// The model wants to keep it, and the user has not said yes or no. It is not sent.
    Proposed,
    /// Kept, and sent.
    Kept,
    /// Moved out of the way at the cap. Not sent; it can be restored.
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
    /// Its name; later ones sort later.
    pub id: MemoryId,
    /// The fact, one line.
    pub text: String,
    /// Where it stands.
    pub state: MemoryState,
    /// Where it came from; `None`: the user wrote it.
    pub source: Option<MemorySource>,
    /// Never archived by the cap.
    pub pinned: bool,
    /// When it was first kept or proposed.
    pub created_at: Timestamp,
    /// When its words last changed.
    pub updated_at: Timestamp,
    /// When the model last asked for it, or it was said again.
    pub last_used_at: Option<Timestamp>,
    /// How often that happened.
    pub uses: u32,
    /// Whether the user said it, too: typed it, or gave it other words. What is stored from before this was known has no
    /// such field; [`Memory::is_the_users`] knows.
    #[serde(default)]
    pub typed: bool,
    /// The field of the user data that `text` is to be the value of; `None`: it is a fact. It is proposed like one, and once
    /// it is kept it is a part of the user data and no memory any more.
    #[serde(default)]
    pub field: Option<String>,
    /// Who it is about; `None`: the user.
    #[serde(default)]
    pub about: Option<Author>,
}

impl Memory {
    /// Whether the user said it, and not a model alone.
    pub fn is_the_users(&self) -> bool {
        self.typed || self.source.is_none()
    }

    /// Whether it is about a person; `None` is the user.
    pub fn is_about(&self, person: Option<&Author>) -> bool {
        is_same_person(self.about.as_ref(), person)
    }

    /// What it says, for people: a value after the name of its field.
    pub fn words(&self) -> String {
        match &self.field {
            Some(field) => format!("{field}: {}", self.text),
            None => self.text.clone(),
        }
    }
}
