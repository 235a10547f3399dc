//! Derives ids from those of the export, so that what is imported has the same id at the next import and is recognized
//! as already stored.

use ricordo_core::{
    digest::Digest,
    id::{BlobId, BranchId, ConversationId, DocumentId, MemoryId, MessageId, ProjectId, TemplateId},
    time::Timestamp,
};

/// The ids of an item of an export and its contents.
#[derive(Clone, Copy)]
pub(crate) struct Names(Digest);

impl Names {
    /// `id` is the item's id in the exports of a program.
    pub(crate) fn of(program: &str, id: &str) -> Self {
        Self(Digest::of(program.as_bytes()).with(b"/").with(id.as_bytes()))
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

    /// A project is also named by files without its time, so its id has none.
    pub(crate) fn project(&self) -> ProjectId {
        ProjectId::new(Timestamp(0), self.bytes("project", ""))
    }

    pub(crate) fn memory(&self, at: Timestamp, text: &str) -> MemoryId {
        MemoryId::new(at, self.bytes("memory", text))
    }

    pub(crate) fn document(&self, at: Timestamp) -> DocumentId {
        DocumentId::new(at, self.bytes("document", ""))
    }

    pub(crate) fn template(&self) -> TemplateId {
        TemplateId::new(Timestamp(0), self.bytes("template", ""))
    }

    fn bytes(self, kind: &str, name: &str) -> [u8; 10] {
        let one = self.0.with(kind.as_bytes()).with(b"/").with(name.as_bytes());
        let other = one.with(b"/again");
        let mut bytes = [0; 10];
        bytes[..8].copy_from_slice(&one.0.to_be_bytes());
        bytes[8..].copy_from_slice(&other.0.to_be_bytes()[..2]);
        bytes
    }
}
