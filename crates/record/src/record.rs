//! Records: everything stored, as one type, with the keys.

use crate::{
    branch::{Branch, Sequence},
    conversation::Conversation,
    digest::Digest,
    draft::{ComposerDraft, ReplyDraft},
    forget::Forget,
    id::{
        BlobId, BranchId, ConversationId, ForgetId, MemoryId, MessageId, ProviderId, SummaryId, TaskId, TemplateId,
        UndoId,
    },
    job::Job,
    maintenance::Maintenance,
    manifest::{Fragment, Manifest},
    mark::Mark,
    memory::Memory,
    message::Message,
    provider::{ModelCalibration, Provider},
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
mod links;
mod owned;
pub mod undo;

pub use bytes::bytes_of_changes;
pub use links::Link;

/// Version of the shape of all records. Older stored data is upgraded one step at a time.
pub const RECORD_VERSION: u32 = 7;

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

/// Any stored record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Record {
    /// A conversation.
    Conversation(Conversation),
    /// A branch.
    Branch(Branch),
    /// A message.
    Message(Box<Message>),
    /// A forget.
    Forget(Forget),
    /// A muted or pinned message.
    Mark(Mark),
    /// A summary.
    Summary(Summary),
    /// A summary that was replaced by another or undone.
    ReplacedSummary(Summary),
    /// A memory.
    Memory(Memory),
    /// The user data: one record.
    UserData(UserData),
    /// A task.
    Task(Task),
    /// A template written by the user.
    Template(Template),
    /// What was sent for a reply.
    Manifest(Manifest),
    /// A text that was sent and is not a message.
    Fragment(Fragment),
    /// A reply that is being streamed.
    ReplyDraft(ReplyDraft),
    /// Unsent text.
    ComposerDraft(ComposerDraft),
    /// An undo entry.
    Undo(Undo),
    /// The settings: one record.
    Settings(Box<Settings>),
    /// A provider.
    Provider(Provider),
    /// The calibration of a provider's token counts.
    Calibration(ModelCalibration),
    /// The usage of a model on one day.
    DayUsage(DayUsage),
    /// The state of a background job.
    #[serde(rename = "upkeep")]
    Maintenance(Maintenance),
    /// An image or a file.
    Blob(Blob),
}

/// A kind of record. Each has its own table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// [`Record::Conversation`]
    Conversation,
    /// [`Record::Branch`]
    Branch,
    /// [`Record::Message`]
    Message,
    /// [`Record::Forget`]
    Forget,
    /// [`Record::Mark`]
    Mark,
    /// [`Record::Summary`]
    Summary,
    /// [`Record::ReplacedSummary`]
    ReplacedSummary,
    /// [`Record::Memory`]
    Memory,
    /// [`Record::UserData`]
    UserData,
    /// [`Record::Task`]
    Task,
    /// [`Record::Template`]
    Template,
    /// [`Record::Manifest`]
    Manifest,
    /// [`Record::Fragment`]
    Fragment,
    /// [`Record::ReplyDraft`]
    ReplyDraft,
    /// [`Record::ComposerDraft`]
    ComposerDraft,
    /// [`Record::Undo`]
    Undo,
    /// [`Record::Settings`]
    Settings,
    /// [`Record::Provider`]
    Provider,
    /// [`Record::Calibration`]
    Calibration,
    /// [`Record::DayUsage`]
    DayUsage,
    /// [`Record::Maintenance`]
    #[serde(rename = "upkeep")]
    Maintenance,
    /// [`Record::Blob`]
    Blob,
}

impl Kind {
    /// All kinds, in the order in which an export lists them.
    pub const ALL: [Self; 22] = [
        Self::Settings,
        Self::Provider,
        Self::Calibration,
        Self::Template,
        Self::UserData,
        Self::Memory,
        Self::Task,
        Self::Conversation,
        Self::Branch,
        Self::Message,
        Self::Forget,
        Self::Mark,
        Self::Summary,
        Self::ReplacedSummary,
        Self::Manifest,
        Self::Fragment,
        Self::ReplyDraft,
        Self::ComposerDraft,
        Self::Undo,
        Self::DayUsage,
        Self::Maintenance,
        Self::Blob,
    ];
}

/// The key of a record. Keys of one kind sort in the order in which the core reads them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RecordKey {
    /// By id.
    Conversation(ConversationId),
    /// By conversation, then id.
    Branch(ConversationId, BranchId),
    /// By branch, then sequence: the last messages of a branch are one range.
    Message(BranchId, Sequence),
    /// By conversation, then id (in time order).
    Forget(ConversationId, ForgetId),
    /// By conversation, then message.
    Mark(ConversationId, MessageId),
    /// By conversation (`None`, meaning all, first), then id (in time order).
    Summary(Option<ConversationId>, SummaryId),
    /// As [`RecordKey::Summary`].
    ReplacedSummary(Option<ConversationId>, SummaryId),
    /// By id (in time order).
    Memory(MemoryId),
    /// A single record.
    UserData,
    /// By id (in time order).
    Task(TaskId),
    /// By id.
    Template(TemplateId),
    /// By conversation, then reply.
    Manifest(ConversationId, MessageId),
    /// By digest.
    Fragment(Digest),
    /// One per conversation.
    ReplyDraft(ConversationId),
    /// One per conversation.
    ComposerDraft(ConversationId),
    /// By conversation, then id (in time order).
    Undo(ConversationId, UndoId),
    /// A single record.
    Settings,
    /// By id.
    Provider(ProviderId),
    /// By provider.
    Calibration(ProviderId),
    /// By conversation, then day, then model.
    DayUsage(ConversationId, i32, Digest),
    /// By job.
    #[serde(rename = "upkeep")]
    Maintenance(Job),
    /// By id.
    Blob(BlobId),
}

impl Record {
    /// Its key.
    pub fn key(&self) -> RecordKey {
        match self {
            Self::Conversation(record) => RecordKey::Conversation(record.id),
            Self::Branch(record) => RecordKey::Branch(record.conversation, record.id),
            Self::Message(record) => RecordKey::Message(record.branch, record.sequence),
            Self::Forget(record) => RecordKey::Forget(record.conversation, record.id),
            Self::Mark(record) => RecordKey::Mark(record.conversation, record.message),
            Self::Summary(record) => RecordKey::Summary(record.conversation, record.id),
            Self::ReplacedSummary(record) => RecordKey::ReplacedSummary(record.conversation, record.id),
            Self::Memory(record) => RecordKey::Memory(record.id),
            Self::UserData(_) => RecordKey::UserData,
            Self::Task(record) => RecordKey::Task(record.id),
            Self::Template(record) => RecordKey::Template(record.id),
            Self::Manifest(record) => RecordKey::Manifest(record.conversation, record.reply),
            Self::Fragment(record) => RecordKey::Fragment(record.digest),
            Self::ReplyDraft(record) => RecordKey::ReplyDraft(record.conversation),
            Self::ComposerDraft(record) => RecordKey::ComposerDraft(record.conversation),
            Self::Undo(record) => RecordKey::Undo(record.conversation, record.id),
            Self::Settings(_) => RecordKey::Settings,
            Self::Provider(record) => RecordKey::Provider(record.id),
            Self::Calibration(record) => RecordKey::Calibration(record.provider),
            Self::DayUsage(record) => RecordKey::DayUsage(record.conversation, record.day, record.model_digest()),
            Self::Maintenance(record) => RecordKey::Maintenance(record.job),
            Self::Blob(record) => RecordKey::Blob(record.id),
        }
    }

    /// Its kind.
    pub fn kind(&self) -> Kind {
        self.key().kind()
    }

    /// The conversation that owns the record; `None` if it is independent. Daily usage and the state of background jobs
    /// outlive their conversation.
    pub fn owner(&self) -> Option<ConversationId> {
        match self.key() {
            RecordKey::Conversation(id)
            | RecordKey::Branch(id, _)
            | RecordKey::Forget(id, _)
            | RecordKey::Mark(id, _)
            | RecordKey::Manifest(id, _)
            | RecordKey::ReplyDraft(id)
            | RecordKey::ComposerDraft(id)
            | RecordKey::Undo(id, _) => Some(id),
            RecordKey::Summary(id, _) | RecordKey::ReplacedSummary(id, _) => id,
            RecordKey::Message(..) | RecordKey::Blob(_) => match self {
                Self::Message(message) => Some(message.conversation),
                Self::Blob(blob) => Some(blob.conversation),
                _ => None,
            },
            _ => None,
        }
    }
}

impl RecordKey {
    /// The kind of the record.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Conversation(_) => Kind::Conversation,
            Self::Branch(..) => Kind::Branch,
            Self::Message(..) => Kind::Message,
            Self::Forget(..) => Kind::Forget,
            Self::Mark(..) => Kind::Mark,
            Self::Summary(..) => Kind::Summary,
            Self::ReplacedSummary(..) => Kind::ReplacedSummary,
            Self::Memory(_) => Kind::Memory,
            Self::UserData => Kind::UserData,
            Self::Task(_) => Kind::Task,
            Self::Template(_) => Kind::Template,
            Self::Manifest(..) => Kind::Manifest,
            Self::Fragment(_) => Kind::Fragment,
            Self::ReplyDraft(_) => Kind::ReplyDraft,
            Self::ComposerDraft(_) => Kind::ComposerDraft,
            Self::Undo(..) => Kind::Undo,
            Self::Settings => Kind::Settings,
            Self::Provider(_) => Kind::Provider,
            Self::Calibration(_) => Kind::Calibration,
            Self::DayUsage(..) => Kind::DayUsage,
            Self::Maintenance(_) => Kind::Maintenance,
            Self::Blob(_) => Kind::Blob,
        }
    }
}
