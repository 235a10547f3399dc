//! The index: all parts in memory.

use super::{
    found::Found,
    part::{Document, Part},
    question::Question,
    rank::{Ranking, rank},
};
use crate::parts::{PartKey, Parts};
use ricordo_record::{
    branch::Sequence,
    id::{BranchId, MessageId},
    time::Timestamp,
};

/// Where a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Its branch.
    pub branch: BranchId,
    /// Its position on the branch.
    pub sequence: Sequence,
    /// Unique id.
    pub message: MessageId,
    /// When it was created.
    pub at: Timestamp,
}

/// The messages that can be recalled, as parts.
#[derive(Debug, Default)]
pub struct Recall {
    parts: Parts<Part>,
}

impl Recall {
    /// Adds a part or replaces the one with the same key.
    pub fn put_part(&mut self, key: PartKey, part: Part) {
        self.parts.put(key, part);
    }

    /// Removes a part with every term that only it has.
    pub fn remove_part(&mut self, key: PartKey) {
        self.parts.remove(key);
    }

    /// Removes the parts of a branch.
    pub fn remove_branch(&mut self, branch: BranchId) {
        self.parts.remove_branch(branch);
    }

    /// Whether there is a part with this key.
    pub fn has_part(&self, key: PartKey) -> bool {
        self.parts.get(key).is_some()
    }

    /// Every message, by branch and sequence.
    pub fn places(&self) -> impl Iterator<Item = Place> {
        self.parts.all().iter().flat_map(|(key, part)| {
            let branch = key.branch;
            part.documents().iter().map(move |document| {
                let Document { message, sequence, at, .. } = *document;
                Place { branch, sequence, message, at }
            })
        })
    }

    /// Number of messages.
    pub fn messages(&self) -> usize {
        self.parts.sum(Part::messages)
    }

    /// Approximate memory use, in bytes.
    pub fn bytes(&self) -> usize {
        self.parts.sum(|part| size_of::<PartKey>() + part.bytes())
    }

    /// The messages that answer a question best, at most `most`, best first. `admits` is called once for each message;
    /// those that it refuses are not found and have no influence on how the others are ranked.
    pub fn find(
        &self,
        question: &Question,
        admits: &dyn Fn(BranchId, Sequence, MessageId) -> bool,
        most: usize,
    ) -> Vec<Found> {
        rank(self.parts.all(), question, admits, most)
    }

    /// Every message that is admitted, with its score.
    pub(crate) fn ranking(
        &self,
        question: &Question,
        admits: &dyn Fn(BranchId, Sequence, MessageId) -> bool,
    ) -> Ranking<'_> {
        Ranking::of(self.parts.all(), question, admits)
    }
}
