//! Links: what some records are found by beside their keys, so that erasing follows what names its sources and reads
//! nothing else.

use super::{Kind, Record, RecordKey};
use crate::{
    digest::Digest,
    id::{ConversationId, SourceId},
    manifest::{Manifest, ManifestItem},
    record::{change::Change, undo::Undo},
};
use ricordo_text::small_sort;
use std::fmt;
use uuid::Uuid;

/// What leads to records of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Link {
    /// To the messages of a conversation, also on branches that are gone.
    Message(ConversationId),
    /// To the images and files of a conversation.
    Blob(ConversationId),
    /// To the texts that were made from the message, memory or summary of an id.
    Fragment(Uuid),
    /// To the manifests that name a text.
    Manifest(Digest),
    /// To the undo entries that hold the conversation, message, memory, task, summary or image of an id, or a manifest
    /// that names a text ([`Link::held`]).
    Undo(Uuid),
}

/// What leads to all that maintenance deleted, in place of an id.
const DELETIONS: Uuid = Uuid::nil();

impl Link {
    /// The kind of the records it leads to.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Message(_) => Kind::Message,
            Self::Blob(_) => Kind::Blob,
            Self::Fragment(_) => Kind::Fragment,
            Self::Manifest(_) => Kind::Manifest,
            Self::Undo(_) => Kind::Undo,
        }
    }

    /// To the undo entries that hold what maintenance deleted, in all conversations.
    pub fn deletions() -> Self {
        Self::Undo(DELETIONS)
    }

    /// To the undo entries that hold a manifest which names a text.
    pub fn held(text: Digest) -> Self {
        Self::Undo(Uuid::from_u64_pair(0, text.0))
    }

    /// To the texts that were made from something.
    pub fn made_from(source: SourceId) -> Self {
        Self::Fragment(match source {
            SourceId::Message(id) => id.0,
            SourceId::Memory(id) => id.0,
            SourceId::Summary(id) => id.0,
        })
    }
}

/// Its name among the links of its kind: stores may keep it.
impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Message(id) | Self::Blob(id) => id.fmt(f),
            Self::Fragment(id) | Self::Undo(id) => id.fmt(f),
            Self::Manifest(digest) => digest.fmt(f),
        }
    }
}

impl Record {
    /// The links that lead to it, each once. Only the kinds of [`Link::kind`] have any.
    pub fn links(&self) -> Vec<Link> {
        let links: Vec<Link> = match self {
            Self::Message(message) => vec![Link::Message(message.conversation)],
            Self::Blob(blob) => vec![Link::Blob(blob.conversation)],
            Self::Fragment(fragment) => fragment.sources.iter().copied().map(Link::made_from).collect(),
            Self::Manifest(manifest) => manifest.fragments().map(Link::Manifest).collect(),
            Self::Undo(undo) => {
                let held = undo.changes.iter().filter_map(id_of_change).map(Link::Undo);
                let named = undo.manifests().flat_map(Manifest::fragments).map(Link::held);
                held.chain(named).chain(undo.is_deletion().then(Link::deletions)).collect()
            }
            _ => Vec::new(),
        };
        small_sort::set(links)
    }
}

impl Undo {
    /// The manifests that it brings back.
    pub fn manifests(&self) -> impl Iterator<Item = &Manifest> {
        self.changes.iter().filter_map(|change| match change {
            Change::Add(Record::Manifest(manifest)) | Change::Put(Record::Manifest(manifest)) => Some(manifest),
            _ => None,
        })
    }
}

impl Manifest {
    /// The texts that it names: what was sent and is no message, and the tools.
    pub fn fragments(&self) -> impl Iterator<Item = Digest> {
        let items = self.layers.iter().flat_map(|layer| &layer.items);
        let fragments = items.filter_map(|item| match item {
            ManifestItem::Fragment(digest) => Some(*digest),
            ManifestItem::Message { .. } => None,
        });
        fragments.chain(self.tools)
    }
}

fn id_of_change(change: &Change) -> Option<Uuid> {
    match change {
        Change::Add(Record::Message(message)) | Change::Put(Record::Message(message)) => Some(message.id.0),
        change => id_of(change.key()),
    }
}

fn id_of(key: RecordKey) -> Option<Uuid> {
    match key {
        RecordKey::Conversation(id) => Some(id.0),
        RecordKey::Mark(_, message) | RecordKey::Manifest(_, message) => Some(message.0),
        RecordKey::Summary(_, id) | RecordKey::ReplacedSummary(_, id) => Some(id.0),
        RecordKey::Memory(id) => Some(id.0),
        RecordKey::Task(id) => Some(id.0),
        RecordKey::Blob(id) => Some(id.0),
        _ => None,
    }
}
