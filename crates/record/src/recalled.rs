//! Recalled pieces as stored with a reply: what was recalled for it, and why.

use crate::id::SourceId;
use serde::{Deserialize, Serialize};

/// Kind of a recalled piece. Each kind is one message of the request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RecallKind {
    /// A memory or a summary.
    Memory,
    /// Messages that followed each other in a conversation.
    Conversation,
    /// Text of a document.
    Document,
}

/// How far a piece is from the request. Each level can be switched off in the settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RecallLevel {
    /// It is from the same conversation.
    Short,
    /// It is from the last days.
    Medium,
    /// It is older.
    Long,
}

/// Why a piece was recalled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecallReason {
    /// The words of the question that matched, as they were written.
    pub words: Vec<String>,
    /// The level.
    pub level: RecallLevel,
    /// How much of the question it covers, by the rarity of the words, in percent. 0 to 100.
    pub share: u32,
    /// Of the messages that could be found, how many are less near in meaning, in percent. 0 to 100; `None` if the meaning
    /// was not compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nearer_than: Option<u32>,
    /// Age of the newest match, in whole days.
    pub days_ago: u32,
    /// Whether `words` are the key words of a memory, which bring it in whatever else is recalled.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_key_word: bool,
}

/// A recalled piece of a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecalledPiece {
    /// The kind.
    pub kind: RecallKind,
    /// The records whose text was sent, in the order of the text.
    pub sources: Vec<SourceId>,
    /// Those of them that matched the question; the others are the messages around them.
    pub matched: Vec<SourceId>,
    /// Why it was recalled.
    pub reason: RecallReason,
    /// Its estimated size, in tokens.
    pub tokens: u32,
    /// Whether it is a whole document, sent because it is short and not because it was found.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub whole: bool,
}
