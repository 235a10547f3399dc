//! The vectors in memory, and how far the stored ones are read. Questions are compared with those of one model: those of the
//! chosen one, or those of an earlier one while there are more of them.

use crate::{
    id::{BranchId, MessageId},
    index_part::{IndexPart, Slot},
    record::{Kind, RecordKey},
};
use ricordo_recall::{
    ranked::PartKey,
    vectors::{Purpose, Space, VectorPart, Vectors},
};
use std::collections::BTreeSet;

/// The row of the vectors of a part in a slot.
pub fn vectors_in(part: PartKey, slot: Slot) -> RecordKey {
    RecordKey::VectorPart(part.branch, IndexPart::in_slot(part.number, slot))
}

/// The vectors of one embedder, and those that other embedders left.
#[derive(Debug, Default)]
pub struct VectorIndex {
    /// The id of the embedder; empty until a question is asked.
    embedder: String,
    /// The parts; `None` if there are none yet.
    index: Option<Vectors>,
    /// The slot of its rows; `None` if it has none yet.
    slot: Option<Slot>,
    /// What other embedders left.
    others: Vec<Others>,
    /// The rows that are useless once all vectors of this embedder exist: those of other embedders, and damaged ones.
    leftovers: Vec<RecordKey>,
    /// The texts that the embedder refused, by their messages or what stands for them.
    refused: BTreeSet<MessageId>,
    /// How far the stored parts are read; `None`: to the end.
    pub next: Option<RecordKey>,
    /// Branches whose parts are to be read again.
    pub again: Vec<BranchId>,
}

/// The vectors of another embedder.
#[derive(Debug)]
struct Others {
    slot: Slot,
    vectors: Vectors,
}

impl VectorIndex {
    /// Begins to read the vectors of an embedder, unless that has begun.
    pub fn begin(&mut self, embedder: &str) {
        if self.embedder != embedder {
            *self = Self { embedder: embedder.to_owned(), ..Self::default() };
            self.read_from_start();
        }
    }

    /// Whether the embedder refused the text of a message. It is not asked for it again until the page is loaded again, another
    /// one is chosen, or the vectors are deleted.
    pub fn is_refused(&self, message: MessageId) -> bool {
        self.refused.contains(&message)
    }

    /// Number of refused texts.
    pub fn refused(&self) -> usize {
        self.refused.len()
    }

    /// The embedder refused the text of a message.
    pub fn refuse(&mut self, message: MessageId) {
        self.refused.insert(message);
    }

    /// Reads the stored parts again: some that were left out may be of use by now.
    pub fn read_from_start(&mut self) {
        self.next = Some(RecordKey::first_of(Kind::VectorPart));
    }

    /// The parts in memory; `None`: there are none.
    pub fn index(&self) -> Option<&Vectors> {
        self.index.as_ref()
    }

    /// The parts in memory, to take in what was fetched from elsewhere.
    pub fn index_mut(&mut self) -> Option<&mut Vectors> {
        self.index.as_mut()
    }

    /// The parts in memory that can be compared with a vector of this space.
    pub fn in_space(&self, space: &Space) -> Option<&Vectors> {
        let others = self.others.iter().map(|others| &others.vectors);
        self.index.iter().chain(others).find(|vectors| vectors.space() == space)
    }

    /// The vectors that another embedder left, while there are more of them than of the chosen one.
    pub fn earlier_than(&self, chosen: &str) -> Option<&Vectors> {
        self.earlier().filter(|_| self.embedder == chosen)
    }

    /// As [`VectorIndex::earlier_than`], of the embedder that was chosen when they were read.
    pub fn earlier(&self) -> Option<&Vectors> {
        let own = self.index.as_ref().map_or(0, Vectors::messages);
        self.most().map(|others| &others.vectors).filter(|vectors| vectors.messages() > own)
    }

    fn most(&self) -> Option<&Others> {
        self.others.iter().max_by_key(|others| others.vectors.messages())
    }

    /// The slot that its rows have: not that of the vectors which are used until then.
    fn slot(&self) -> Slot {
        let beside = || self.most().map(|others| others.slot.other());
        self.slot.or_else(beside).unwrap_or_default()
    }

    /// Whether the slot of the rows of a model is known: some are read, or there are none.
    pub fn knows_slot_of(&self, model: &str) -> bool {
        self.embedder == model && (self.slot.is_some() || self.next.is_none())
    }

    /// The vectors of a part.
    pub fn part(&self, key: PartKey) -> Option<&VectorPart> {
        self.index.as_ref()?.part(key)
    }

    /// The key under which the vectors of a part are stored.
    pub fn key(&self, part: PartKey) -> RecordKey {
        vectors_in(part, self.slot())
    }

    /// The row of a part with these vectors.
    pub fn row(&self, PartKey { branch, number }: PartKey, vectors: &VectorPart) -> IndexPart {
        IndexPart { branch, number: IndexPart::in_slot(number, self.slot()), bytes: vectors.to_bytes() }
    }

    /// The rows of a part that have the vector of a text, of each model.
    pub fn rows_with(&self, part: PartKey, text: MessageId) -> Vec<IndexPart> {
        let own = self.index.iter().map(|vectors| (self.slot(), vectors));
        let others = self.others.iter().map(|others| (others.slot, &others.vectors));
        let rows = own.chain(others).filter_map(|(slot, vectors)| {
            let found = vectors.part(part).filter(|found| found.has(text, Purpose::Passage))?;
            let number = IndexPart::in_slot(part.number, slot);
            Some(IndexPart { branch: part.branch, number, bytes: found.to_bytes() })
        });
        rows.collect()
    }

    /// Adds a stored row, unless its part is in memory or nothing is read yet. Damaged vectors are left out, so they are made
    /// again.
    pub fn put_row(&mut self, row: &IndexPart) {
        if self.embedder.is_empty() {
            return;
        }
        let (number, slot) = IndexPart::of_slot(row.number);
        let key = PartKey { branch: row.branch, number };
        if self.slot == Some(slot) && self.part(key).is_some() {
            return;
        }
        let part = VectorPart::from_bytes(&row.bytes).ok();
        let is_own = part.as_ref().is_some_and(|part| part.space().model() == self.embedder);
        match part {
            Some(part) if is_own => {
                let index = self.index.get_or_insert_with(|| Vectors::new(part.space().clone()));
                if self.slot.is_none_or(|own| own == slot) && index.put_part(key, part).is_ok() {
                    self.slot = Some(slot);
                    return;
                }
            }
            // The values of the others are gone: a store elsewhere has those of one embedder.
            Some(part) if !part.is_outlined() => self.put_other(slot, key, part),
            _ => {}
        }
        self.leftovers.push(vectors_in(key, slot));
    }

    fn put_other(&mut self, slot: Slot, key: PartKey, part: VectorPart) {
        let is_same = |others: &Others| others.slot == slot && others.vectors.space() == part.space();
        let at = self.others.iter().position(is_same).unwrap_or_else(|| {
            self.others.push(Others { slot, vectors: Vectors::new(part.space().clone()) });
            self.others.len() - 1
        });
        if let Some(others) = self.others.get_mut(at) {
            // The index was created for the space of this part.
            let _ = others.vectors.put_part(key, part);
        }
    }

    /// Adds a part whose vectors were just made. If its dimension is new, the other parts are left out from now on. Not if
    /// everything is to be read again: then its row is read, too.
    pub fn put_part(&mut self, key: PartKey, part: VectorPart) {
        if !self.knows_slot_of(part.space().model()) {
            return;
        }
        self.slot = Some(self.slot());
        let space = part.space().clone();
        let index = self.index_of(space);
        let _ = index.put_part(key, part);
    }

    /// The index of a space.
    fn index_of(&mut self, space: Space) -> &mut Vectors {
        if self.index.as_ref().is_some_and(|index| *index.space() != space) {
            self.index = None;
        }
        self.index.get_or_insert_with(|| Vectors::new(space))
    }

    /// Removes a part.
    pub fn remove_part(&mut self, key: PartKey) {
        if let Some(index) = &mut self.index {
            index.remove_part(key);
        }
    }

    /// A stored row was removed.
    pub fn remove_row(&mut self, branch: BranchId, number: u32) {
        let (number, slot) = IndexPart::of_slot(number);
        let key = PartKey { branch, number };
        if self.slot() == slot {
            self.remove_part(key);
        }
        let others = self.others.iter_mut().filter(|others| others.slot == slot);
        others.for_each(|others| others.vectors.remove_part(key));
    }

    /// The parts of a branch are to be read again.
    pub fn forget_branch(&mut self, branch: BranchId) {
        let others = self.others.iter_mut().map(|others| &mut others.vectors);
        let mut has_any = false;
        for vectors in self.index.iter_mut().chain(others) {
            vectors.remove_branch(branch);
            has_any = true;
        }
        if has_any && !self.again.contains(&branch) {
            self.again.push(branch);
        }
    }

    /// Takes the rows that are useless now that all vectors of the chosen embedder exist. They are removed from memory.
    pub fn take_leftovers(&mut self) -> Vec<RecordKey> {
        self.others.clear();
        let mut leftovers = std::mem::take(&mut self.leftovers);
        // A row may have been replaced since by one of the chosen embedder.
        leftovers.retain(|key| match *key {
            RecordKey::VectorPart(branch, number) => {
                let (number, slot) = IndexPart::of_slot(number);
                slot != self.slot() || self.part(PartKey { branch, number }).is_none()
            }
            _ => false,
        });
        leftovers
    }

    /// Memory that all of them take, in bytes; about what is stored.
    pub fn bytes(&self) -> usize {
        let others = self.others.iter().map(|others| &others.vectors);
        self.index.iter().chain(others).map(Vectors::bytes).sum()
    }

    /// Nothing is stored any more.
    pub fn clear(&mut self) {
        *self = Self::default();
    }
}
