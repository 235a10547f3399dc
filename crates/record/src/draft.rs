//! Drafts: content that is not a message yet but must survive a closed tab.

use crate::{
    branch::Sequence,
    id::{BranchId, ConversationId, MessageId},
    message::Part,
    time::Timestamp,
};
use serde::{Deserialize, Serialize};

/// A reply being streamed. One per conversation; it becomes a message when the stream ends for any reason.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReplyDraft {
    /// The conversation it belongs to.
    pub conversation: ConversationId,
    /// The id the message will have.
    pub message: MessageId,
    /// The branch the message will be on.
    pub branch: BranchId,
    /// The sequence that the message will have.
    pub sequence: Sequence,
    /// The sum of tokens of the messages before it.
    pub tokens_before: u64,
    /// The content received so far.
    pub parts: Vec<Part>,
    /// The model.
    pub model: String,
    /// When the request was sent.
    pub started_at: Timestamp,
    /// When this draft was last stored.
    pub saved_at: Timestamp,
}

/// The unsent input of the user. One per conversation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ComposerDraft {
    /// The conversation it belongs to.
    pub conversation: ConversationId,
    /// The text as typed.
    pub text: String,
    /// The attached images. Their bytes are already stored.
    #[serde(default)]
    pub images: Vec<Part>,
    /// The message it replies to.
    #[serde(default)]
    pub reply_to: Option<MessageId>,
}

impl ComposerDraft {
    /// A draft with only text.
    pub fn text(conversation: ConversationId, text: &str) -> Self {
        Self { conversation, text: text.to_owned(), images: Vec::new(), reply_to: None }
    }

    /// Whether it has no content.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty() && self.images.is_empty() && self.reply_to.is_none()
    }
}
