//! The index: everything that can be found, in memory, asked at each key.

use super::{
    excerpt::Excerpt, messages::Messages, pattern::Pattern, places::Places, things::Things, vocabulary::Vocabulary,
};
use crate::{
    branch::Sequence,
    change::Change,
    id::{BranchId, ConversationId, MemoryId, MessageId, SummaryId, TaskId},
    message::{MessageText, Role},
    record::{Kind, Record, RecordKey},
    time::Timestamp,
};
use ricordo_record::{memory::MemorySource, task::TaskState};

/// Whether the model may see a message that was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It may.
    Active,
    /// It lies before a `/forget`.
    Forgotten,
    /// The user muted it.
    Muted,
}

/// What a hit leads to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Target {
    /// The conversation of the hit, by its title or a tag.
    Conversation {
        /// Whether it is in the archive.
        is_archived: bool,
    },
    /// A message of the conversation of the hit.
    Message {
        /// Its name.
        id: MessageId,
        /// Its place.
        sequence: Sequence,
        /// Who speaks.
        role: Role,
        /// Whether the model may see it.
        standing: Standing,
    },
    /// A memory.
    Memory {
        /// Its name.
        id: MemoryId,
        /// Whether it is in the archive.
        is_archived: bool,
        /// The message it came from.
        source: Option<MemorySource>,
    },
    /// A summary.
    Summary(SummaryId),
    /// A task.
    Task {
        /// Its name.
        id: TaskId,
        /// Whether it is done.
        state: TaskState,
    },
}

/// Something that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// What it leads to.
    pub target: Target,
    /// The conversation it is of or came from.
    pub conversation: Option<ConversationId>,
    /// When it was said or made; for a conversation, when it was last used.
    pub at: Timestamp,
    /// What is shown of it.
    pub excerpt: Excerpt,
}

/// What was found of one kind.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Group {
    /// The best, the best first.
    pub hits: Vec<Hit>,
    /// How many there are in all.
    pub total: usize,
}

/// What was found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    /// Conversations, by title and tags.
    pub conversations: Group,
    /// Messages.
    pub messages: Group,
    /// Memories.
    pub memories: Group,
    /// Summaries.
    pub summaries: Group,
    /// Tasks.
    pub tasks: Group,
}

/// What is looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Filter {
    /// What belongs to this conversation.
    pub conversation: Option<ConversationId>,
    /// Messages of this role, and nothing else.
    pub role: Option<Role>,
    /// Not before this moment.
    pub from: Option<Timestamp>,
    /// Before this moment.
    pub until: Option<Timestamp>,
}

impl Filter {
    pub(super) fn takes(&self, conversation: Option<ConversationId>, at: Timestamp) -> bool {
        self.conversation.is_none_or(|wanted| conversation == Some(wanted))
            && self.from.is_none_or(|from| at >= from)
            && self.until.is_none_or(|until| at < until)
    }
}

/// Everything that can be found. It holds what [`Index::put_texts`] and [`Index::put_records`] were given, and follows the
/// writes that [`Index::note`] is told of.
#[derive(Debug, Default)]
pub struct Index {
    pub(super) vocabulary: Vocabulary,
    pub(super) messages: Messages,
    pub(super) places: Places,
    pub(super) things: Things,
    /// The messages that held the words which were typed last.
    pub(super) last: Option<(Pattern, Vec<u32>)>,
}

impl Index {
    /// The kinds of record that matter here besides messages.
    pub const KINDS: [Kind; 7] =
        [Kind::Conversation, Kind::Branch, Kind::Forget, Kind::Mark, Kind::Memory, Kind::Summary, Kind::Task];

    /// Takes messages in.
    pub fn put_texts(&mut self, texts: &[MessageText]) {
        self.last = None;
        texts.iter().for_each(|text| self.messages.put(text, &mut self.vocabulary));
    }

    /// Takes all records of a kind in, in place of those it knew.
    pub fn put_records(&mut self, kind: Kind, records: &[Record]) {
        self.places.clear(kind);
        self.things.clear(kind, &mut self.vocabulary);
        records.iter().for_each(|record| self.put(record));
    }

    /// Follows a write.
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

    /// Whether a write to records of this kind has to be noted.
    pub fn wants(kind: Kind) -> bool {
        kind == Kind::Message || Self::KINDS.contains(&kind)
    }

    /// The branches of a conversation, and takes their messages out: they are read again.
    pub fn take_out(&mut self, conversation: ConversationId) -> Vec<BranchId> {
        self.last = None;
        let branches = self.places.branches(conversation);
        branches.iter().for_each(|branch| self.messages.remove_branch(*branch, &mut self.vocabulary));
        branches
    }

    /// How many messages there are.
    pub fn messages(&self) -> usize {
        self.messages.len()
    }

    /// The memory it takes, in bytes, about.
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
