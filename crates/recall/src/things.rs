//! Everything searchable besides messages: titles and tags of conversations, memories, summaries, tasks,
//! names of documents.

use super::{
    places::is_searched,
    target::Target,
    vocabulary::{Vocabulary, WordId},
};
use ricordo_record::{
    id::ConversationId,
    memory::MemoryState,
    record::{Kind, Record, RecordKey},
    scope::Scope,
    time::Timestamp,
};
use std::collections::BTreeMap;

#[derive(Debug)]
pub(super) struct Thing {
    pub(super) target: Target,
    /// The conversation that it belongs to or came from.
    pub(super) conversation: Option<ConversationId>,
    pub(super) at: Timestamp,
    pub(super) text: Box<str>,
    pub(super) words: Box<[WordId]>,
}

/// All entries, by key.
#[derive(Debug, Default)]
pub(super) struct Things {
    pub(super) all: BTreeMap<RecordKey, Thing>,
}

impl Things {
    /// The kinds of records that the entries are read from.
    pub(super) const KINDS: [Kind; 5] = [Kind::Conversation, Kind::Memory, Kind::Summary, Kind::Task, Kind::Document];

    /// Adds a record or replaces the one with the same key.
    pub(super) fn put(&mut self, record: &Record, vocabulary: &mut Vocabulary) {
        self.remove(record.key(), vocabulary);
        let Some((target, conversation, at, text)) = read(record) else { return };
        let words = vocabulary.take(&text);
        self.all.insert(record.key(), Thing { target, conversation, at, text: text.into_boxed_str(), words });
    }

    pub(super) fn remove(&mut self, key: RecordKey, vocabulary: &mut Vocabulary) {
        if let Some(thing) = self.all.remove(&key) {
            vocabulary.release(&thing.words);
        }
    }

    /// Removes the entries of a kind.
    pub(super) fn clear(&mut self, kind: Kind, vocabulary: &mut Vocabulary) {
        let keys: Vec<RecordKey> = self.all.keys().filter(|key| key.kind() == kind).copied().collect();
        keys.into_iter().for_each(|key| self.remove(key, vocabulary));
    }
}

fn read(record: &Record) -> Option<(Target, Option<ConversationId>, Timestamp, String)> {
    Some(match record {
        Record::Conversation(found) if is_searched(found) => {
            let tags: String = found.tags.iter().map(|tag| format!(" #{tag}")).collect();
            let text = format!("{}{tags}", found.title);
            (Target::Conversation { is_archived: found.archived }, Some(found.id), found.updated_at, text)
        }
        Record::Memory(memory) => {
            let target = Target::Memory {
                id: memory.id,
                is_archived: memory.state == MemoryState::Archived,
                source: memory.source,
            };
            (target, memory.source.map(|source| source.conversation), memory.created_at, memory.text.clone())
        }
        Record::Summary(summary) => {
            (Target::Summary(summary.id), summary.conversation, summary.created_at, summary.text.clone())
        }
        Record::Task(task) => {
            let target = Target::Task { id: task.id, state: task.state };
            (target, task.source.map(|source| source.conversation), task.created_at, task.title.clone())
        }
        Record::Document(document) => {
            let conversation = match document.scope {
                Scope::Conversation(of) => Some(of),
                Scope::Everywhere | Scope::Project(_) => None,
            };
            let target = Target::Document { id: document.id, chunk: None };
            (target, conversation, document.added_at, document.name.clone())
        }
        _ => return None,
    })
}
