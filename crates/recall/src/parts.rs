//! The parts of an index in memory, by key. Those of words and those of vectors have the same keys.

use ricordo_record::{branch::Sequence, id::BranchId};

/// Identifies a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PartKey {
    /// The branch of its messages.
    pub branch: BranchId,
    /// The sequence of its messages divided by [`PartKey::MESSAGES`].
    pub number: u32,
}

impl PartKey {
    /// Number of sequences with the same key.
    pub const MESSAGES: Sequence = 64;

    /// The part that a message belongs to.
    pub fn of(branch: BranchId, sequence: Sequence) -> Self {
        Self { branch, number: sequence / Self::MESSAGES }
    }

    /// The sequence of the first message that can be in it.
    pub fn first(self) -> Sequence {
        self.number.saturating_mul(Self::MESSAGES)
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
