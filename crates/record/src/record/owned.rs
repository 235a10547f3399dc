//! Key ranges: the messages of a branch, and the undo entries of commands and of deletions by maintenance.

use super::RecordKey;
use crate::{
    branch::Sequence,
    id::{BranchId, ConversationId, DocumentId, UndoId},
    index_part::IndexPart,
    time::Timestamp,
};
use uuid::Uuid;

/// The first id of deletions: the highest bit of their time is set. No command has a time this late.
const FIRST_DELETION: u128 = 1 << 127;

impl UndoId {
    /// An id for a deletion by maintenance. It is outside the range of commands, and deletions sort by `at`.
    pub fn of_deletion(at: Timestamp, random: [u8; 10]) -> Self {
        Self(Uuid::from_u128(Self::new(at, random).0.as_u128() | FIRST_DELETION))
    }

    /// The first possible id of a deletion.
    pub fn first_deletion() -> Self {
        Self(Uuid::from_u128(FIRST_DELETION))
    }

    /// When it was created, in milliseconds since 1970-01-01 UTC.
    pub fn at(self) -> Timestamp {
        Timestamp(i64::try_from((self.0.as_u128() & !FIRST_DELETION) >> 80).unwrap_or(i64::MAX))
    }
}

impl RecordKey {
    /// The first and last possible key of the undo entry of a user command in a conversation.
    pub fn commands_of(of: ConversationId) -> (Self, Self) {
        (Self::Undo(of, UndoId(Uuid::nil())), Self::Undo(of, UndoId(Uuid::from_u128(FIRST_DELETION - 1))))
    }

    /// The first and last possible key of the undo entry of a deletion by maintenance in a conversation.
    pub fn deletions_of(of: ConversationId) -> (Self, Self) {
        (Self::Undo(of, UndoId(Uuid::from_u128(FIRST_DELETION))), Self::Undo(of, UndoId(Uuid::max())))
    }

    /// Whether it is the key of a deletion by maintenance.
    pub fn is_deletion(&self) -> bool {
        matches!(self, Self::Undo(_, id) if *id >= UndoId::first_deletion())
    }

    /// The first and last possible key of a message of a part of a branch.
    pub fn messages_in(branch: BranchId, part: u32) -> (Self, Self) {
        let first = part.saturating_mul(IndexPart::SEQUENCES);
        (Self::Message(branch, first), Self::Message(branch, first.saturating_add(IndexPart::SEQUENCES - 1)))
    }

    /// The first and last possible key of a part of the index for a branch.
    pub fn index_of(branch: BranchId) -> (Self, Self) {
        (Self::IndexPart(branch, 0), Self::IndexPart(branch, u32::MAX))
    }

    /// The first and last possible key of a part of the vectors for a branch.
    pub fn vectors_of(branch: BranchId) -> (Self, Self) {
        (Self::VectorPart(branch, 0), Self::VectorPart(branch, u32::MAX))
    }

    /// The first and last possible key of a chunk of a document.
    pub fn chunks_of(document: DocumentId) -> (Self, Self) {
        (Self::Chunk(document, 0), Self::Chunk(document, u32::MAX))
    }

    /// The first and last possible key of a chunk of a part of a document.
    pub fn chunks_in(document: DocumentId, part: u32) -> (Self, Self) {
        let first = part.saturating_mul(IndexPart::SEQUENCES);
        (Self::Chunk(document, first), Self::Chunk(document, first.saturating_add(IndexPart::SEQUENCES - 1)))
    }

    /// The first and last possible key of a message of a branch.
    pub fn messages_of(branch: BranchId) -> (Self, Self) {
        (Self::Message(branch, 0), Self::Message(branch, Sequence::MAX))
    }
}
