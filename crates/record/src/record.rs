//! Records: everything stored, as one type, with the keys.

use crate::{
    branch::{Branch, Sequence},
    conversation::Conversation,
    digest::Digest,
    document::{Chunk, Document},
    draft::{ComposerDraft, ReplyDraft},
    forget::Forget,
    id::{
        BlobId, BranchId, ConversationId, DocumentId, ForgetId, MemoryId, MessageId, ProjectId, ProviderId, SummaryId,
        TaskId, TemplateId, UndoId,
    },
    index_part::IndexPart,
    job::Job,
    maintenance::Maintenance,
    manifest::{Fragment, Manifest},
    mark::Mark,
    memory::Memory,
    message::Message,
    project::Project,
    provider::{ModelCalibration, Provider},
    queued::QueuedMessage,
    record::undo::Undo,
    settings::Settings,
    statistics::DayUsage,
    summary::Summary,
    task::Task,
    template::Template,
    user_data::UserData,
};
use serde::{Deserialize, Serialize};

mod bytes;
pub mod change;
mod key;
mod kinds;
mod links;
mod owned;
pub mod undo;
mod undone;

pub use bytes::bytes_of_changes;
pub use key::{KeyPart, StoredPart};
pub use links::Link;

/// Version of the shape of all records. Older stored data is upgraded one step at a time.
pub const RECORD_VERSION: u32 = 13;

/// An image or a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Blob {
    /// Unique id.
    pub id: BlobId,
    /// The conversation it belongs to.
    pub conversation: ConversationId,
    /// Such as `image/png`.
    pub media_type: String,
    /// The bytes. In a browser they are stored as a `Blob`, never as base64.
    pub bytes: Vec<u8>,
}

kinds::kinds! {
    /// The settings: one record.
    Settings(Box<Settings>) in "settings";
    /// A provider.
    Provider(Provider) in "providers", by provider => (id: ProviderId = provider.id);
    /// The calibration of a provider's token counts.
    Calibration(ModelCalibration) in "calibrations", by calibration => (provider: ProviderId = calibration.provider);
    /// A template written by the user.
    Template(Template) in "templates", by template => (id: TemplateId = template.id);
    /// The user data: one record.
    UserData(UserData) in "user_data";
    /// A project. In time order.
    Project(Project) in "projects", by project => (id: ProjectId = project.id);
    /// A memory. In time order.
    Memory(Memory) in "memories", by memory => (id: MemoryId = memory.id);
    /// A task. In time order.
    Task(Task) in "tasks", by task => (id: TaskId = task.id);
    /// A document. In time order.
    Document(Document) in "documents", by document => (id: DocumentId = document.id);
    /// A chunk of a document. Those of a document are one range.
    Chunk(Chunk) in "chunks", by chunk => (document: DocumentId = chunk.document, number: u32 = chunk.number);
    /// A conversation.
    Conversation(Conversation) in "conversations", by conversation => (id: ConversationId = conversation.id);
    /// A branch.
    Branch(Branch) in "branches",
        by branch => (conversation: ConversationId = branch.conversation, id: BranchId = branch.id);
    /// A message. The last messages of a branch are one range.
    Message(Box<Message>) in "messages",
        by message => (branch: BranchId = message.branch, sequence: Sequence = message.sequence);
    /// A forget. In time order within its conversation.
    Forget(Forget) in "forgets",
        by forget => (conversation: ConversationId = forget.conversation, id: ForgetId = forget.id);
    /// The mark of a message, a chunk or a summary: muted, pinned, never recalled, rated.
    Mark(Mark) in "marks",
        by mark => (conversation: ConversationId = mark.conversation, message: MessageId = mark.message);
    /// A summary. Those of all conversations come first, then in time order within each conversation.
    Summary(Summary) in "summaries",
        by summary => (conversation: Option<ConversationId> = summary.conversation, id: SummaryId = summary.id);
    /// A summary that was replaced by another or undone, sorted as [`Self::Summary`].
    ReplacedSummary(Summary) in "replaced_summaries",
        by summary => (conversation: Option<ConversationId> = summary.conversation, id: SummaryId = summary.id);
    /// What was sent for a reply.
    Manifest(Manifest) in "manifests",
        by manifest => (conversation: ConversationId = manifest.conversation, reply: MessageId = manifest.reply);
    /// A text that was sent and is not a message.
    Fragment(Fragment) in "fragments", by fragment => (digest: Digest = fragment.digest);
    /// A reply that is being streamed: one per conversation.
    ReplyDraft(ReplyDraft) in "reply_drafts", by draft => (conversation: ConversationId = draft.conversation);
    /// Unsent text: one per conversation.
    ComposerDraft(ComposerDraft) in "composer_drafts", by draft => (conversation: ConversationId = draft.conversation);
    /// A message that waits for the end of a reply.
    QueuedMessage(QueuedMessage) in "queued_messages",
        by queued => (
            conversation: ConversationId = queued.draft.conversation,
            message: MessageId = queued.message
        );
    /// An undo entry. In time order within its conversation.
    Undo(Undo) in "undo", by undo => (conversation: ConversationId = undo.conversation, id: UndoId = undo.id);
    /// The usage of a model on one day.
    DayUsage(DayUsage) in "day_usage",
        by usage => (
            conversation: ConversationId = usage.conversation,
            day: i32 = usage.day,
            model: Digest = usage.model_digest()
        );
    /// The state of a background job.
    #[serde(rename = "upkeep")]
    Maintenance(Maintenance) in "upkeep", by state => (job: Job = state.job);
    /// A part of the index that recall searches.
    IndexPart(IndexPart) in "index_parts",
        by part => (branch: BranchId = part.branch, number: Sequence = part.number);
    /// A part of the index of vectors.
    VectorPart(IndexPart) in "vector_parts",
        by part => (branch: BranchId = part.branch, number: Sequence = part.number);
    /// An image or a file.
    Blob(Blob) in "blobs", by blob => (id: BlobId = blob.id);
}

impl Record {
    /// Its kind.
    pub fn kind(&self) -> Kind {
        self.key().kind()
    }

    /// The conversation that owns the record; `None` if it is independent. Daily usage and the state of background jobs
    /// outlive their conversation.
    pub fn owner(&self) -> Option<ConversationId> {
        match self {
            Self::Conversation(conversation) => Some(conversation.id),
            Self::Branch(branch) => Some(branch.conversation),
            Self::Message(message) => Some(message.conversation),
            Self::Forget(forget) => Some(forget.conversation),
            Self::Mark(mark) => Some(mark.conversation),
            Self::Summary(summary) | Self::ReplacedSummary(summary) => summary.conversation,
            Self::Manifest(manifest) => Some(manifest.conversation),
            Self::ReplyDraft(draft) => Some(draft.conversation),
            Self::ComposerDraft(draft) => Some(draft.conversation),
            Self::QueuedMessage(queued) => Some(queued.draft.conversation),
            Self::Undo(undo) => Some(undo.conversation),
            Self::Blob(blob) => Some(blob.conversation),
            Self::Settings(_)
            | Self::Provider(_)
            | Self::Calibration(_)
            | Self::Template(_)
            | Self::UserData(_)
            | Self::Project(_)
            | Self::Memory(_)
            | Self::Task(_)
            | Self::Document(_)
            | Self::Chunk(_)
            | Self::Fragment(_)
            | Self::DayUsage(_)
            | Self::Maintenance(_)
            | Self::IndexPart(_)
            | Self::VectorPart(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::sample;

    #[test]
    fn what_sorts_by_conversation_belongs_to_it_except_for_its_usage() {
        for record in sample::of_every_kind() {
            let (kind, owner) = (record.kind(), record.owner());
            let is_within =
                RecordKey::owned(kind, owner).is_some_and(|(first, last)| (first..=last).contains(&record.key()));
            let has_range = RecordKey::owned(kind, Some(ConversationId::FIRST)).is_some();
            assert_eq!(is_within, has_range && kind != Kind::DayUsage, "{kind:?}");
        }
    }
}
