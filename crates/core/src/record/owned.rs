//! Where the records of one kind lie, and those of one conversation in the kinds that are sorted by conversation first.

use super::{Kind, RecordKey};
use crate::{
    branch::Sequence,
    digest::Digest,
    id::{
        BlobId, BranchId, ConversationId, ForgetId, MemoryId, MessageId, ProviderId, SummaryId, TaskId, TemplateId,
        UndoId,
    },
    upkeep::Job,
};
use uuid::Uuid;

impl RecordKey {
    /// The first and the last key that a record of a kind can have which belongs to a conversation; `None` in the place of
    /// the conversation: to all of them. Kinds that are not sorted by conversation have no such range.
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

    /// The first and the last key that a message of a branch can have.
    pub fn messages_of(branch: BranchId) -> (Self, Self) {
        (Self::Message(branch, 0), Self::Message(branch, Sequence::MAX))
    }

    /// A key that sorts before those of all records of a kind, and after those of the kinds before it.
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
            Kind::Upkeep => Self::Upkeep(Job::Compression(of)),
            Kind::Blob => Self::Blob(BlobId(nil)),
        }
    }
}
