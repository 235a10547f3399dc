//! The index: all parts in memory.

use super::{
    found::Found,
    part::{Part, PartKey},
    question::Question,
    rank::{Ranking, rank},
};
use ricordo_record::{
    branch::Sequence,
    id::{BranchId, MessageId},
};

/// The messages that can be recalled, as parts.
#[derive(Debug, Default)]
pub struct Recall {
    /// By key.
    parts: Vec<(PartKey, Part)>,
}

impl Recall {
    /// Adds a part or replaces the one with the same key.
    pub fn put_part(&mut self, key: PartKey, part: Part) {
        match self.place(key) {
            Ok(at) => self.parts[at].1 = part,
            Err(at) => self.parts.insert(at, (key, part)),
        }
    }

    /// Removes a part with every term that only it has.
    pub fn remove_part(&mut self, key: PartKey) {
        if let Ok(at) = self.place(key) {
            self.parts.remove(at);
        }
    }

    /// Removes the parts of a branch.
    pub fn remove_branch(&mut self, branch: BranchId) {
        self.parts.retain(|(key, _)| key.branch != branch);
    }

    /// Whether there is a part with this key.
    pub fn has_part(&self, key: PartKey) -> bool {
        self.place(key).is_ok()
    }

    /// Number of messages.
    pub fn messages(&self) -> usize {
        self.parts.iter().map(|(_, part)| part.messages()).sum()
    }

    /// Approximate memory use, in bytes.
    pub fn bytes(&self) -> usize {
        self.parts.iter().map(|(_, part)| size_of::<PartKey>() + part.bytes()).sum()
    }

    /// The messages that answer a question best, at most `most`, best first. `admits` is called once for each message;
    /// those that it refuses are not found and have no influence on how the others are ranked.
    pub fn find(
        &self,
        question: &Question,
        admits: &dyn Fn(BranchId, Sequence, MessageId) -> bool,
        most: usize,
    ) -> Vec<Found> {
        rank(&self.parts, question, admits, most)
    }

    /// Every message that is admitted, with its score.
    pub(crate) fn ranking(
        &self,
        question: &Question,
        admits: &dyn Fn(BranchId, Sequence, MessageId) -> bool,
    ) -> Ranking<'_> {
        Ranking::of(&self.parts, question, admits)
    }

    fn place(&self, key: PartKey) -> Result<usize, usize> {
        self.parts.binary_search_by(|(other, _)| other.cmp(&key))
    }
}
