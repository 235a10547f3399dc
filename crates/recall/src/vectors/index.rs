//! The index: the parts of one space in memory.

use super::{
    fetched::Fetched,
    means::Sums,
    part::VectorPart,
    row::Row,
    scan::products,
    script::Script,
    space::{Space, VectorError},
    vector::{Bytes, Vector},
};
use crate::parts::{PartKey, Parts};
use ricordo_record::{
    branch::Sequence,
    id::{BranchId, MessageId},
    time::Timestamp,
};

/// The vectors of the messages that can be recalled, as parts.
#[derive(Debug)]
pub struct Vectors {
    pub(super) space: Space,
    pub(super) parts: Parts<VectorPart>,
    /// The values of some vectors that are elsewhere.
    pub(super) fetched: Fetched,
}

/// How near a message is to a question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Near {
    /// Its branch.
    pub branch: BranchId,
    /// Its position on the branch.
    pub sequence: Sequence,
    /// Unique id.
    pub message: MessageId,
    /// When it was created.
    pub at: Timestamp,
    /// The cosine of the vectors without the means of their scripts, −1 to 1. Comparable only within the results of
    /// one question.
    pub cosine: f32,
}

impl Vectors {
    /// An index without parts.
    pub fn new(space: Space) -> Self {
        Self { space, parts: Parts::default(), fetched: Fetched::default() }
    }

    /// The model and dimension of the vectors.
    pub fn space(&self) -> &Space {
        &self.space
    }

    /// Adds a part or replaces the one with the same key.
    ///
    /// # Errors
    /// [`VectorError::OtherSpace`].
    pub fn put_part(&mut self, key: PartKey, part: VectorPart) -> Result<(), VectorError> {
        self.space.check(part.space())?;
        self.parts.put(key, part);
        Ok(())
    }

    /// All parts, by key.
    pub fn parts(&self) -> impl Iterator<Item = &(PartKey, VectorPart)> {
        self.parts.all().iter()
    }

    /// The part with a key. A changed copy of it is put back with [`Vectors::put_part`].
    pub fn part(&self, key: PartKey) -> Option<&VectorPart> {
        self.parts.get(key)
    }

    /// Removes a part.
    pub fn remove_part(&mut self, key: PartKey) {
        if let Some(part) = self.parts.get(key) {
            self.fetched.remove(part);
        }
        self.parts.remove(key);
    }

    /// Removes the parts of a branch.
    pub fn remove_branch(&mut self, branch: BranchId) {
        let of_branch = self.parts.all().iter().filter(|(key, _)| key.branch == branch);
        of_branch.for_each(|(_, part)| self.fetched.remove(part));
        self.parts.remove_branch(branch);
    }

    /// Number of messages that can be found.
    pub fn messages(&self) -> usize {
        self.parts.sum(VectorPart::messages)
    }

    /// Approximate memory use, in bytes.
    pub fn bytes(&self) -> usize {
        self.parts.sum(|part| size_of::<PartKey>() + part.bytes())
    }

    /// The rows of each part that may be found, as bits.
    pub(super) fn admitted(&self, admits: &dyn Fn(BranchId, Sequence, MessageId) -> bool) -> Vec<u128> {
        self.parts.all().iter().map(|(key, part)| admitted(*key, part, admits)).collect()
    }

    /// The sums of the vectors that may be found; `admitted` holds the rows of each part as bits. A part whose vectors are
    /// elsewhere counts only as a whole, because the share of one of its rows is not known.
    pub(super) fn sums(&self, admitted: &[u128]) -> Sums {
        let mut sums = Sums::new(self.space.dimension());
        for ((_, part), admitted) in self.parts.all().iter().zip(admitted).filter(|(_, admitted)| **admitted != 0) {
            if admitted.count_ones() as usize == part.rows().len() {
                sums.add_all(part.sums());
            } else {
                let is_admitted = |row: &usize| admitted >> row & 1 == 1;
                for row in (0..part.rows().len()).filter(is_admitted) {
                    part.row_values(row).iter().for_each(|values| sums.add(&part.rows()[row], values));
                }
            }
        }
        sums
    }
}

/// The rows of a part that may be found or counted, as bits.
fn admitted(key: PartKey, part: &VectorPart, admits: &dyn Fn(BranchId, Sequence, MessageId) -> bool) -> u128 {
    let mut bits = 0;
    let mut bit = 1;
    // The rows of a message follow each other. Numbers are compared in place, ids by a call.
    let mut last: Option<(u128, bool)> = None;
    for row in part.rows() {
        let message = row.message.0.as_u128();
        let known = last.filter(|(other, _)| *other == message).map(|(_, is_admitted)| is_admitted);
        let is_admitted = known.unwrap_or_else(|| admits(key.branch, row.sequence, row.message));
        last = Some((message, is_admitted));
        bits |= if is_admitted { bit } else { 0 };
        bit <<= 1;
    }
    bits
}

pub(super) fn without(vector: &Vector, mean: &[f32]) -> Vec<f32> {
    vector.bytes.values().zip(mean).map(|(value, mean)| value - mean).collect()
}

/// A question without its mean, and what it is compared with, by script.
pub(super) fn compared(question: &Vector, sums: &Sums) -> (Bytes, Vec<OfScript>) {
    let question = Bytes::of(&without(question, &sums.of_questions(question.script)));
    let scripts = Script::ALL.iter().map(|script| OfScript::new(&question, sums, *script)).collect();
    (question, scripts)
}

/// The values that are the same for all passages of a script.
#[derive(Debug)]
pub(super) struct OfScript {
    mean: Bytes,
    /// Square of the length of the mean.
    square: f32,
    /// The product of the mean and the question.
    product: f32,
    /// Length of the question, and its scale.
    question: (f32, f32),
}

impl OfScript {
    fn new(question: &Bytes, sums: &Sums, script: Script) -> Self {
        // The rounded mean is used everywhere, so its rounding is no error.
        let mean = Bytes::of(&sums.of_passages(script));
        let [product, _] = products(&mean.values, &question.values, &question.values);
        Self {
            square: mean.square(),
            product: product as f32 * mean.scale * question.scale,
            question: (question.square().sqrt(), question.scale),
            mean,
        }
    }

    /// The cosine of the question and a row without its mean.
    #[inline]
    pub(super) fn cosine_of(&self, question: &Bytes, row: &Row, values: &[i8]) -> f32 {
        self.cosine(products(values, &question.values, &self.mean.values), row.scale, row.square)
    }

    /// The cosine of the question and a passage without its mean, from the products of the bytes of the passage with the
    /// question and with the mean. 0 if nothing is left of one of them.
    fn cosine(&self, [with_question, with_mean]: [i32; 2], scale: f32, square: f32) -> f32 {
        let product = with_question as f32 * scale * self.question.1 - self.product;
        let left = square - 2.0 * with_mean as f32 * scale * self.mean.scale + self.square;
        let length = left.max(0.0).sqrt() * self.question.0;
        if length > 1e-6 { (product / length).clamp(-1.0, 1.0) } else { 0.0 }
    }
}
