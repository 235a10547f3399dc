//! A store in memory: for tests, private mode and temporary conversations. Its contents are gone with the last handle.

mod sorted;

use crate::{
    branch::{Sequence, path},
    change::{Change, Inverse},
    conversation::Conversation,
    error::StoreError,
    id::{BranchId, ConversationId, MessageId, SummaryId},
    message::{Message, MessageText},
    record::{Kind, Link, Record, RecordKey},
    snapshot::Snapshot,
    store::Store,
    user_data::UserData,
};
use ricordo_record::summary::Summary;
use sorted::Sorted;
use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
    rc::Rc,
};
use uuid::Uuid;

/// A store in memory. Clones share one handle; [`MemoryStore::second_handle`] opens another one on the same data.
#[derive(Clone, Debug, Default)]
pub struct MemoryStore {
    tables: Rc<RefCell<Tables>>,
    closed: Rc<Cell<bool>>,
}

#[derive(Debug, Default)]
struct Tables {
    records: Sorted,
    messages_by_id: HashMap<MessageId, RecordKey>,
}

impl MemoryStore {
    /// Another handle on the same data, as a second tab has: closing one leaves the other open.
    pub fn second_handle(&self) -> Self {
        Self { tables: Rc::clone(&self.tables), closed: Rc::default() }
    }

    fn tables(&self) -> Result<&RefCell<Tables>, StoreError> {
        if self.closed.get() { Err(StoreError::Closed) } else { Ok(&self.tables) }
    }
}

impl Tables {
    fn between<'a, T: 'a>(
        &'a self,
        (first, last): (RecordKey, RecordKey),
        pick: impl Fn(&'a Record) -> Option<&'a T> + 'a,
    ) -> impl DoubleEndedIterator<Item = &'a T> + 'a {
        self.records.between(first, last).filter_map(pick)
    }

    fn conversation(&self, id: ConversationId) -> Option<&Conversation> {
        match self.records.get(&RecordKey::Conversation(id)) {
            Some(Record::Conversation(conversation)) => Some(conversation),
            _ => None,
        }
    }

    fn branches(&self, conversation: ConversationId) -> Vec<crate::branch::Branch> {
        let keys = [Uuid::nil(), Uuid::max()].map(|id| RecordKey::Branch(conversation, BranchId(id)));
        self.between(keys.into(), |record| if let Record::Branch(branch) = record { Some(branch) } else { None })
            .cloned()
            .collect()
    }

    /// The last `limit` messages before `before`, oldest first.
    fn tail(&self, conversation: &Conversation, before: Sequence, limit: u32) -> Vec<Message> {
        let mut newest_first = Vec::new();
        for segment in path(&self.branches(conversation.id), conversation.active_branch) {
            let to = segment.to.min(before);
            if segment.from >= to {
                continue;
            }
            let keys = [segment.from, to - 1].map(|sequence| RecordKey::Message(segment.branch, sequence));
            let messages = self.between(keys.into(), |record| match record {
                Record::Message(message) => Some(&**message),
                _ => None,
            });
            newest_first.extend(messages.rev().take(limit as usize - newest_first.len()).cloned());
        }
        newest_first.reverse();
        newest_first
    }

    /// The first `limit` messages from `from` on, oldest first.
    fn head(&self, conversation: &Conversation, from: Sequence, limit: u32) -> Vec<Message> {
        let mut found = Vec::new();
        for segment in path(&self.branches(conversation.id), conversation.active_branch).into_iter().rev() {
            let from = segment.from.max(from);
            if from >= segment.to {
                continue;
            }
            let keys = [from, segment.to - 1].map(|sequence| RecordKey::Message(segment.branch, sequence));
            let messages = self.between(keys.into(), |record| match record {
                Record::Message(message) => Some(&**message),
                _ => None,
            });
            found.extend(messages.take(limit as usize - found.len()).cloned());
        }
        found
    }

    fn snapshot(&self, id: ConversationId, limit: u32) -> Option<Snapshot> {
        let conversation = self.conversation(id)?.clone();
        let mut summaries: Vec<Summary> = [None, Some(id)].into_iter().flat_map(|of| self.summaries(of)).collect();
        ricordo_text::small_sort::by_key(&mut summaries, |summary| summary.id);
        let project = conversation.project.and_then(|id| match self.records.get(&RecordKey::Project(id)) {
            Some(Record::Project(project)) => Some(project.clone()),
            _ => None,
        });
        Some(Snapshot {
            project,
            branches: self.branches(id),
            messages: self.tail(&conversation, Sequence::MAX, limit),
            forgets: self.own(id, Kind::Forget, |record| match record {
                Record::Forget(forget) => Some(forget.clone()),
                _ => None,
            }),
            marks: self.own(id, Kind::Mark, |record| if let Record::Mark(mark) = record { Some(*mark) } else { None }),
            memories: self
                .all(Kind::Memory)
                .filter_map(|record| match record {
                    Record::Memory(memory) => Some(memory.clone()),
                    _ => None,
                })
                .collect(),
            summaries,
            user_data: match self.records.get(&RecordKey::UserData) {
                Some(Record::UserData(user_data)) => user_data.clone(),
                _ => UserData::default(),
            },
            reply_draft: match self.records.get(&RecordKey::ReplyDraft(id)) {
                Some(Record::ReplyDraft(draft)) => Some(draft.clone()),
                _ => None,
            },
            composer_draft: match self.records.get(&RecordKey::ComposerDraft(id)) {
                Some(Record::ComposerDraft(draft)) => Some(draft.clone()),
                _ => None,
            },
            ..Snapshot::empty(conversation, Vec::new())
        })
    }

    /// All records of one kind, in the order of their keys.
    fn all(&self, kind: Kind) -> impl Iterator<Item = &Record> {
        self.records.from(RecordKey::first_of(kind)).take_while(move |record| record.kind() == kind)
    }

    /// All records of one kind in a conversation, in the order of their keys.
    fn own<T>(&self, of: ConversationId, kind: Kind, pick: impl Fn(&Record) -> Option<T>) -> Vec<T> {
        let Some((first, last)) = RecordKey::owned(kind, Some(of)) else { return Vec::new() };
        self.records.between(first, last).filter_map(pick).collect()
    }

    fn summaries(&self, of: Option<ConversationId>) -> impl Iterator<Item = Summary> {
        let keys = [Uuid::nil(), Uuid::max()].map(|id| RecordKey::Summary(of, SummaryId(id)));
        self.between(keys.into(), |record| if let Record::Summary(summary) = record { Some(summary) } else { None })
            .cloned()
    }

    fn put(&mut self, record: Record) {
        if let Record::Message(message) = &record {
            self.messages_by_id.insert(message.id, record.key());
        }
        self.records.put(record);
    }

    fn remove(&mut self, key: RecordKey) {
        if let Some(Record::Message(message)) = self.records.remove(&key) {
            self.messages_by_id.remove(&message.id);
        }
    }

    fn apply(&mut self, change: Change, inverse: &mut Inverse) -> Result<(), StoreError> {
        let before = self.records.get(&change.key()).cloned();
        if before.is_some() && matches!(change, Change::Add(_) | Change::AddUndo(_)) {
            return Err(StoreError::Conflict);
        }
        if let Change::Add(Record::Message(message)) = &change
            && self.messages_by_id.contains_key(&message.id)
        {
            return Err(StoreError::Conflict);
        }
        // An undo entry covers the changes before it in the list, not itself.
        let filled = match &change {
            Change::AddUndo(undo) => Some(Record::Undo(inverse.fill(undo.clone()))),
            _ => None,
        };
        inverse.note(change.key(), before, !matches!(change, Change::Remove(_)));
        match (change, filled) {
            (Change::Add(record) | Change::Put(record), _) | (Change::AddUndo(_), Some(record)) => self.put(record),
            (Change::Remove(key), _) => self.remove(key),
            (Change::AddUndo(_), None) => {}
        }
        Ok(())
    }
}

impl Store for MemoryStore {
    async fn conversations(&self) -> Result<Vec<Conversation>, StoreError> {
        let tables = self.tables()?.borrow();
        let mut conversations: Vec<Conversation> = tables
            .all(Kind::Conversation)
            .filter_map(|record| if let Record::Conversation(found) = record { Some(found.clone()) } else { None })
            .collect();
        ricordo_text::small_sort::by_key(&mut conversations, |conversation| {
            std::cmp::Reverse((conversation.updated_at, conversation.id))
        });
        Ok(conversations)
    }

    async fn snapshot(&self, conversation: ConversationId, limit: u32) -> Result<Option<Snapshot>, StoreError> {
        Ok(self.tables()?.borrow().snapshot(conversation, limit))
    }

    async fn messages(
        &self,
        conversation: ConversationId,
        before: Sequence,
        limit: u32,
    ) -> Result<Vec<Message>, StoreError> {
        let tables = self.tables()?.borrow();
        Ok(tables.conversation(conversation).map_or_else(Vec::new, |found| tables.tail(found, before, limit)))
    }

    async fn messages_from(
        &self,
        conversation: ConversationId,
        from: Sequence,
        limit: u32,
    ) -> Result<Vec<Message>, StoreError> {
        let tables = self.tables()?.borrow();
        Ok(tables.conversation(conversation).map_or_else(Vec::new, |found| tables.head(found, from, limit)))
    }

    async fn message(&self, id: MessageId) -> Result<Option<Message>, StoreError> {
        let tables = self.tables()?.borrow();
        let record = tables.messages_by_id.get(&id).and_then(|key| tables.records.get(key));
        Ok(record
            .and_then(|record| if let Record::Message(message) = record { Some((**message).clone()) } else { None }))
    }

    async fn texts(
        &self,
        (branch, sequence): (BranchId, Sequence),
        limit: u32,
    ) -> Result<Vec<MessageText>, StoreError> {
        let tables = self.tables()?.borrow();
        let last = RecordKey::Message(BranchId(Uuid::max()), Sequence::MAX);
        let texts = tables.between((RecordKey::Message(branch, sequence), last), |record| match record {
            Record::Message(message) => Some(&**message),
            _ => None,
        });
        Ok(texts.take(limit as usize).map(MessageText::from).collect())
    }

    async fn record(&self, key: RecordKey) -> Result<Option<Record>, StoreError> {
        Ok(self.tables()?.borrow().records.get(&key).cloned())
    }

    async fn records(&self, kind: Kind) -> Result<Vec<Record>, StoreError> {
        let tables = self.tables()?.borrow();
        Ok(tables.all(kind).cloned().collect())
    }

    async fn records_between(&self, from: RecordKey, to: RecordKey, limit: u32) -> Result<Vec<Record>, StoreError> {
        let tables = self.tables()?.borrow();
        Ok(tables.records.between(from, to).take(limit as usize).cloned().collect())
    }

    async fn several_between(&self, ranges: Vec<(RecordKey, RecordKey)>) -> Result<Vec<Vec<Record>>, StoreError> {
        let tables = self.tables()?.borrow();
        Ok(ranges.into_iter().map(|(from, to)| tables.records.between(from, to).cloned().collect()).collect())
    }

    async fn linked(&self, links: Vec<Link>, limit: u32) -> Result<Vec<Vec<RecordKey>>, StoreError> {
        let tables = self.tables()?.borrow();
        let wanted = ricordo_text::small_sort::set(links.iter().copied());
        let mut found = vec![Vec::new(); wanted.len()];
        for kind in ricordo_text::small_sort::set(links.iter().map(Link::kind)) {
            for record in tables.all(kind) {
                for place in record.links().iter().filter_map(|link| wanted.binary_search(link).ok()) {
                    if found[place].len() < limit as usize {
                        found[place].push(record.key());
                    }
                }
            }
        }
        let keys =
            links.iter().map(|link| wanted.binary_search(link).map_or_else(|_| Vec::new(), |at| found[at].clone()));
        Ok(keys.collect())
    }

    async fn count(&self, kind: Kind) -> Result<u64, StoreError> {
        Ok(self.tables()?.borrow().all(kind).count() as u64)
    }

    async fn last_between(&self, from: RecordKey, to: RecordKey) -> Result<Option<Record>, StoreError> {
        let tables = self.tables()?.borrow();
        Ok(tables.records.between(from, to).next_back().cloned())
    }

    async fn apply(&self, changes: Vec<Change>) -> Result<Vec<Change>, StoreError> {
        let mut tables = self.tables()?.borrow_mut();
        let mut inverse = Inverse::default();
        for change in changes {
            if let Err(error) = tables.apply(change, &mut inverse) {
                for change in inverse.into_changes() {
                    tables.apply(change, &mut Inverse::default())?;
                }
                return Err(error);
            }
        }
        Ok(inverse.into_changes())
    }

    async fn close(&self) {
        self.closed.set(true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    thread_local! {
        static PLACES: RefCell<BTreeMap<String, MemoryStore>> = RefCell::default();
    }

    async fn open(name: &str) -> MemoryStore {
        PLACES.with_borrow_mut(|places| places.entry(name.to_owned()).or_default().second_handle())
    }

    crate::store_conformance!(tokio::test, open);
}
