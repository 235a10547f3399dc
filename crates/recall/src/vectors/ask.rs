//! The query of a question to a store elsewhere, and the values that come back.

use super::{
    index::{Vectors, without},
    outlined::as_bytes,
    space::VectorError,
    vector::Vector,
};
use ricordo_record::{
    branch::Sequence,
    id::{BranchId, MessageId},
};

/// A query to the store that holds the other values.
#[derive(Clone, Debug, PartialEq)]
pub struct Ask {
    /// The question without the mean of questions. Not of length 1.
    pub values: Vec<f32>,
    /// The branches that may be found and have vectors in the store. Sorted.
    pub branches: Vec<BranchId>,
    /// Whether these are all branches with vectors in the store: then they need not be named, which would cost the store
    /// time.
    pub is_everywhere: bool,
}

impl Vectors {
    /// Number of vectors whose values are elsewhere.
    pub fn elsewhere(&self) -> usize {
        self.parts.sum(|part| if part.is_outlined() { part.messages() } else { 0 })
    }

    /// The query for a question; `None` if the store has no vector that may be found.
    ///
    /// # Errors
    /// [`VectorError::OtherSpace`].
    pub fn ask(
        &self,
        question: &Vector,
        admits: &dyn Fn(BranchId, Sequence, MessageId) -> bool,
    ) -> Result<Option<Ask>, VectorError> {
        self.space.check(&question.space)?;
        let admitted = self.admitted(admits);
        let there = || self.parts.all().iter().zip(&admitted).filter(|((_, part), _)| part.is_outlined());
        let mut all: Vec<BranchId> = there().map(|((key, _), _)| key.branch).collect();
        let found = there().filter(|(_, admitted)| **admitted != 0);
        let mut branches: Vec<BranchId> = found.map(|((key, _), _)| key.branch).collect();
        // The parts are in the order of their keys.
        all.dedup();
        branches.dedup();
        if branches.is_empty() {
            return Ok(None);
        }
        let values = without(question, &self.sums(&admitted).of_questions(question.script));
        let is_everywhere = branches.len() == all.len();
        Ok(Some(Ask { values, branches, is_everywhere }))
    }

    /// Sets the values of the nearest messages, in place of those of the last question. Invalid ones are left out.
    pub fn set_nearest(&mut self, values: impl Iterator<Item = (MessageId, Vec<f32>)>) {
        self.fetched.nearest = self.bytes_of(values);
    }

    /// Sets the values of a sample.
    pub fn set_sample(&mut self, values: impl Iterator<Item = (MessageId, Vec<f32>)>) {
        self.fetched.sample = self.bytes_of(values);
    }

    /// At most `most` messages whose vectors are elsewhere, evenly from all; none if there is a sample already.
    pub fn wanted_sample(&self, most: usize) -> Vec<MessageId> {
        if !self.fetched.sample.is_empty() {
            return Vec::new();
        }
        let there = self.parts.all().iter().filter(|(_, part)| part.is_outlined());
        let ids: Vec<MessageId> = there.flat_map(|(_, part)| part.ids()).collect();
        let step = ids.len().div_ceil(most.max(1)).max(1);
        ids.into_iter().step_by(step).collect()
    }

    fn bytes_of(&self, values: impl Iterator<Item = (MessageId, Vec<f32>)>) -> Vec<(MessageId, Vec<i8>)> {
        let bytes = |(message, values): (MessageId, Vec<f32>)| {
            as_bytes(self.space.dimension(), &values).map(|bytes| (message, bytes))
        };
        let mut all: Vec<(MessageId, Vec<i8>)> = values.filter_map(bytes).collect();
        all.sort_by_key(|(id, _)| *id);
        all.dedup_by_key(|(id, _)| *id);
        all
    }
}
