//! Drafts: what is not a message yet and must survive a closed tab all the same.

use crate::{
    branch::Sequence,
    id::{BranchId, ConversationId, MessageId},
    message::Part,
    time::Timestamp,
};
use serde::{Deserialize, Serialize};

/// A reply that is being streamed. One per conversation; it becomes a message when the stream ends, however it ends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReplyDraft {
    /// The conversation it belongs to.
    pub conversation: ConversationId,
    /// The id the message will have.
    pub message: MessageId,
    /// The branch the message will be on.
    pub branch: BranchId,
    /// The place the message will have.
    pub sequence: Sequence,
    /// The sum of the tokens before it.
    pub tokens_before: u64,
    /// What has arrived.
    pub parts: Vec<Part>,
    /// The model that writes.
    pub model: String,
    /// When the request left.
    pub started_at: Timestamp,
    /// When this draft was last stored.
    pub saved_at: Timestamp,
}

/// What the user typed and has not sent. One per conversation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ComposerDraft {
    /// The conversation it belongs to.
    pub conversation: ConversationId,
    /// The text as typed.
    pub text: String,
    /// The images that were picked. Their bytes are stored.
    #[serde(default)]
    pub images: Vec<Part>,
    /// The message it replies to.
    #[serde(default)]
    pub reply_to: Option<MessageId>,
}

impl ComposerDraft {
    /// A draft of nothing but words.
    pub fn text(conversation: ConversationId, text: &str) -> Self {
        Self { conversation, text: text.to_owned(), images: Vec::new(), reply_to: None }
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty() && self.images.is_empty() && self.reply_to.is_none()
    }
}
