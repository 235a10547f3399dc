//! The records that decide which messages, chunks and summaries may be recalled: conversations, branches, forgets, marks,
//! documents, and the summaries of one conversation.

use crate::{
    branch::Branch,
    change::Change,
    conversation::Conversation,
    document::Document,
    forget::Forget,
    id::{BranchId, ConversationId, DocumentId, MessageId},
    mark::Mark,
    record::{Kind, Record, RecordKey},
    snapshot::Snapshot,
};
use ricordo_record::summary::Summary;
use std::collections::BTreeMap;

/// The records that decide what may be recalled.
#[derive(Debug, Default)]
pub struct Sight {
    /// By key.
    records: BTreeMap<RecordKey, Record>,
    /// The conversations of the branches that were ever known.
    owners: BTreeMap<BranchId, ConversationId>,
}

/// The records that decide about the messages of one conversation.
#[derive(Clone, Debug)]
pub struct Seen<'a> {
    /// The conversation.
    pub conversation: &'a Conversation,
    /// Its branches.
    pub branches: Vec<Branch>,
    /// Its forgets.
    pub forgets: Vec<Forget>,
    /// Its marks.
    pub marks: Vec<Mark>,
}

impl<'a> From<&'a Snapshot> for Seen<'a> {
    fn from(snapshot: &'a Snapshot) -> Self {
        Self {
            conversation: &snapshot.conversation,
            branches: snapshot.branches.clone(),
            forgets: snapshot.forgets.clone(),
            marks: snapshot.marks.clone(),
        }
    }
}

impl Sight {
    /// The kinds that decide about the messages of a conversation, besides itself.
    const OF_MESSAGES: [Kind; 3] = [Kind::Branch, Kind::Forget, Kind::Mark];
    /// The kinds that decide.
    pub const KINDS: [Kind; 6] =
        [Kind::Conversation, Kind::Branch, Kind::Forget, Kind::Mark, Kind::Document, Kind::Summary];

    /// Where the records are stored that decide about the messages of a conversation.
    pub fn ranges_of(id: ConversationId) -> impl Iterator<Item = (RecordKey, RecordKey)> {
        let conversation = RecordKey::Conversation(id);
        let own = Self::OF_MESSAGES.into_iter().filter_map(move |kind| RecordKey::owned(kind, Some(id)));
        std::iter::once((conversation, conversation)).chain(own)
    }

    /// Adds records that were read. One that was written since is newer.
    pub fn put_read(&mut self, records: impl IntoIterator<Item = Record>) {
        for record in records {
            self.note_owner(&record);
            self.records.entry(record.key()).or_insert(record);
        }
    }

    /// Follows a change.
    pub fn note(&mut self, change: &Change) {
        match change {
            // Every snapshot holds the shared summaries.
            Change::Add(record) | Change::Put(record) if Self::KINDS.contains(&record.kind()) && !is_shared(record) => {
                self.note_owner(record);
                self.records.insert(record.key(), record.clone());
            }
            Change::Remove(key) => drop(self.records.remove(key)),
            Change::Add(_) | Change::Put(_) | Change::AddUndo(_) => {}
        }
    }

    /// Removes what is known of a conversation, and returns its branches.
    pub fn take_out(&mut self, id: ConversationId) -> Vec<BranchId> {
        let branches = self.branches(id);
        self.records.retain(|key, record| *key != RecordKey::Conversation(id) && record.owner() != Some(id));
        branches
    }

    /// Removes all conversations, to read them again. What belongs to them stays.
    pub fn forget_conversations(&mut self) {
        self.records.retain(|key, _| key.kind() != Kind::Conversation);
    }

    /// The branches of a conversation.
    pub fn branches(&self, id: ConversationId) -> Vec<BranchId> {
        let branch = |record: &Record| if let Record::Branch(found) = record { Some(found.id) } else { None };
        self.of(id).filter_map(branch).collect()
    }

    /// All conversations that may be recalled at all: neither deleted nor temporary.
    pub fn conversations(&self) -> impl Iterator<Item = &Conversation> {
        let all = self.records.range(RecordKey::first_of(Kind::Conversation)..);
        let all =
            all.map_while(|(_, record)| if let Record::Conversation(found) = record { Some(found) } else { None });
        all.filter(|conversation| is_there(conversation))
    }

    /// One of [`Sight::conversations`].
    pub fn conversation(&self, id: ConversationId) -> Option<&Conversation> {
        self.any_conversation(id).filter(|conversation| is_there(conversation))
    }

    /// A conversation that is stored, also a deleted or a temporary one.
    pub fn any_conversation(&self, id: ConversationId) -> Option<&Conversation> {
        match self.records.get(&RecordKey::Conversation(id)) {
            Some(Record::Conversation(found)) => Some(found),
            _ => None,
        }
    }

    /// All documents.
    pub fn documents(&self) -> impl Iterator<Item = &Document> {
        let all = self.records.range(RecordKey::first_of(Kind::Document)..);
        all.map_while(|(_, record)| if let Record::Document(found) = record { Some(found) } else { None })
    }

    /// The summaries of a conversation.
    pub fn summaries(&self, of: ConversationId) -> impl Iterator<Item = &Summary> {
        let range = RecordKey::owned(Kind::Summary, Some(of));
        range.into_iter().flat_map(|(first, last)| self.records.range(first..=last)).filter_map(summary)
    }

    /// The summaries of all conversations.
    pub fn all_summaries(&self) -> impl Iterator<Item = &Summary> {
        let all = self.records.range(RecordKey::first_of(Kind::Summary)..);
        all.map_while(summary)
    }

    /// Replaces all documents by those that are stored now, and returns the branches of those that came or went.
    pub fn replace_documents(&mut self, stored: Vec<Record>) -> Vec<BranchId> {
        let ids = |documents: &mut dyn Iterator<Item = &Document>| documents.map(|one| one.id).collect::<Vec<_>>();
        let before = ids(&mut self.documents());
        before.iter().for_each(|id| drop(self.records.remove(&RecordKey::Document(*id))));
        self.put_read(stored);
        let after = ids(&mut self.documents());
        let differs = |one: &&DocumentId| !before.contains(one) || !after.contains(one);
        before.iter().chain(&after).filter(differs).map(|id| id.branch()).collect()
    }

    /// Replaces all summaries by those that are stored now, and returns the conversations whose summaries have changed.
    pub fn replace_summaries(&mut self, stored: Vec<Record>) -> Vec<ConversationId> {
        let mut before = self.records.split_off(&RecordKey::first_of(Kind::Summary));
        let mut later = before.split_off(&RecordKey::first_of(Kind::ReplacedSummary));
        self.records.append(&mut later);
        self.put_read(stored);
        let after = self.records.range(RecordKey::first_of(Kind::Summary)..);
        let after = after.take_while(|(key, _)| key.kind() == Kind::Summary);
        let came = after.filter(|(key, record)| before.get(key) != Some(record));
        let went = before.iter().filter(|(key, _)| !self.records.contains_key(key));
        came.chain(went).filter_map(|(_, record)| record.owner()).collect()
    }

    /// The ids of the chunks of a document that are never to be recalled.
    pub fn hidden_chunks(&self, document: DocumentId) -> Vec<MessageId> {
        self.marks(document.marks()).collect()
    }

    /// What is marked in a conversation, or in what stands for one.
    pub fn marks(&self, of: ConversationId) -> impl Iterator<Item = MessageId> {
        let range = RecordKey::owned(Kind::Mark, Some(of));
        let marks = range.into_iter().flat_map(|(first, last)| self.records.range(first..=last));
        marks.filter_map(|(_, record)| if let Record::Mark(mark) = record { Some(mark.message) } else { None })
    }

    /// Whether a branch belongs to one of [`Sight::conversations`], or stands for a document.
    pub fn has(&self, branch: BranchId) -> bool {
        if self.records.contains_key(&RecordKey::Document(DocumentId::of_branch(branch))) {
            return true;
        }
        let Some(owner) = self.owners.get(&branch) else { return false };
        let conversation = self.records.get(&RecordKey::Conversation(*owner));
        self.records.contains_key(&RecordKey::Branch(*owner, branch))
            && matches!(conversation, Some(Record::Conversation(found)) if is_there(found))
    }

    fn note_owner(&mut self, record: &Record) {
        if let Record::Branch(branch) = record {
            self.owners.insert(branch.id, branch.conversation);
        }
    }

    /// The records that decide about the messages of a conversation.
    pub fn seen<'a>(&self, conversation: &'a Conversation) -> Seen<'a> {
        let mut seen = Seen { conversation, branches: Vec::new(), forgets: Vec::new(), marks: Vec::new() };
        for record in self.of(seen.conversation.id) {
            match record {
                Record::Branch(branch) => seen.branches.push(branch.clone()),
                Record::Forget(forget) => seen.forgets.push(forget.clone()),
                Record::Mark(mark) => seen.marks.push(*mark),
                _ => {}
            }
        }
        seen
    }

    /// The records that decide about the messages of each of [`Sight::conversations`].
    pub fn all_seen(&self) -> impl Iterator<Item = Seen<'_>> {
        self.conversations().map(|conversation| self.seen(conversation))
    }

    fn of(&self, id: ConversationId) -> impl Iterator<Item = &Record> {
        Self::OF_MESSAGES.into_iter().flat_map(move |kind| {
            let range = RecordKey::owned(kind, Some(id));
            range.into_iter().flat_map(|(first, last)| self.records.range(first..=last).map(|(_, record)| record))
        })
    }
}

fn summary<'a>((_, record): (&RecordKey, &'a Record)) -> Option<&'a Summary> {
    if let Record::Summary(found) = record { Some(found) } else { None }
}

fn is_shared(record: &Record) -> bool {
    matches!(record, Record::Summary(summary) if summary.conversation.is_none())
}

/// Whether a conversation may be recalled at all.
fn is_there(conversation: &Conversation) -> bool {
    conversation.deleted_at.is_none() && !conversation.temporary
}
