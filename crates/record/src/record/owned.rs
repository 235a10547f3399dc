//! Key ranges: those of one kind, and those of one conversation in kinds that sort by conversation first.

use super::{Kind, RecordKey};
use crate::{
    branch::Sequence,
    digest::Digest,
    id::{
        BlobId, BranchId, ConversationId, ForgetId, MemoryId, MessageId, ProviderId, SummaryId, TaskId, TemplateId,
        UndoId,
    },
    job::Job,
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
    /// The first and last possible key of a kind within a conversation; `None` as the conversation means all. Kinds
    /// that do not sort by conversation have no such range.
    pub fn owned(kind: Kind, of: Option<ConversationId>) -> Option<(Self, Self)> {
        let ends = [Uuid::nil(), Uuid::max()];
        let [first, last] = match (kind, of) {
            (Kind::Branch, Some(of)) => ends.map(|id| Self::Branch(of, BranchId(id))),
            (Kind::Forget, Some(of)) => ends.map(|id| Self::Forget(of, ForgetId(id))),
            (Kind::Mark, Some(of)) => ends.map(|id| Self::Mark(of, MessageId(id))),
            (Kind::Summary, of) => ends.map(|id| Self::Summary(of, SummaryId(id))),
            (Kind::ReplacedSummary, of) => ends.map(|id| Self::ReplacedSummary(of, SummaryId(id))),
            (Kind::Manifest, Some(of)) => ends.map(|id| Self::Manifest(of, MessageId(id))),
            (Kind::Undo, Some(of)) => ends.map(|id| Self::Undo(of, UndoId(id))),
            (Kind::DayUsage, Some(of)) => {
                [Self::DayUsage(of, i32::MIN, Digest(0)), Self::DayUsage(of, i32::MAX, Digest(u64::MAX))]
            }
            _ => return None,
        };
        Some((first, last))
    }

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

    /// The first and last possible key of a message of a branch.
    pub fn messages_of(branch: BranchId) -> (Self, Self) {
        (Self::Message(branch, 0), Self::Message(branch, Sequence::MAX))
    }

    /// A key that sorts before all records of a kind, and after those of the kinds before it.
    pub fn first_of(kind: Kind) -> Self {
        let nil = Uuid::nil();
        let of = ConversationId(nil);
        match kind {
            Kind::Conversation => Self::Conversation(of),
            Kind::Branch => Self::Branch(of, BranchId(nil)),
            Kind::Message => Self::Message(BranchId(nil), 0),
            Kind::Forget => Self::Forget(of, ForgetId(nil)),
            Kind::Mark => Self::Mark(of, MessageId(nil)),
            Kind::Summary => Self::Summary(None, SummaryId(nil)),
            Kind::ReplacedSummary => Self::ReplacedSummary(None, SummaryId(nil)),
            Kind::Memory => Self::Memory(MemoryId(nil)),
            Kind::UserData => Self::UserData,
            Kind::Task => Self::Task(TaskId(nil)),
            Kind::Template => Self::Template(TemplateId(nil)),
            Kind::Manifest => Self::Manifest(of, MessageId(nil)),
            Kind::Fragment => Self::Fragment(Digest(0)),
            Kind::ReplyDraft => Self::ReplyDraft(of),
            Kind::ComposerDraft => Self::ComposerDraft(of),
            Kind::Undo => Self::Undo(of, UndoId(nil)),
            Kind::Settings => Self::Settings,
            Kind::Provider => Self::Provider(ProviderId(nil)),
            Kind::Calibration => Self::Calibration(ProviderId(nil)),
            Kind::DayUsage => Self::DayUsage(of, i32::MIN, Digest(0)),
            Kind::Maintenance => Self::Maintenance(Job::Compression(of)),
            Kind::Blob => Self::Blob(BlobId(nil)),
        }
    }
}
