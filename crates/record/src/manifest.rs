//! Manifests: what was sent for a reply, so that any past request can be shown exactly.
//!
//! Stored messages are referenced, not copied. Everything else that was sent (system prompt, memories, summaries, the
//! clock) is a [`Fragment`]: a text keyed by its digest, stored once however often it is sent.

pub use crate::id::SourceId;
use crate::{
    digest::Digest,
    id::{ConversationId, MessageId},
    layer::{LayerKind, Omitted, WindowFormat},
    provider::ProviderKind,
    recalled::RecalledPiece,
    request::{RequestMessage, Sampling, ToolSpec},
    settings::LayerLimits,
};
use serde::{Deserialize, Serialize};

/// The record of what was sent for a reply.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The conversation of the reply.
    pub conversation: ConversationId,
    /// The reply.
    pub reply: MessageId,
    /// The model's id at the provider.
    pub model: String,
    /// The layers as they were sent, in order.
    pub layers: Vec<ManifestLayer>,
    /// What was left out.
    pub omitted: Vec<Omitted>,
    /// Format of the stored messages.
    pub format: WindowFormat,
    /// The estimated size of the prompt, in tokens.
    pub tokens: u32,
    /// The budget of the prompt, in tokens.
    pub budget: u32,
    /// The layers' shares of the budget. Empty in older records.
    #[serde(default)]
    pub shares: Vec<LayerLimits>,
    /// The kind of provider it was sent to. `None` in older records.
    #[serde(default)]
    pub provider: Option<ProviderKind>,
    /// The address it was sent to. `None` in older records.
    #[serde(default)]
    pub address: Option<String>,
    /// The longest reply, in tokens.
    pub max_response_tokens: u32,
    /// Sampling parameters.
    pub sampling: Sampling,
    /// The digest of the tools that were sent, if any; they are a [`Fragment`], too.
    pub tools: Option<Digest>,
    /// The digest of what was recalled and why, if anything was; it is a [`Fragment`], too, so it is erased with any of
    /// its sources.
    #[serde(default)]
    pub recalled: Option<Digest>,
    /// Whether recall was not ready in time, and the request was sent without it.
    #[serde(default)]
    pub recall_was_late: bool,
    /// Whether recall answered by words alone, because the vector of the message was not there in time.
    #[serde(default)]
    pub recalled_by_words: bool,
    /// Number of messages in the stable prefix.
    pub stable_messages: usize,
    /// The requested context size, in tokens.
    pub context_tokens: Option<u32>,
    /// The digest of the whole request.
    pub digest: Digest,
}

/// One layer of a manifest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ManifestLayer {
    /// The layer.
    pub kind: LayerKind,
    /// Its estimated size, in tokens.
    pub tokens: u32,
    /// Its messages, in order.
    pub items: Vec<ManifestItem>,
}

/// One message of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ManifestItem {
    /// A stored message, and the digest of what was sent for it.
    Message {
        /// The message.
        id: MessageId,
        /// The digest of the [`RequestMessage`].
        digest: Digest,
        /// How it was written. `None` if stored by a version up to 4; the digest then identifies the form.
        #[serde(default)]
        written: Option<Written>,
    },
    /// A text that is not a message.
    Fragment(Digest),
}

/// How a stored message was written in one request, in addition to the common format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Written {
    /// Whether it begins with its time.
    pub says_when: bool,
    /// How much of the message it replies to is quoted, if any.
    pub quote: Option<QuoteLength>,
}

/// How much of a message is quoted in a reply to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QuoteLength {
    /// Enough to identify the message, which is in the request, too.
    Named,
    /// Enough to understand the message, which is not in the request.
    InFull,
}

/// A text that was sent and is not a stored message. Keyed by its digest and immutable.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fragment {
    /// The digest of `content`.
    pub digest: Digest,
    /// What was sent.
    pub content: FragmentContent,
    /// What it was derived from.
    pub sources: Vec<SourceId>,
}

/// Content of a fragment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FragmentContent {
    /// A message of the request.
    Message(RequestMessage),
    /// The tools of the request.
    Tools(Vec<ToolSpec>),
    /// The recalled pieces of the request, with the reasons.
    Recalled(Vec<RecalledPiece>),
    /// No text, but where the result of a tool is that holds text of the sources: erasing one of them erases the result.
    Result {
        /// The message with the results.
        message: MessageId,
        /// The position of the result among its parts.
        part: u32,
        /// Its own conversation, and the others of which it holds text.
        conversations: Vec<ConversationId>,
    },
}
