//! The records that an erasure removes.

use super::Kept;
use crate::{
    change::Change,
    id::{ConversationId, DocumentId, MemoryId, MessageId, ProjectId, SummaryId, TaskId},
    maintenance::Maintenance,
    manifest::{Manifest, SourceId},
    memory::MemorySource,
    message::{Message, Part},
    record::{Link, Record, RecordKey},
};
use std::collections::BTreeSet;

/// The records that an erasure removes.
#[derive(Default)]
pub(in crate::session) struct ErasedRecords {
    /// The conversation that is erased.
    pub(super) conversation: Option<ConversationId>,
    /// The project whose instructions are erased.
    pub(super) project: Option<ProjectId>,
    /// What stays although it is derived from erased data.
    pub(super) kept: Kept,
    /// The conversation in which something is erased.
    pub(super) of: Option<ConversationId>,
    pub(super) messages: BTreeSet<MessageId>,
    pub(super) memories: BTreeSet<MemoryId>,
    pub(super) summaries: BTreeSet<SummaryId>,
    pub(super) tasks: BTreeSet<TaskId>,
    pub(super) documents: BTreeSet<DocumentId>,
    /// Messages that stay, with results of tools that held erased text.
    pub(super) results: BTreeSet<MessageId>,
    /// The requests of the erased replies.
    pub(super) manifests: Vec<Manifest>,
    pub(in crate::session) keys: BTreeSet<RecordKey>,
    pub(super) puts: Vec<Change>,
}

impl ErasedRecords {
    pub(in crate::session) fn message(&mut self, message: &Message) {
        self.messages.insert(message.id);
        self.keys.insert(RecordKey::Message(message.branch, message.sequence));
        self.keys.insert(RecordKey::Manifest(message.conversation, message.id));
        for part in &message.parts {
            if let Part::Image { blob, .. } | Part::File { blob, .. } = part {
                self.keys.insert(RecordKey::Blob(*blob));
            }
        }
    }

    /// Adds a stored summary, memory or task, if it is derived from erased data.
    pub(super) fn derived(&mut self, record: &Record) {
        if self.collect_if_derived(record) {
            self.keys.insert(record.key());
        }
    }

    /// Adds the undo entries that could bring back a record, if it is derived from erased data, and what was sent of it. What is
    /// stored under its key may have another source by now, as the value of a field that is proposed once more.
    pub(super) fn restorable(&mut self, record: &Record) {
        self.collect_if_derived(record);
    }

    /// Collects a summary, memory or task for the links to what refers to it, if it is derived from erased data. Returns whether
    /// it is.
    fn collect_if_derived(&mut self, record: &Record) -> bool {
        let from = |source: &MemorySource| {
            self.messages.contains(&source.message) || Some(source.conversation) == self.conversation
        };
        match record {
            Record::Summary(summary) | Record::ReplacedSummary(summary) => {
                let goes = summary.conversation.is_some_and(|id| Some(id) == self.conversation)
                    || summary.sources.iter().any(|source| self.messages.contains(&source.message));
                if goes {
                    let (conversation, message) = summary.marked_as();
                    self.keys.insert(RecordKey::Mark(conversation, message));
                    self.summaries.insert(summary.id);
                }
                goes
            }
            Record::Memory(memory) => {
                let goes = !self.kept.facts && memory.source.as_ref().is_some_and(from);
                if goes {
                    self.memories.insert(memory.id);
                }
                goes
            }
            Record::Task(task) => {
                let goes = !self.kept.tasks && task.source.as_ref().is_some_and(from);
                if goes {
                    self.tasks.insert(task.id);
                }
                goes
            }
            _ => false,
        }
    }

    /// The links to the results of tools that hold erased text.
    pub(super) fn held_by_results(&self) -> Vec<Link> {
        // Where a whole conversation is erased, the results in others name it; it may have very many messages.
        let messages = self.messages.iter().copied().filter(|_| self.conversation.is_none()).map(SourceId::Message);
        let memories = self.memories.iter().copied().map(SourceId::Memory);
        let documents = self.documents.iter().map(|id| SourceId::Chunk(*id, 0));
        let sources = messages.chain(memories).chain(documents).map(Link::result_with);
        sources.chain(self.conversation.map(Link::result_with_text_of)).collect()
    }

    /// The links to what was sent and made from erased data.
    pub(super) fn sources(&self) -> Vec<Link> {
        let messages = self.messages.iter().chain(&self.results).copied().map(SourceId::Message);
        let memories = self.memories.iter().copied().map(SourceId::Memory);
        let summaries = self.summaries.iter().copied().map(SourceId::Summary);
        let projects = self.project.map(SourceId::Project);
        // Every chunk of a document leads to the same texts.
        let chunks = self.documents.iter().map(|id| SourceId::Chunk(*id, 0));
        messages.chain(memories).chain(summaries).chain(projects).chain(chunks).map(Link::made_from).collect()
    }

    /// The links to the undo entries that contain erased data.
    pub(super) fn held(&self) -> Vec<Link> {
        // The title may contain the first words of an erased message.
        let renamed = self.puts.iter().filter_map(|put| match put.key() {
            RecordKey::Conversation(id) => Some(id),
            _ => None,
        });
        let conversations = self.conversation.into_iter().chain(renamed).map(|id| id.0);
        // Messages of an erased conversation are in its own entries, and go with them.
        let messages = self.messages.iter().filter(|_| self.conversation.is_none()).map(|id| id.0);
        let messages = messages.chain(self.results.iter().map(|id| id.0));
        let derived = self.memories.iter().map(|id| id.0);
        let derived = derived.chain(self.summaries.iter().map(|id| id.0)).chain(self.tasks.iter().map(|id| id.0));
        let projects = self.project.map(|id| id.0);
        let documents = self.documents.iter().map(|id| id.0);
        conversations.chain(messages).chain(derived).chain(projects).chain(documents).map(Link::Undo).collect()
    }

    /// Drops the finished chunks of unfinished background work: the summary of a chunk may contain erased text, and is
    /// made again.
    pub(super) fn work(&mut self, maintenance: Maintenance) {
        if !maintenance.finished.is_empty() && !self.keys.contains(&RecordKey::Maintenance(maintenance.job)) {
            self.puts.push(Change::Put(Record::Maintenance(Maintenance { finished: Vec::new(), ..maintenance })));
        }
    }
}
