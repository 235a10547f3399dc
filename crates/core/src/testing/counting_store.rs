//! A store that counts its reads and records which rows they return, and the conversation of each, and that can stop
//! answering.

use crate::{
    branch::Sequence,
    change::Change,
    conversation::Conversation,
    error::StoreError,
    id::{BranchId, ConversationId, MessageId},
    maintenance::Job,
    message::{Message, MessageText},
    record::{Kind, Link, Record, RecordKey},
    snapshot::Snapshot,
    store::Store,
};
use std::{
    cell::{Cell, RefCell},
    future::poll_fn,
    rc::Rc,
    task::Poll,
};

/// A row that was read: its kind, and its conversation; `None` if it belongs to all.
pub type RowRead = (Kind, Option<ConversationId>);

/// Forwards and records every read. Clones share the record.
#[derive(Clone, Debug, Default)]
pub struct CountingStore<S> {
    /// The wrapped store.
    pub inner: S,
    read: Rc<RefCell<Vec<RowRead>>>,
    reads: Rc<Cell<u32>>,
    stalled: Rc<Cell<Option<Kind>>>,
    damaged: Rc<RefCell<Vec<RecordKey>>>,
}

impl<S> CountingStore<S> {
    /// Wraps a store.
    pub fn new(inner: S) -> Self {
        Self { inner, read: Rc::default(), reads: Rc::default(), stalled: Rc::default(), damaged: Rc::default() }
    }

    /// Takes the rows read since the last call.
    pub fn take_read(&self) -> Vec<RowRead> {
        self.read.take()
    }

    /// Takes the number of reads that may return rows since the last call.
    pub fn take_reads(&self) -> u32 {
        self.reads.take()
    }

    /// Reads of all rows or of a range of this kind get no answer until it is taken back: then they get what was stored when
    /// they began. Nobody is woken then: the test polls again.
    pub fn stall(&self, kind: Option<Kind>) {
        self.stalled.set(kind);
    }

    /// Makes the record under a key unreadable.
    pub fn damage(&self, key: RecordKey) {
        self.damaged.borrow_mut().push(key);
    }

    fn is_damaged(&self, key: RecordKey) -> bool {
        self.damaged.borrow().contains(&key)
    }

    /// Fails as a store does whose answer holds an unreadable record.
    fn check(&self, keys: impl IntoIterator<Item = RecordKey>) -> Result<(), StoreError> {
        match keys.into_iter().find(|key| self.is_damaged(*key)) {
            Some(key) => Err(StoreError::Damaged { detail: format!("{key:?}") }),
            None => Ok(()),
        }
    }

    async fn answered(&self, kind: Kind) {
        poll_fn(|_| if self.stalled.get() == Some(kind) { Poll::Pending } else { Poll::Ready(()) }).await;
    }

    fn note(&self, rows: impl IntoIterator<Item = RowRead>) {
        self.reads.set(self.reads.get() + 1);
        self.read.borrow_mut().extend(rows);
    }

    fn note_records<'a>(&self, records: impl IntoIterator<Item = &'a Record>) {
        self.note(records.into_iter().map(|record| (record.kind(), of_record(record))));
    }

    fn note_messages(&self, messages: &[Message]) {
        self.note(messages.iter().map(|message| (Kind::Message, Some(message.conversation))));
    }
}

/// The conversation of a record. A memory or a task belongs to all of them, wherever it came from.
fn of_record(record: &Record) -> Option<ConversationId> {
    match record {
        Record::DayUsage(usage) => Some(usage.conversation),
        Record::Maintenance(maintenance) => match maintenance.job {
            Job::Compression(id) | Job::Extraction(id) | Job::Title(id) => Some(id),
            Job::Recent(of) | Job::Long(of) => of,
            Job::ProjectRecent(_) | Job::ProjectLong(_) => None,
        },
        record => record.owner(),
    }
}

fn place_of(message: &Message) -> RecordKey {
    RecordKey::Message(message.branch, message.sequence)
}

fn rows_of(snapshot: &Snapshot) -> Vec<RowRead> {
    let of = |kind: Kind| move |id: ConversationId| (kind, Some(id));
    let mut rows = vec![(Kind::Conversation, Some(snapshot.conversation.id)), (Kind::UserData, None)];
    rows.extend(snapshot.branches.iter().map(|found| found.conversation).map(of(Kind::Branch)));
    rows.extend(snapshot.messages.iter().map(|found| found.conversation).map(of(Kind::Message)));
    rows.extend(snapshot.forgets.iter().map(|found| found.conversation).map(of(Kind::Forget)));
    rows.extend(snapshot.marks.iter().map(|found| found.conversation).map(of(Kind::Mark)));
    rows.extend(snapshot.memories.iter().map(|_| (Kind::Memory, None)));
    rows.extend(snapshot.summaries.iter().map(|found| (Kind::Summary, found.conversation)));
    rows.extend(snapshot.project.iter().map(|_| (Kind::Project, None)));
    rows.extend(snapshot.reply_draft.iter().map(|found| found.conversation).map(of(Kind::ReplyDraft)));
    rows.extend(snapshot.composer_draft.iter().map(|found| found.conversation).map(of(Kind::ComposerDraft)));
    rows
}

impl<S: Store> Store for CountingStore<S> {
    async fn conversations(&self) -> Result<Vec<Conversation>, StoreError> {
        let found = self.inner.conversations().await?;
        self.check(found.iter().map(|found| RecordKey::Conversation(found.id)))?;
        self.note(found.iter().map(|found| (Kind::Conversation, Some(found.id))));
        Ok(found)
    }

    async fn snapshot(&self, conversation: ConversationId, limit: u32) -> Result<Option<Snapshot>, StoreError> {
        let found = self.inner.snapshot(conversation, limit).await?;
        self.check(found.iter().flat_map(|found| &found.messages).map(place_of))?;
        self.check(
            found.iter().flat_map(|found| &found.branches).map(|one| RecordKey::Branch(one.conversation, one.id)),
        )?;
        self.note(found.iter().flat_map(rows_of));
        Ok(found)
    }

    async fn messages(
        &self,
        conversation: ConversationId,
        before: Sequence,
        limit: u32,
    ) -> Result<Vec<Message>, StoreError> {
        let found = self.inner.messages(conversation, before, limit).await?;
        self.check(found.iter().map(place_of))?;
        self.note_messages(&found);
        Ok(found)
    }

    async fn messages_from(
        &self,
        conversation: ConversationId,
        from: Sequence,
        limit: u32,
    ) -> Result<Vec<Message>, StoreError> {
        let found = self.inner.messages_from(conversation, from, limit).await?;
        self.check(found.iter().map(place_of))?;
        self.note_messages(&found);
        Ok(found)
    }

    async fn message(&self, id: MessageId) -> Result<Option<Message>, StoreError> {
        let found = self.inner.message(id).await?;
        self.check(found.iter().map(place_of))?;
        self.note_messages(found.as_slice());
        Ok(found)
    }

    async fn texts(&self, from: (BranchId, Sequence), limit: u32) -> Result<Vec<MessageText>, StoreError> {
        let found = self.inner.texts(from, limit).await?;
        // A text does not name its conversation. It counts as one of another conversation, so that tests never miss it.
        self.note(found.iter().map(|found| (Kind::Message, Some(ConversationId(found.branch.0)))));
        Ok(found)
    }

    async fn record(&self, key: RecordKey) -> Result<Option<Record>, StoreError> {
        let found = self.inner.record(key).await?;
        self.check(found.iter().map(Record::key))?;
        self.note_records(&found);
        Ok(found)
    }

    async fn records(&self, kind: Kind) -> Result<Vec<Record>, StoreError> {
        let found = self.inner.records(kind).await?;
        self.check(found.iter().map(Record::key))?;
        self.answered(kind).await;
        self.note_records(&found);
        Ok(found)
    }

    async fn records_between(&self, from: RecordKey, to: RecordKey, limit: u32) -> Result<Vec<Record>, StoreError> {
        let found = self.inner.records_between(from, to, limit).await?;
        self.check(found.iter().map(Record::key))?;
        self.answered(from.kind()).await;
        self.note_records(&found);
        Ok(found)
    }

    async fn readable_between(
        &self,
        from: RecordKey,
        to: RecordKey,
        limit: u32,
    ) -> Result<Vec<Option<Record>>, StoreError> {
        let found = self.inner.records_between(from, to, limit).await?;
        self.note_records(&found);
        Ok(found.into_iter().map(|record| (!self.is_damaged(record.key())).then_some(record)).collect())
    }

    async fn several_between(&self, ranges: Vec<(RecordKey, RecordKey)>) -> Result<Vec<Vec<Record>>, StoreError> {
        let kinds = ricordo_text::small_sort::set(ranges.iter().map(|(from, _)| from.kind()));
        let found = self.inner.several_between(ranges).await?;
        self.check(found.iter().flatten().map(Record::key))?;
        for kind in kinds {
            self.answered(kind).await;
        }
        self.note_records(found.iter().flatten());
        Ok(found)
    }

    async fn linked(&self, links: Vec<Link>, limit: u32) -> Result<Vec<Vec<RecordKey>>, StoreError> {
        self.inner.linked(links, limit).await
    }

    async fn count(&self, kind: Kind) -> Result<u64, StoreError> {
        self.inner.count(kind).await
    }

    async fn last_between(&self, from: RecordKey, to: RecordKey) -> Result<Option<Record>, StoreError> {
        let found = self.inner.last_between(from, to).await?;
        self.check(found.iter().map(Record::key))?;
        self.note_records(&found);
        Ok(found)
    }

    async fn apply(&self, changes: Vec<Change>) -> Result<Vec<Change>, StoreError> {
        self.inner.apply(changes).await
    }

    async fn close(&self) {
        self.inner.close().await;
    }
}
