//! The index that recall searches, in memory, and what of it is out of date. Clones share it.

use super::{Sight, SummaryIndex, VectorIndex, derived_text};
use crate::{
    change::Change,
    id::{BranchId, ConversationId},
    index_part::IndexPart,
    record::{Kind, Record, RecordKey},
};
use ricordo_recall::ranked::{Part, PartKey, Recall};
use std::{
    cell::{RefCell, RefMut},
    collections::BTreeMap,
    rc::Rc,
};

/// The index of a store. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct SharedRecall(Rc<RefCell<RecallIndex>>);

/// Applies changes that are stored now, and the parts that they make out of date, to what is in memory.
type Follow = fn(&mut RecallIndex, &[Change], &[PartKey]);

/// The vectors that changes leave valid, as rows to be stored with these changes.
type Keep = fn(&RecallIndex, &[Change]) -> Vec<IndexPart>;

/// The index in memory: it is filled at the first question, and follows every write from then on.
#[derive(Debug, Default)]
pub struct RecallIndex {
    /// The parts.
    pub index: Recall,
    /// The records that decide what may be found; `None` until a question is asked.
    pub sight: Option<Sight>,
    /// Whether they are read.
    pub is_sight_read: bool,
    /// Number of writes that made parts out of date.
    writes: u64,
    /// Parts whose messages have to be read again. Sorted.
    unread: Vec<PartKey>,
    /// Parts whose stored row is empty. Sorted.
    unsaved: Vec<PartKey>,
    /// Branches whose parts were read before all were.
    pub read: Vec<BranchId>,
    /// Branches whose parts are to be read again.
    pub again: Vec<BranchId>,
    /// How far all parts are read; `None`: to the end.
    pub next: Option<RecordKey>,
    /// The vectors of the messages.
    pub vectors: VectorIndex,
    /// The summaries of conversations.
    pub summaries: SummaryIndex,
    /// Conversations that another tab changed since they were read.
    pub changed: Vec<ConversationId>,
    /// How often another tab changed several conversations, but nothing in them, since all were read.
    several: u32,
    /// Whether another tab changed too much to name it, such as by an import, since this was read.
    is_outdated: bool,
    /// How often everything was read from the start.
    reading: u64,
    /// Follows writes; `None` before everything is first read, when there is nothing in memory yet. The function pointer
    /// keeps the code out of a page that loads recall lazily: only the code that begins to read refers to it.
    follow: Option<Follow>,
    /// Finds the vectors that writes leave valid; `None` and a pointer for the same reasons.
    keep: Option<Keep>,
}

impl SharedRecall {
    /// The index. Must not be held while something is awaited.
    pub fn index(&self) -> RefMut<'_, RecallIndex> {
        self.0.borrow_mut()
    }

    /// The index, unless it was emptied since `reading` began: what was read before that is not taken in.
    pub fn index_of(&self, reading: u64) -> Option<RefMut<'_, RecallIndex>> {
        let index = self.index();
        (index.reading == reading).then_some(index)
    }

    /// Another tab changed a conversation.
    pub fn changed_elsewhere(&self, conversation: ConversationId) {
        let index = &mut *self.index();
        if index.sight.is_some() && !index.changed.contains(&conversation) {
            index.changed.push(conversation);
        }
    }

    /// Another tab changed several conversations, but nothing in them.
    pub fn several_changed_elsewhere(&self) {
        let index = &mut *self.index();
        index.several += u32::from(index.sight.is_some());
    }

    /// Another tab changed anything at all.
    pub fn everything_changed_elsewhere(&self) {
        let index = &mut *self.index();
        index.is_outdated = index.sight.is_some();
    }

    /// The vectors of the memories and summaries that changes write again with the same text, such as to count their uses.
    pub(crate) fn kept(&self, changes: &[Change]) -> Vec<IndexPart> {
        let index = self.index();
        index.keep.map_or_else(Vec::new, |keep| keep(&index, changes))
    }

    /// Follows changes that are stored now.
    pub(crate) fn note(&self, changes: &[Change], parts: &[PartKey]) {
        let index = &mut *self.index();
        index.writes += u64::from(!parts.is_empty());
        parts.iter().for_each(|part| index.note_part(*part));
        if let Some(follow) = index.follow {
            follow(index, changes, parts);
        }
    }
}

impl RecallIndex {
    /// Begins to read everything, unless that has begun. What is out of date is dropped first. Returns the number of this
    /// reading, for [`SharedRecall::index_of`].
    pub fn begin(&mut self) -> u64 {
        if self.is_outdated {
            // What is being read of the parts is not taken in either.
            *self = Self { writes: self.writes + 1, reading: self.reading, ..Self::default() };
        }
        if self.sight.is_none() {
            self.reading += 1;
            self.sight = Some(Sight::default());
            self.follow = Some(Self::note);
            self.keep = Some(Self::kept);
            self.next = Some(RecordKey::first_of(Kind::IndexPart));
        }
        self.reading
    }

    /// [`Follow`]s a write.
    fn note(&mut self, changes: &[Change], parts: &[PartKey]) {
        parts.iter().filter(|part| !part.branch.is_derived()).for_each(|part| self.index.remove_part(*part));
        for change in changes {
            match change {
                Change::Remove(RecordKey::VectorPart(branch, number)) => self.vectors.remove_row(*branch, *number),
                Change::Put(Record::VectorPart(row)) => self.vectors.put_row(row),
                _ => {}
            }
        }
        if let Some(sight) = &mut self.sight {
            changes.iter().for_each(|change| sight.note(change));
            changes.iter().for_each(|change| self.summaries.note(change));
        }
    }

    /// [`Keep`]s vectors. Of several changes of a record, the last one decides.
    fn kept(&self, changes: &[Change]) -> Vec<IndexPart> {
        let written = changes.iter().filter_map(|change| Some((part_of_derived(change.key())?, change)));
        let written: BTreeMap<PartKey, &Change> = written.collect();
        let rows = written.into_iter().filter_map(|(part, change)| {
            let (Change::Add(record) | Change::Put(record)) = change else { return None };
            Some(self.vectors.rows_with(part, part.branch.text_id(&derived_text(record)?)))
        });
        rows.flatten().collect()
    }

    /// The number of the current reading.
    pub fn reading(&self) -> u64 {
        self.reading
    }

    /// Whether the stored parts of a branch are in memory, except those that are out of date.
    pub fn is_branch_read(&self, branch: BranchId) -> bool {
        self.read.contains(&branch) || (self.next.is_none() && !self.again.contains(&branch))
    }

    /// Whether messages of a branch can be found at all: it belongs to a conversation that is neither deleted nor
    /// temporary, or to a document.
    pub fn can_be_found(&self, branch: BranchId) -> bool {
        self.sight.as_ref().is_some_and(|sight| sight.has(branch))
    }

    /// Whether all conversations are to be read again, as a number for [`RecallIndex::put_conversations`]. Those known so far
    /// are removed, so that one that is written meanwhile is newer than what is read.
    pub fn takes_conversations(&mut self) -> Option<u32> {
        let several = Some(self.several).filter(|several| *several > 0)?;
        self.sight.iter_mut().for_each(Sight::forget_conversations);
        Some(several)
    }

    /// All conversations are read again. If others changed meanwhile, they are read once more.
    pub fn put_conversations(&mut self, conversations: Vec<Record>, several: u32) {
        if self.several == several {
            self.several = 0;
        }
        self.sight.iter_mut().for_each(|sight| sight.put_read(conversations.iter().cloned()));
    }

    /// What another tab has changed of a conversation is read. `documents` and `summaries`: all of them, because a command
    /// in the conversation may have been about any.
    pub fn put_changed(
        &mut self,
        conversation: ConversationId,
        records: Vec<Record>,
        (documents, summaries): (Vec<Record>, Vec<Record>),
    ) {
        self.changed.retain(|other| *other != conversation);
        self.summaries.forget(conversation);
        let Some(sight) = &mut self.sight else { return };
        let before = sight.take_out(conversation);
        sight.put_read(records);
        let mut branches = sight.branches(conversation);
        branches.extend(before);
        branches.extend(sight.replace_documents(documents));
        sight.replace_summaries(summaries).into_iter().for_each(|of| self.summaries.forget(of));
        branches.into_iter().for_each(|branch| self.forget_branch(branch));
    }

    /// The parts of a branch are to be read again.
    fn forget_branch(&mut self, branch: BranchId) {
        self.index.remove_branch(branch);
        self.vectors.forget_branch(branch);
        self.unread.retain(|part| part.branch != branch);
        self.unsaved.retain(|part| part.branch != branch);
        self.read.retain(|other| *other != branch);
        if !self.again.contains(&branch) {
            self.again.push(branch);
        }
    }

    /// Adds a stored row. A part that was written since is not replaced.
    pub fn put_row(&mut self, row: &IndexPart) {
        let (number, is_claim) = IndexPart::unclaimed(row.number);
        let part = PartKey { branch: row.branch, number };
        if part.branch.is_derived() {
            return insert(&mut self.unsaved, part);
        }
        if self.unread.binary_search(&part).is_ok() || (!is_claim && self.index.has_part(part)) {
            return;
        }
        match Part::from_bytes(&row.bytes) {
            Ok(found) if !is_claim && !row.bytes.is_empty() => self.index.put_part(part, found),
            _ => self.is_out_of_date(part),
        }
    }

    /// A part was written. The row of a memory or a summary is only a sign of that: their words are not stored.
    fn note_part(&mut self, part: PartKey) {
        if !part.branch.is_derived() {
            insert(&mut self.unread, part);
        }
        insert(&mut self.unsaved, part);
    }

    /// The parts whose rows are only signs that memories and summaries were written. They are not unsaved any more.
    pub fn take_signs(&mut self) -> Vec<PartKey> {
        let signs = self.unsaved.iter().copied().filter(|part| part.branch.is_derived()).collect();
        self.unsaved.retain(|part| !part.branch.is_derived());
        signs
    }

    /// A part has to be read from its messages, and stored. Until then nothing of it is found.
    pub fn is_out_of_date(&mut self, part: PartKey) {
        self.index.remove_part(part);
        self.note_part(part);
    }

    /// Parts whose messages have to be read again.
    pub fn unread(&self) -> &[PartKey] {
        &self.unread
    }

    /// Parts whose stored row is empty.
    pub fn unsaved(&self) -> &[PartKey] {
        &self.unsaved
    }

    /// The state of the messages before some are read.
    pub fn before_reading(&self) -> u64 {
        self.writes
    }

    /// The messages of a part are read. If any was written meanwhile, they are read again.
    pub fn put_read(&mut self, part: PartKey, read: Part, before: u64) {
        if before == self.writes {
            self.unread.retain(|other| *other != part);
            self.index.put_part(part, read);
        }
    }

    /// The terms of a part are stored, as they were before.
    pub fn is_stored(&mut self, part: PartKey, before: u64) {
        if before == self.writes {
            self.unsaved.retain(|other| *other != part);
        }
    }
}

fn insert(parts: &mut Vec<PartKey>, part: PartKey) {
    if let Err(place) = parts.binary_search(&part) {
        parts.insert(place, part);
    }
}

/// The parts of the index that a change makes out of date. A document that is written again, such as by an undo, may have
/// lost its parts.
pub fn parts_of(change: &Change) -> Vec<PartKey> {
    match change {
        Change::Add(Record::Message(message)) | Change::Put(Record::Message(message)) => {
            vec![PartKey::of(message.branch, message.sequence)]
        }
        Change::Remove(RecordKey::Message(branch, sequence)) => vec![PartKey::of(*branch, *sequence)],
        Change::Add(Record::Document(document)) | Change::Put(Record::Document(document)) => {
            let parts = 0..document.chunks.div_ceil(IndexPart::SEQUENCES);
            parts.map(|number| PartKey { branch: document.id.branch(), number }).collect()
        }
        change => match change.key() {
            RecordKey::Chunk(document, number) => vec![PartKey::of(document.branch(), number)],
            key => part_of_derived(key).into_iter().collect(),
        },
    }
}

/// The part of the vectors of a memory or a summary; `None` for other records.
pub fn part_of_derived(key: RecordKey) -> Option<PartKey> {
    BranchId::of_derived(key).map(|branch| PartKey::of(branch, 0))
}
