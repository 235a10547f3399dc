//! The vectors in memory, and how far the stored ones are read. They are those of one model.

use crate::{
    id::BranchId,
    index_part::IndexPart,
    record::{Kind, RecordKey},
};
use ricordo_recall::{
    ranked::PartKey,
    vectors::{Space, VectorPart, Vectors},
};

/// The vectors that one embedder made.
#[derive(Debug, Default)]
pub struct VectorIndex {
    /// The id of the embedder; empty: nobody has asked yet.
    embedder: String,
    /// The parts; `None`: there are none yet.
    index: Option<Vectors>,
    /// How far the stored parts are read; `None`: to the end.
    pub next: Option<RecordKey>,
    /// Branches whose parts are to be read again.
    pub again: Vec<BranchId>,
}

impl VectorIndex {
    /// Begins to read the vectors of an embedder, unless that has begun.
    pub fn begin(&mut self, embedder: &str) {
        if self.embedder != embedder {
            let next = Some(RecordKey::first_of(Kind::VectorPart));
            *self = Self { embedder: embedder.to_owned(), index: None, next, again: Vec::new() };
        }
    }

    /// The parts in memory; `None`: there are none.
    pub fn index(&self) -> Option<&Vectors> {
        self.index.as_ref()
    }

    /// The parts in memory, to take in what was fetched from elsewhere.
    pub fn index_mut(&mut self) -> Option<&mut Vectors> {
        self.index.as_mut()
    }

    /// The vectors of a part.
    pub fn part(&self, key: PartKey) -> Option<&VectorPart> {
        self.index.as_ref()?.part(key)
    }

    /// Takes a stored row in, unless its part is in memory. Vectors of another model, and damaged ones, are left out, so
    /// they are made again.
    pub fn put_row(&mut self, row: &IndexPart) {
        let key = PartKey { branch: row.branch, number: row.number };
        if self.part(key).is_some() {
            return;
        }
        match VectorPart::from_bytes(&row.bytes) {
            Ok(part) if part.space().model() == self.embedder => {
                let index = self.index.get_or_insert_with(|| Vectors::new(part.space().clone()));
                // A model that now answers with another dimension is another model.
                let _ = index.put_part(key, part);
            }
            _ => {}
        }
    }

    /// Takes in a part whose vectors were just made. If its dimension is new, the others are left out from now on.
    pub fn put_part(&mut self, key: PartKey, part: VectorPart) {
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

    /// The parts of a branch are to be read again.
    pub fn forget_branch(&mut self, branch: BranchId) {
        if let Some(index) = &mut self.index {
            index.remove_branch(branch);
            if !self.again.contains(&branch) {
                self.again.push(branch);
            }
        }
    }

    /// Nothing is stored any more.
    pub fn clear(&mut self) {
        *self = Self::default();
    }
}
