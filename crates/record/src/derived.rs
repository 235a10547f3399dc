//! Memories and summaries in the index of vectors: each has a branch id of its own and is indexed as the one message of that
//! branch.
//!
//! The ids are derived, so the row of its vector is known without reading anything. The id of the message is derived from the
//! text: the vector of an old text belongs to an id that nothing looks up.

use crate::{
    digest::Digest,
    id::{BranchId, MemoryId, MessageId, SummaryId},
    record::RecordKey,
};
use uuid::Uuid;

/// Bits of a UUID that hold its version. Ids of records have version 7; the versions below are used by no record.
const VERSION: u128 = 0xf << 76;
const OF_MEMORY: u128 = 0x8 << 76;
const OF_SUMMARY: u128 = 0x9 << 76;

impl MemoryId {
    /// Id of the branch under which the memory is indexed.
    pub fn branch(self) -> BranchId {
        branch(self.0, OF_MEMORY)
    }
}

impl SummaryId {
    /// Id of the branch under which the summary is indexed.
    pub fn branch(self) -> BranchId {
        branch(self.0, OF_SUMMARY)
    }
}

impl BranchId {
    /// Id of the branch under which a memory or a summary is indexed; `None` for other records.
    pub fn of_derived(key: RecordKey) -> Option<Self> {
        match key {
            RecordKey::Memory(id) => Some(id.branch()),
            RecordKey::Summary(_, id) => Some(id.branch()),
            _ => None,
        }
    }

    /// Whether a memory or a summary is indexed under this branch.
    pub fn is_derived(self) -> bool {
        matches!(self.0.as_u128() & VERSION, OF_MEMORY | OF_SUMMARY)
    }

    /// Id of the message under which a text of this memory or summary is indexed.
    pub fn text_id(self, text: &str) -> MessageId {
        let start = self.0.as_u128() & !u128::from(u64::MAX);
        MessageId(Uuid::from_u128(start | u128::from(Digest::of(text.as_bytes()).0)))
    }
}

fn branch(id: Uuid, version: u128) -> BranchId {
    BranchId(Uuid::from_u128(id.as_u128() & !VERSION | version))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::Timestamp;

    #[test]
    fn what_stands_for_a_record_is_no_branch_of_messages_or_documents_and_differs_by_kind() {
        let (at, random) = (Timestamp(1_700_000_000_000), [7; 10]);
        let (memory, summary) = (MemoryId::new(at, random), SummaryId::new(at, random));
        assert!(memory.branch().is_derived() && summary.branch().is_derived());
        assert_ne!(memory.branch(), summary.branch());
        assert!(!BranchId::new(at, random).is_derived());
        assert_eq!(BranchId::of_derived(RecordKey::Memory(memory)), Some(memory.branch()));
        assert_eq!(BranchId::of_derived(RecordKey::Summary(None, summary)), Some(summary.branch()));
        assert_eq!(BranchId::of_derived(RecordKey::Message(memory.branch(), 0)), None);
    }

    #[test]
    fn another_text_has_another_id() {
        let branch = MemoryId::new(Timestamp(1), [7; 10]).branch();
        assert_eq!(branch.text_id("tea"), branch.text_id("tea"));
        assert_ne!(branch.text_id("tea"), branch.text_id("coffee"));
        assert_ne!(branch.text_id("tea"), MemoryId::new(Timestamp(2), [7; 10]).branch().text_id("tea"));
    }
}
