//! Manifests: what was sent for a reply, so that any past request can be shown again exactly.
//!
//! Stored messages are named, not copied. Everything else that was sent (system prompt, memories, summaries, the clock)
//! is a [`Fragment`]: a text under its own digest, stored once however often it is sent.

pub use crate::id::SourceId;
use crate::{
    digest::Digest,
    id::{ConversationId, MessageId},
    layer::{LayerKind, Omitted, WindowFormat},
    provider::ProviderKind,
    request::{RequestMessage, Sampling, ToolSpec},
    settings::LayerLimits,
};
use serde::{Deserialize, Serialize};

/// What was sent for one reply.
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
    /// How stored messages were written out.
    pub format: WindowFormat,
    /// The estimated size of the prompt, in tokens.
    pub tokens: u32,
    /// The most tokens the prompt could have.
    pub budget: u32,
    /// What each layer might take of the budget. Empty: it was stored before this was noted.
    #[serde(default)]
    pub shares: Vec<LayerLimits>,
    /// What it was sent to. `None`: it was stored before this was noted.
    #[serde(default)]
    pub provider: Option<ProviderKind>,
    /// The address it was sent to. `None`: it was stored before this was noted.
    #[serde(default)]
    pub address: Option<String>,
    /// The longest reply, in tokens.
    pub max_response_tokens: u32,
    /// How the model picked its words.
    pub sampling: Sampling,
    /// The digest of the tools that went with it, if any: a [`Fragment`], too.
    pub tools: Option<Digest>,
    /// How many messages from the start are the stable prefix.
    pub stable_messages: usize,
    /// The context that was asked for, in tokens.
    pub context_tokens: Option<u32>,
    /// The digest of the whole request.
    pub digest: Digest,
}

/// One layer of a manifest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ManifestLayer {
    /// Which.
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
        /// How it was written out. `None`: versions up to 4 did not store it, and the digest tells.
        #[serde(default)]
        written: Option<Written>,
    },
    /// A text that is no message.
    Fragment(Digest),
}

/// How a stored message was written out in one request, beside the format that all of its messages have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Written {
    /// Whether it begins with the moment it was written.
    pub says_when: bool,
    /// How much of the message it replies to is quoted; `None`: nothing is.
    pub quote: Option<QuoteLength>,
}

/// How much of a message is quoted where another one replies to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QuoteLength {
    /// Enough to tell which message is meant: it is in the request as well.
    Named,
    /// Enough to know what it says: it is not in the request.
    InFull,
}

/// A text that was sent and is no stored message. It lies under its digest and never changes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fragment {
    /// The digest of `content`.
    pub digest: Digest,
    /// What was sent.
    pub content: FragmentContent,
    /// What it was made from.
    pub sources: Vec<SourceId>,
}

/// What a fragment holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FragmentContent {
    /// A message of the request.
    Message(RequestMessage),
    /// The tools that went with it.
    Tools(Vec<ToolSpec>),
}
