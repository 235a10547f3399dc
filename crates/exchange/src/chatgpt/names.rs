//! Derives ids from those of the export, so that a conversation has the same id at the next import and is recognized as
//! already stored.

use ricordo_core::{
    digest::Digest,
    id::{BlobId, BranchId, ConversationId, MessageId},
    time::Timestamp,
};

/// The ids of a conversation and its contents.
pub(crate) struct Names(Digest);

impl Names {
    /// `id` is the conversation's id in the export.
    pub(crate) fn of(id: &str) -> Self {
        Self(Digest::of(b"chatgpt/").with(id.as_bytes()))
    }

    pub(crate) fn conversation(&self, at: Timestamp) -> ConversationId {
        ConversationId::new(at, self.bytes("conversation", ""))
    }

    pub(crate) fn branch(&self, at: Timestamp, first: &str) -> BranchId {
        BranchId::new(at, self.bytes("branch", first))
    }

    pub(crate) fn message(&self, at: Timestamp, node: &str) -> MessageId {
        MessageId::new(at, self.bytes("message", node))
    }

    pub(crate) fn blob(&self, at: Timestamp, name: &str) -> BlobId {
        BlobId::new(at, self.bytes("blob", name))
    }

    fn bytes(&self, kind: &str, name: &str) -> [u8; 10] {
        let one = self.0.with(kind.as_bytes()).with(b"/").with(name.as_bytes());
        let other = one.with(b"/again");
        let mut bytes = [0; 10];
        bytes[..8].copy_from_slice(&one.0.to_be_bytes());
        bytes[8..].copy_from_slice(&other.0.to_be_bytes()[..2]);
        bytes
    }
}
