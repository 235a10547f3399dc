//! The parts of an index in memory, by key. Those of words and those of vectors have the same keys.

use ricordo_record::{branch::Sequence, id::BranchId, index_part::IndexPart};

/// Identifies a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PartKey {
    /// The branch of its messages.
    pub branch: BranchId,
    /// The sequence of its messages divided by [`PartKey::SEQUENCES`].
    pub number: u32,
}

impl PartKey {
    /// Number of sequences with the same key.
    pub const SEQUENCES: Sequence = IndexPart::SEQUENCES;

    /// The part that a message belongs to.
    pub fn of(branch: BranchId, sequence: Sequence) -> Self {
        Self { branch, number: IndexPart::number_of(sequence) }
    }

    /// The sequence of the first message that can be in it.
    pub fn first(self) -> Sequence {
        self.number.saturating_mul(Self::SEQUENCES)
    }
}

/// Parts in the order of their keys.
#[derive(Debug)]
pub(crate) struct Parts<T>(Vec<(PartKey, T)>);

impl<T> Default for Parts<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Parts<T> {
    /// All parts.
    pub(crate) fn all(&self) -> &[(PartKey, T)] {
        &self.0
    }

    /// The part with a key.
    pub(crate) fn get(&self, key: PartKey) -> Option<&T> {
        self.place(key).ok().map(|at| &self.0[at].1)
    }

    /// Adds a part or replaces the one with the same key.
    pub(crate) fn put(&mut self, key: PartKey, part: T) {
        match self.place(key) {
            Ok(at) => self.0[at].1 = part,
            Err(at) => self.0.insert(at, (key, part)),
        }
    }

    /// Removes a part.
    pub(crate) fn remove(&mut self, key: PartKey) {
        if let Ok(at) = self.place(key) {
            self.0.remove(at);
        }
    }

    /// Removes the parts of a branch.
    pub(crate) fn remove_branch(&mut self, branch: BranchId) {
        self.0.retain(|(key, _)| key.branch != branch);
    }

    /// The sum of a size of the parts.
    pub(crate) fn sum(&self, of: impl Fn(&T) -> usize) -> usize {
        self.0.iter().map(|(_, part)| of(part)).sum()
    }

    fn place(&self, key: PartKey) -> Result<usize, usize> {
        self.0.binary_search_by(|(other, _)| other.cmp(&key))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ricordo_record::{id::DocumentId, record::RecordKey};
    use uuid::Uuid;

    /// A write of a message empties the part that `PartKey::of` names. The messages of a part are read by their keys.
    #[test]
    fn a_message_and_a_chunk_are_read_with_the_part_that_their_write_empties() {
        let (branch, document) = (BranchId(Uuid::nil()), DocumentId(Uuid::nil()));
        for sequence in [0, 1, 63, 64, 65, 127, 128, 6_400, 100_000] {
            let part = PartKey::of(branch, sequence);
            let (first, last) = RecordKey::messages_in(branch, part.number);
            assert!((first..=last).contains(&RecordKey::Message(branch, sequence)), "{sequence}");
            assert_eq!(first, RecordKey::Message(branch, part.first()), "{sequence}");
            let (first, last) = RecordKey::chunks_in(document, part.number);
            assert!((first..=last).contains(&RecordKey::Chunk(document, sequence)), "{sequence}");
        }
    }
}
