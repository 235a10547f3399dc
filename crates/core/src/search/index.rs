//! The search index: everything searchable, in memory, queried at each keystroke.

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

/// Whether the model may see a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// The model may see it.
    Active,
    /// It is before a `/forget`.
    Forgotten,
    /// The user muted it.
    Muted,
}

/// The target of a hit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Target {
    /// The conversation of the hit, matched by its title or a tag.
    Conversation {
        /// Whether it is archived.
        is_archived: bool,
    },
    /// A message in the conversation of the hit.
    Message {
        /// Unique id.
        id: MessageId,
        /// Position in the conversation.
        sequence: Sequence,
        /// Role of the author.
        role: Role,
        /// Whether the model may see it.
        standing: Standing,
    },
    /// A memory.
    Memory {
        /// Unique id.
        id: MemoryId,
        /// Whether it is archived.
        is_archived: bool,
        /// The message it came from.
        source: Option<MemorySource>,
    },
    /// A summary.
    Summary(SummaryId),
    /// A task.
    Task {
        /// Unique id.
        id: TaskId,
        /// State of the task.
        state: TaskState,
    },
}

/// A search result.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// Its target.
    pub target: Target,
    /// The conversation that it belongs to or came from.
    pub conversation: Option<ConversationId>,
    /// When it was written or created; for a conversation, when it was last used.
    pub at: Timestamp,
    /// The excerpt to show.
    pub excerpt: Excerpt,
}

/// The results of one kind.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Group {
    /// The best hits, best first.
    pub hits: Vec<Hit>,
    /// Number of matches in total.
    pub total: usize,
}

/// The results of a search.
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

/// Restricts a search.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Filter {
    /// Only this conversation.
    pub conversation: Option<ConversationId>,
    /// Only messages of this role, and no other kinds.
    pub role: Option<Role>,
    /// At or after this time.
    pub from: Option<Timestamp>,
    /// Before this time.
    pub until: Option<Timestamp>,
}

impl Filter {
    pub(super) fn takes(&self, conversation: Option<ConversationId>, at: Timestamp) -> bool {
        self.conversation.is_none_or(|wanted| conversation == Some(wanted))
            && self.from.is_none_or(|from| at >= from)
            && self.until.is_none_or(|until| at < until)
    }
}

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
    pub const KINDS: [Kind; 7] =
        [Kind::Conversation, Kind::Branch, Kind::Forget, Kind::Mark, Kind::Memory, Kind::Summary, Kind::Task];

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
