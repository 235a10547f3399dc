//! The search index: everything searchable, in memory, queried at each keystroke.

use super::{messages::Messages, pattern::Pattern, places::Places, things::Things, vocabulary::Vocabulary};
use ricordo_record::{
    change::Change,
    id::{BranchId, ConversationId},
    message::MessageText,
    record::{Kind, Record, RecordKey},
};

/// Everything searchable. Filled by [`Index::put_texts`] and [`Index::put_records`], and updated by [`Index::note`].
#[derive(Debug, Default)]
pub struct Index {
    pub(super) vocabulary: Vocabulary,
    pub(super) messages: Messages,
    pub(super) places: Places,
    pub(super) things: Things,
    /// The last query and the messages that matched it.
    pub(super) last: Option<(Pattern, Vec<u32>)>,
}

impl Index {
    /// The indexed kinds of records besides messages.
    pub const KINDS: [Kind; 8] = [
        Kind::Conversation,
        Kind::Branch,
        Kind::Forget,
        Kind::Mark,
        Kind::Memory,
        Kind::Summary,
        Kind::Task,
        Kind::Document,
    ];

    /// Adds messages.
    pub fn put_texts(&mut self, texts: &[MessageText]) {
        self.last = None;
        texts.iter().for_each(|text| self.messages.put(text, &mut self.vocabulary));
    }

    /// Replaces all records of a kind.
    pub fn put_records(&mut self, kind: Kind, records: &[Record]) {
        self.places.clear(kind);
        self.things.clear(kind, &mut self.vocabulary);
        records.iter().for_each(|record| self.put(record));
    }

    /// Applies a stored change.
    pub fn note(&mut self, change: &Change) {
        match change {
            Change::Add(Record::Message(message)) | Change::Put(Record::Message(message)) => {
                self.put_texts(&[MessageText::from(&**message)]);
            }
            Change::Add(record) | Change::Put(record) => self.put(record),
            Change::Remove(RecordKey::Message(branch, sequence)) => {
                self.last = None;
                self.messages.remove(*branch, *sequence, &mut self.vocabulary);
            }
            Change::Remove(key) if Self::KINDS.contains(&key.kind()) => {
                self.places.remove(*key);
                self.things.remove(*key, &mut self.vocabulary);
            }
            Change::Remove(_) | Change::AddUndo(_) => {}
        }
    }

    /// Whether changes to records of this kind must be passed to [`Index::note`].
    pub fn wants(kind: Kind) -> bool {
        kind == Kind::Message || Self::KINDS.contains(&kind)
    }

    /// Removes the messages of a conversation, to be read again, and returns its branches.
    pub fn take_out(&mut self, conversation: ConversationId) -> Vec<BranchId> {
        self.last = None;
        let branches = self.places.branches(conversation);
        branches.iter().for_each(|branch| self.messages.remove_branch(*branch, &mut self.vocabulary));
        branches
    }

    /// Number of messages.
    pub fn messages(&self) -> usize {
        self.messages.len()
    }

    /// Approximate memory use, in bytes.
    pub fn bytes(&self) -> usize {
        self.vocabulary.bytes() + self.messages.bytes()
    }

    fn put(&mut self, record: &Record) {
        let kind = record.kind();
        if Places::wants(kind) {
            self.places.put(record);
        }
        if Things::KINDS.contains(&kind) {
            self.things.put(record, &mut self.vocabulary);
        }
    }
}
