//! Links: secondary indexes of some records, so that erasing reads only the records that refer to the erased ones.

use super::{Kind, Record, RecordKey};
use crate::{
    digest::Digest,
    id::{ConversationId, SourceId},
    manifest::{Fragment, FragmentContent, Manifest, ManifestItem},
    record::{change::Change, undo::Undo},
};
use ricordo_text::small_sort;
use std::fmt;
use uuid::Uuid;

/// An index entry of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Link {
    /// The messages of a conversation, including those on deleted branches.
    Message(ConversationId),
    /// The images and files of a conversation.
    Blob(ConversationId),
    /// The texts derived from the message, memory, summary, project or document with this id, and the results of
    /// tools that hold text of it ([`Link::result_with`]).
    Fragment(Uuid),
    /// The manifests that refer to a text.
    Manifest(Digest),
    /// The undo entries that hold the conversation, message, queued message, memory, task, summary, project, document or
    /// image with this id, or a manifest that refers to a text ([`Link::held`]).
    Undo(Uuid),
}

/// The id under which everything deleted by maintenance is indexed.
const DELETIONS: Uuid = Uuid::nil();
/// The bits in which the id under which results are indexed differs from that of what they hold text of.
const RESULT: u128 = u128::MAX;

impl Link {
    /// The kind of the linked records.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Message(_) => Kind::Message,
            Self::Blob(_) => Kind::Blob,
            Self::Fragment(_) => Kind::Fragment,
            Self::Manifest(_) => Kind::Manifest,
            Self::Undo(_) => Kind::Undo,
        }
    }

    /// The undo entries with deletions by maintenance, in all conversations.
    pub fn deletions() -> Self {
        Self::Undo(DELETIONS)
    }

    /// The undo entries that hold a manifest which refers to a text.
    pub fn held(text: Digest) -> Self {
        Self::Undo(Uuid::from_u64_pair(0, text.0))
    }

    /// The texts derived from a source.
    pub fn made_from(source: SourceId) -> Self {
        Self::Fragment(id_of_source(source))
    }

    /// The results of tools that hold text of a source, and those in a message.
    pub fn result_with(source: SourceId) -> Self {
        Self::result(id_of_source(source))
    }

    /// The results of tools in a conversation, and those in others that hold text of it.
    pub fn result_with_text_of(conversation: ConversationId) -> Self {
        Self::result(conversation.0)
    }

    /// Under another id than texts, so that those are not read to find results.
    fn result(id: Uuid) -> Self {
        Self::Fragment(Uuid::from_u128(id.as_u128() ^ RESULT))
    }
}

/// The name of the link, unique within its kind. Stores may persist it.
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
    /// The links to this record, each once. Only the kinds of [`Link::kind`] have any.
    pub fn links(&self) -> Vec<Link> {
        let links: Vec<Link> = match self {
            Self::Message(message) => vec![Link::Message(message.conversation)],
            Self::Blob(blob) => vec![Link::Blob(blob.conversation)],
            Self::Fragment(fragment) => links_of_text(fragment),
            Self::Manifest(manifest) => manifest.fragments().map(Link::Manifest).collect(),
            Self::Undo(undo) => {
                let held = undo.changes.iter().filter_map(id_of_change).map(Link::Undo);
                let named = undo.manifests().flat_map(Manifest::fragments).map(Link::held);
                held.chain(named).chain(undo.is_deletion().then(Link::deletions)).collect()
            }
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
            | Self::Conversation(_)
            | Self::Branch(_)
            | Self::Forget(_)
            | Self::Mark(_)
            | Self::Summary(_)
            | Self::ReplacedSummary(_)
            | Self::ReplyDraft(_)
            | Self::ComposerDraft(_)
            | Self::QueuedMessage(_)
            | Self::DayUsage(_)
            | Self::Maintenance(_)
            | Self::IndexPart(_)
            | Self::VectorPart(_) => Vec::new(),
        };
        small_sort::set(links)
    }
}

impl Undo {
    /// The manifests that the entry restores.
    pub fn manifests(&self) -> impl Iterator<Item = &Manifest> {
        self.changes.iter().filter_map(|change| match change {
            Change::Add(Record::Manifest(manifest)) | Change::Put(Record::Manifest(manifest)) => Some(manifest),
            _ => None,
        })
    }
}

impl Manifest {
    /// The texts that it refers to: those that were sent and are not messages, the tools, and the
    /// recalled pieces.
    pub fn fragments(&self) -> impl Iterator<Item = Digest> {
        let items = self.layers.iter().flat_map(|layer| &layer.items);
        let fragments = items.filter_map(|item| match item {
            ManifestItem::Fragment(digest) => Some(*digest),
            ManifestItem::Message { .. } => None,
        });
        fragments.chain(self.tools).chain(self.recalled)
    }
}

fn links_of_text(fragment: &Fragment) -> Vec<Link> {
    let sources = fragment.sources.iter().copied();
    match &fragment.content {
        FragmentContent::Result { message, conversations, .. } => {
            let own = [SourceId::Message(*message)];
            let conversations = conversations.iter().copied().map(Link::result_with_text_of);
            sources.chain(own).map(Link::result_with).chain(conversations).collect()
        }
        FragmentContent::Message(_) | FragmentContent::Tools(_) | FragmentContent::Recalled(_) => {
            sources.map(Link::made_from).collect()
        }
    }
}

fn id_of_source(source: SourceId) -> Uuid {
    match source {
        SourceId::Message(id) => id.0,
        SourceId::Memory(id) => id.0,
        SourceId::Summary(id) => id.0,
        SourceId::Project(id) => id.0,
        SourceId::Chunk(document, _) => document.0,
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
        RecordKey::Mark(_, message) | RecordKey::Manifest(_, message) | RecordKey::QueuedMessage(_, message) => {
            Some(message.0)
        }
        RecordKey::Summary(_, id) | RecordKey::ReplacedSummary(_, id) => Some(id.0),
        RecordKey::Memory(id) => Some(id.0),
        RecordKey::Task(id) => Some(id.0),
        RecordKey::Project(id) => Some(id.0),
        RecordKey::Blob(id) => Some(id.0),
        RecordKey::Document(id) | RecordKey::Chunk(id, _) => Some(id.0),
        RecordKey::Settings
        | RecordKey::Provider(_)
        | RecordKey::Calibration(_)
        | RecordKey::Template(_)
        | RecordKey::UserData
        | RecordKey::Branch(..)
        | RecordKey::Message(..)
        | RecordKey::Forget(..)
        | RecordKey::Fragment(_)
        | RecordKey::ReplyDraft(_)
        | RecordKey::ComposerDraft(_)
        | RecordKey::Undo(..)
        | RecordKey::DayUsage(..)
        | RecordKey::Maintenance(_)
        | RecordKey::IndexPart(..)
        | RecordKey::VectorPart(..) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::sample;

    #[test]
    fn a_result_is_found_by_what_it_holds_text_of_and_is_not_among_the_texts_made_from_it() {
        let source = SourceId::Message(sample::message(1, 0, "").id);
        let message = sample::message(2, 4, "").id;
        let conversations = vec![sample::conversation_id(1), sample::conversation_id(2)];
        let content = FragmentContent::Result { message, part: 1, conversations: conversations.clone() };
        let fragment = Fragment { digest: Digest(1), content, sources: vec![source] };
        let written = serde_json::to_value(&fragment).unwrap();
        assert_eq!(written["content"]["result"]["part"], 1);
        assert_eq!(serde_json::from_value::<Fragment>(written).unwrap(), fragment);
        let links = Record::Fragment(fragment).links();
        let of = |conversation: &ConversationId| Link::result_with_text_of(*conversation);
        let expected = [Link::result_with(source), Link::result_with(SourceId::Message(message))];
        assert_eq!(links, small_sort::set(expected.into_iter().chain(conversations.iter().map(of))));
        assert!(!links.contains(&Link::made_from(source)));
    }
}
