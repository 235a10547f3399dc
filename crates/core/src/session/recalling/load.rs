//! Reads the index into memory, a batch at a time. What was read stays in memory, so a turn that could not wait for all of it
//! leaves less to read for the next one.

use super::super::Session;
use crate::{
    branch::path,
    error::StoreError,
    host::Host,
    id::{BranchId, ConversationId, DocumentId, SummaryId},
    message::MessageText,
    recall::{RecallIndex, SharedRecall, Sight, chunk_text},
    record::{Kind, Record, RecordKey},
    snapshot::Snapshot,
    store::Store,
};
use ricordo_recall::ranked::{Part, PartKey};
use uuid::Uuid;

/// Number of parts per read.
const BATCH: u32 = 100;
/// Where the summaries of one conversation begin among all summaries.
const FIRST_SUMMARY: RecordKey = RecordKey::Summary(Some(ConversationId(Uuid::nil())), SummaryId(Uuid::nil()));
const LAST_SUMMARY: RecordKey = RecordKey::Summary(Some(ConversationId(Uuid::max())), SummaryId(Uuid::max()));

impl<S: Store, H: Host> Session<S, H> {
    /// Reads what can answer a message in `snapshot`: first its own conversation and the documents in scope, everything else
    /// only if it is wanted.
    pub(super) async fn load_for(
        &self,
        recall: &SharedRecall,
        snapshot: &Snapshot,
        everything: bool,
    ) -> Result<(), StoreError> {
        self.load_sight(recall).await?;
        let own = path(&snapshot.branches, snapshot.conversation.active_branch).into_iter().map(|part| part.branch);
        let place = snapshot.place();
        let own: Vec<BranchId> = {
            let index = recall.index();
            let documents = index.sight.iter().flat_map(Sight::documents);
            let documents = documents.filter(|document| document.scope.reaches(&place));
            own.chain(documents.map(|document| document.id.branch())).collect()
        };
        for branch in &own {
            self.load_branch(recall, *branch).await?;
        }
        while let Some(part) = self.next_unread(recall, &|part| own.contains(&part.branch)) {
            self.load_messages(recall, part).await?;
        }
        if everything {
            self.load_summaries(recall, snapshot.conversation.id).await;
            self.load_all(recall, &|| false).await?;
        }
        Ok(())
    }

    /// Reads everything, until `stops`.
    pub(super) async fn load_all(&self, recall: &SharedRecall, stops: &dyn Fn() -> bool) -> Result<(), StoreError> {
        self.load_sight(recall).await?;
        self.load_rows(recall, stops).await?;
        while let Some(part) = self.next_unread(recall, &|_| !stops()) {
            self.load_messages(recall, part).await?;
        }
        Ok(())
    }

    /// Reads the records that decide what may be found, and again those that another tab changed.
    async fn load_sight(&self, recall: &SharedRecall) -> Result<(), StoreError> {
        loop {
            // Writes are followed from here on.
            let reading = recall.index().begin();
            let is_read = recall.index().is_sight_read;
            if !is_read {
                self.read_sight(recall, reading).await?;
            }
            self.read_conversations_again(recall, reading).await?;
            self.read_changed(recall, reading).await?;
            let is_whole = recall.index_of(reading).is_some_and(|index| index.is_sight_read);
            if is_whole {
                return Ok(());
            }
        }
    }

    async fn read_sight(&self, recall: &SharedRecall, reading: u64) -> Result<(), StoreError> {
        for kind in Sight::KINDS {
            let records = match kind {
                Kind::Summary => self.summaries_of_one().await?,
                Kind::Document => self.document_records().await?,
                kind => self.store.records(kind).await?,
            };
            if let Some(sight) = recall.index_of(reading).as_mut().and_then(|index| index.sight.as_mut()) {
                sight.put_read(records);
            }
        }
        if let Some(mut index) = recall.index_of(reading) {
            index.is_sight_read = true;
        }
        Ok(())
    }

    async fn read_conversations_again(&self, recall: &SharedRecall, reading: u64) -> Result<(), StoreError> {
        loop {
            let Some(several) = recall.index_of(reading).and_then(|mut index| index.takes_conversations()) else {
                return Ok(());
            };
            let conversations = self.store.records(Kind::Conversation).await?;
            if let Some(mut index) = recall.index_of(reading) {
                index.put_conversations(conversations, several);
            }
        }
    }

    async fn read_changed(&self, recall: &SharedRecall, reading: u64) -> Result<(), StoreError> {
        loop {
            let Some(id) = recall.index_of(reading).and_then(|index| index.changed.first().copied()) else {
                return Ok(());
            };
            let records = self.store.several_between(Sight::ranges_of(id).collect()).await?;
            let records: Vec<Record> = records.into_iter().flatten().collect();
            let documents = self.document_records().await?;
            let summaries = self.summaries_of_one().await?;
            if let Some(mut index) = recall.index_of(reading) {
                index.put_changed(id, records, (documents, summaries));
            }
        }
    }

    /// The documents. One that cannot be read is not found, and keeps no other from being found.
    async fn document_records(&self) -> Result<Vec<Record>, StoreError> {
        Ok(self.readable_documents().await?.0.into_iter().map(Record::Document).collect())
    }

    /// The summaries that are of one conversation each.
    async fn summaries_of_one(&self) -> Result<Vec<Record>, StoreError> {
        self.store.records_between(FIRST_SUMMARY, LAST_SUMMARY, u32::MAX).await
    }

    /// Reads the stored parts of a branch.
    async fn load_branch(&self, recall: &SharedRecall, branch: BranchId) -> Result<(), StoreError> {
        let (first, last) = RecordKey::index_of(branch);
        loop {
            let reading = {
                let index = recall.index();
                if index.is_branch_read(branch) {
                    return Ok(());
                }
                index.reading()
            };
            let rows = self.store.records_between(first, last, u32::MAX).await?;
            if let Some(mut index) = recall.index_of(reading) {
                put_rows(&mut index, &rows);
                index.read.push(branch);
            }
        }
    }

    /// Reads the stored parts of all branches, and of those that were to be read again.
    async fn load_rows(&self, recall: &SharedRecall, stops: &dyn Fn() -> bool) -> Result<(), StoreError> {
        let last = RecordKey::IndexPart(BranchId(Uuid::max()), u32::MAX);
        loop {
            let (next, reading) = {
                let index = recall.index();
                (index.next, index.reading())
            };
            let Some(from) = next.filter(|_| !stops()) else { break };
            let rows = self.store.records_between(from, last, BATCH).await?;
            let Some(mut index) = recall.index_of(reading) else { continue };
            put_rows(&mut index, &rows);
            let is_last = rows.len() < BATCH as usize;
            index.next = match rows.last() {
                Some(Record::IndexPart(row)) if !is_last => {
                    next_part(row.branch, row.number).map(|(branch, number)| RecordKey::IndexPart(branch, number))
                }
                _ => None,
            };
        }
        loop {
            let Some(branch) = recall.index().again.last().copied() else { return Ok(()) };
            self.load_branch(recall, branch).await?;
            recall.index().again.retain(|other| *other != branch);
        }
    }

    /// The newest part whose messages have to be read, among the parts that can be found.
    fn next_unread(&self, recall: &SharedRecall, wanted: &dyn Fn(PartKey) -> bool) -> Option<PartKey> {
        let index = recall.index();
        let unread = index.unread().iter().rev().copied();
        unread.filter(|part| wanted(*part)).find(|part| index.can_be_found(part.branch))
    }

    async fn load_messages(&self, recall: &SharedRecall, part: PartKey) -> Result<(), StoreError> {
        let before = recall.index().before_reading();
        let texts = self.texts_of(part).await?;
        recall.index().put_read(part, Part::build(&texts), before);
        Ok(())
    }

    /// The messages of a part, or the chunks.
    pub(super) async fn texts_of(&self, part: PartKey) -> Result<Vec<MessageText>, StoreError> {
        let (first, last) = RecordKey::messages_in(part.branch, part.number);
        let records = self.store.records_between(first, last, u32::MAX).await?.into_iter();
        let text =
            |record| if let Record::Message(message) = record { Some(MessageText::from(&*message)) } else { None };
        let texts: Vec<MessageText> = records.filter_map(text).collect();
        if texts.is_empty() { self.chunk_texts(part).await } else { Ok(texts) }
    }

    /// The chunks of a part, if it is one of a document.
    async fn chunk_texts(&self, part: PartKey) -> Result<Vec<MessageText>, StoreError> {
        let id = DocumentId::of_branch(part.branch);
        let Some(Record::Document(document)) = self.store.record(RecordKey::Document(id)).await? else {
            return Ok(Vec::new());
        };
        let (first, last) = RecordKey::chunks_in(id, part.number);
        let chunks = self.chunks_between(first, last).await?;
        Ok(chunks.iter().map(|chunk| chunk_text(&document, chunk)).collect())
    }
}

fn put_rows(index: &mut RecallIndex, rows: &[Record]) {
    for row in rows {
        if let Record::IndexPart(row) = row {
            index.put_row(row);
        }
    }
}

/// The first place after that of a part.
pub(super) fn next_part(branch: BranchId, number: u32) -> Option<(BranchId, u32)> {
    match number.checked_add(1) {
        Some(number) => Some((branch, number)),
        None => Some((BranchId(Uuid::from_u128(branch.0.as_u128().checked_add(1)?)), 0)),
    }
}
