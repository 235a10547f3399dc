//! Records: everything that is stored, as one type, and the keys under which it is found.

use crate::{
    branch::{Branch, Sequence},
    conversation::Conversation,
    draft::{ComposerDraft, ReplyDraft},
    forget::Forget,
    id::{BlobId, BranchId, ConversationId, ForgetId, ProviderId, UndoId},
    message::Message,
    provider::Provider,
    settings::Settings,
    undo::Undo,
};
use serde::{Deserialize, Serialize};

/// The version of the shape of all records. Stored data of an older version is brought up one step at a time.
pub const RECORD_VERSION: u32 = 2;

/// An image or a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Blob {
    /// Its name.
    pub id: BlobId,
    /// The conversation it belongs to.
    pub conversation: ConversationId,
    /// Such as `image/png`.
    pub media_type: String,
    /// Its bytes. In a browser they are stored as a `Blob`, never as base64.
    pub bytes: Vec<u8>,
}

/// Anything that is stored.
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
    /// A reply that is being streamed.
    ReplyDraft(ReplyDraft),
    /// What was typed and not sent.
    ComposerDraft(ComposerDraft),
    /// A step that can be taken back.
    Undo(Undo),
    /// The settings: one record.
    Settings(Settings),
    /// A provider.
    Provider(Provider),
    /// An image or a file.
    Blob(Blob),
}

/// A kind of record. Each has a table of its own.
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
    /// [`Record::Blob`]
    Blob,
}

impl Kind {
    /// All kinds, in the order in which an export lists them.
    pub const ALL: [Self; 10] = [
        Self::Settings,
        Self::Provider,
        Self::Conversation,
        Self::Branch,
        Self::Message,
        Self::Forget,
        Self::ReplyDraft,
        Self::ComposerDraft,
        Self::Undo,
        Self::Blob,
    ];
}

/// Where a record is found. Keys of one kind sort in the order in which the core reads them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RecordKey {
    /// By id.
    Conversation(ConversationId),
    /// By conversation, then id.
    Branch(ConversationId, BranchId),
    /// By branch, then place: so the last messages of a branch are one range.
    Message(BranchId, Sequence),
    /// By conversation, then id (in time order).
    Forget(ConversationId, ForgetId),
    /// One per conversation.
    ReplyDraft(ConversationId),
    /// One per conversation.
    ComposerDraft(ConversationId),
    /// By conversation, then id (in time order).
    Undo(ConversationId, UndoId),
    /// The one record.
    Settings,
    /// By id.
    Provider(ProviderId),
    /// By id.
    Blob(BlobId),
}

impl Record {
    /// Where it is found.
    pub fn key(&self) -> RecordKey {
        match self {
            Self::Conversation(record) => RecordKey::Conversation(record.id),
            Self::Branch(record) => RecordKey::Branch(record.conversation, record.id),
            Self::Message(record) => RecordKey::Message(record.branch, record.sequence),
            Self::Forget(record) => RecordKey::Forget(record.conversation, record.id),
            Self::ReplyDraft(record) => RecordKey::ReplyDraft(record.conversation),
            Self::ComposerDraft(record) => RecordKey::ComposerDraft(record.conversation),
            Self::Undo(record) => RecordKey::Undo(record.conversation, record.id),
            Self::Settings(_) => RecordKey::Settings,
            Self::Provider(record) => RecordKey::Provider(record.id),
            Self::Blob(record) => RecordKey::Blob(record.id),
        }
    }

    /// Its kind.
    pub fn kind(&self) -> Kind {
        self.key().kind()
    }
}

impl RecordKey {
    /// The kind of the record it finds.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Conversation(_) => Kind::Conversation,
            Self::Branch(..) => Kind::Branch,
            Self::Message(..) => Kind::Message,
            Self::Forget(..) => Kind::Forget,
            Self::ReplyDraft(_) => Kind::ReplyDraft,
            Self::ComposerDraft(_) => Kind::ComposerDraft,
            Self::Undo(..) => Kind::Undo,
            Self::Settings => Kind::Settings,
            Self::Provider(_) => Kind::Provider,
            Self::Blob(_) => Kind::Blob,
        }
    }
}
