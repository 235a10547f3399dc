//! Compares a question with every vector. Many vectors are compared in steps, between which a page can draw.

use super::{
    index::{Near, OfScript, Vectors, compared},
    row::Purpose,
    space::VectorError,
    vector::{Bytes, Vector},
};
use crate::parts::PartKey;
use ricordo_record::{
    branch::Sequence,
    id::{BranchId, MessageId},
};

/// How near messages are to a question.
#[derive(Debug, Default)]
pub struct Compared {
    /// The messages that may be found, by branch and sequence.
    pub messages: Vec<Near>,
    /// The cosines of the messages that were compared in addition, in the order in which they were given; `None` for one
    /// without a vector.
    pub beside: Vec<Option<f32>>,
}

/// A comparison in steps. The index may change between two steps: a part that was removed is left out, and of a part that was
/// made again the rows at the same places are compared. So the caller must check again which messages may be found.
#[derive(Debug)]
pub struct Comparison {
    question: Bytes,
    scripts: Vec<OfScript>,
    /// The remaining parts, the next one last, each with the rows that may be found as bits.
    left: Vec<(PartKey, u128)>,
    compared: Compared,
}

impl Vectors {
    /// The messages that are nearest to a question, at most `most`, nearest first, the newer first of equal ones.
    /// `admits` is called once for each message; those that it refuses are not found and have no influence on how the
    /// others are ranked.
    ///
    /// # Errors
    /// [`VectorError::OtherSpace`].
    pub fn find(
        &self,
        question: &Vector,
        admits: &dyn Fn(BranchId, Sequence, MessageId) -> bool,
        most: usize,
    ) -> Result<Vec<Near>, VectorError> {
        let mut best: Vec<Near> = Vec::new();
        let is_before = |one: &Near, other: &Near| {
            let order = other.cosine.total_cmp(&one.cosine).then_with(|| other.at.0.cmp(&one.at.0));
            order.then_with(|| other.sequence.cmp(&one.sequence)).is_le()
        };
        // Seldom are more than a few kept, so the rest is not sorted.
        for near in self.near(question, admits)? {
            if best.len() < most || best.last().is_some_and(|last| !is_before(last, &near)) {
                best.insert(best.partition_point(|other| is_before(other, &near)), near);
                best.truncate(most);
            }
        }
        Ok(best)
    }

    /// How near every admitted message is to a question, by branch and sequence. Of those whose vectors are elsewhere, only
    /// the fetched ones.
    ///
    /// # Errors
    /// [`VectorError::OtherSpace`].
    pub fn near(
        &self,
        question: &Vector,
        admits: &dyn Fn(BranchId, Sequence, MessageId) -> bool,
    ) -> Result<Vec<Near>, VectorError> {
        Ok(self.compared(question, admits, &[])?.messages)
    }

    /// Compares a question with every vector at once: see [`Vectors::comparison`].
    ///
    /// # Errors
    /// [`VectorError::OtherSpace`].
    pub fn compared(
        &self,
        question: &Vector,
        admits: &dyn Fn(BranchId, Sequence, MessageId) -> bool,
        beside: &[(PartKey, MessageId)],
    ) -> Result<Compared, VectorError> {
        let mut comparison = self.comparison(question, admits, beside)?;
        comparison.go_on(self, usize::MAX);
        Ok(comparison.ended())
    }

    /// Begins to compare a question with every vector that may be found. Of those that are elsewhere, only the fetched ones
    /// are compared. `beside` are other messages, each of them alone in its part, which have no influence on the admitted
    /// ones.
    ///
    /// # Errors
    /// [`VectorError::OtherSpace`].
    pub fn comparison(
        &self,
        question: &Vector,
        admits: &dyn Fn(BranchId, Sequence, MessageId) -> bool,
        beside: &[(PartKey, MessageId)],
    ) -> Result<Comparison, VectorError> {
        self.space.check(&question.space)?;
        let admitted = self.admitted(admits);
        let sums = self.sums(&admitted);
        let beside = self.cosines_beside(question, &sums, beside);
        let (question, scripts) = compared(question, &sums);
        let messages = Vec::with_capacity(admitted.iter().map(|admitted| admitted.count_ones() as usize).sum());
        let parts = self.parts.all().iter().zip(admitted).rev();
        let left = parts.filter(|(_, admitted)| *admitted != 0).map(|((key, _), admitted)| (*key, admitted));
        Ok(Comparison { question, scripts, left: left.collect(), compared: Compared { messages, beside } })
    }
}

impl Comparison {
    /// Number of remaining parts.
    pub fn parts(&self) -> usize {
        self.left.len()
    }

    /// Compares the next parts. Returns whether any remain.
    pub fn go_on(&mut self, vectors: &Vectors, parts: usize) -> bool {
        let next = self.left.len().saturating_sub(parts);
        for (key, admitted) in self.left.drain(next..).rev() {
            let Some(part) = vectors.part(key) else { continue };
            for (index, row) in part.rows().iter().enumerate() {
                if admitted >> index & 1 == 1
                    && row.purpose == Purpose::Passage
                    && let Some(values) = part.row_values(index).or_else(|| vectors.fetched.of(row.message))
                {
                    let cosine = self.scripts[row.script.index()].cosine_of(&self.question, row, values);
                    let (branch, sequence) = (key.branch, row.sequence);
                    self.compared.messages.push(Near { branch, sequence, message: row.message, at: row.at, cosine });
                }
            }
        }
        !self.left.is_empty()
    }

    /// The result of the comparison.
    pub fn ended(self) -> Compared {
        self.compared
    }
}
