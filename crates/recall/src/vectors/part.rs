//! A part of the index: the vectors of at most 64 consecutive messages of a branch.

mod codec;

#[cfg(test)]
pub(super) use codec::checksum;

use super::{
    means::Sums,
    row::{Embedded, Purpose, Row},
    space::{Space, VectorError},
    vector::Vector,
};
use crate::parts::PartKey;
use ricordo_record::{
    branch::Sequence,
    id::{BranchId, MessageId},
    time::Timestamp,
};
use uuid::Uuid;

/// The vectors of consecutive messages. It holds no text.
#[derive(Clone, Debug, PartialEq)]
pub struct VectorPart {
    space: Space,
    /// Sorted by sequence and purpose.
    rows: Vec<Row>,
    /// The bytes of all vectors, in the order of the rows; `None`: they are elsewhere.
    pub(super) values: Option<Vec<i8>>,
    /// The sums of the vectors, by script and purpose.
    sums: Sums,
}

impl VectorPart {
    /// Maximum number of rows: each of 64 messages has at most one vector for each purpose.
    pub(super) const MOST_ROWS: usize = 128;

    /// A part without vectors.
    pub fn new(space: Space) -> Self {
        let sums = Sums::new(space.dimension());
        Self { space, rows: Vec::new(), values: Some(Vec::new()), sums }
    }

    /// The model and dimension of the vectors.
    pub fn space(&self) -> &Space {
        &self.space
    }

    /// Adds the vector of a message, or replaces the one that it has for this purpose.
    ///
    /// # Errors
    /// [`VectorError::OtherSpace`]; [`VectorError::OtherPart`] if the sequence belongs to another [`PartKey`] than that
    /// of the other messages; [`VectorError::Elsewhere`].
    pub fn put(&mut self, message: Embedded, purpose: Purpose, vector: &Vector) -> Result<(), VectorError> {
        self.space.check(&vector.space)?;
        if self.rows.first().is_some_and(|first| !is_same_part(first.sequence, message.sequence)) {
            return Err(VectorError::OtherPart);
        }
        let row = Row::new(message, purpose, vector);
        let new = &vector.bytes.values;
        let dimension = self.space.dimension();
        let values = self.values.as_mut().ok_or(VectorError::Elsewhere)?;
        match self.rows.binary_search_by(|other| other.key().cmp(&row.key())) {
            Ok(index) => {
                self.rows[index] = row;
                values[index * dimension..(index + 1) * dimension].copy_from_slice(new);
            }
            Err(index) => {
                self.rows.insert(index, row);
                values.splice(index * dimension..index * dimension, new.iter().copied());
            }
        }
        self.sum();
        Ok(())
    }

    /// Keeps the vectors of some messages and removes all others, also from the sums. If the vectors are elsewhere and one of
    /// them is not kept, all are removed, because the sums cannot be corrected.
    pub fn retain(&mut self, keeps: impl Fn(MessageId) -> bool) {
        self.retain_rows(|row| keeps(row.message));
    }

    /// Removes the vectors of questions.
    pub(super) fn keep_passages(&mut self) {
        self.retain_rows(|row| row.purpose == Purpose::Passage);
    }

    fn retain_rows(&mut self, keeps: impl Fn(&Row) -> bool) {
        let kept: Vec<usize> = (0..self.rows.len()).filter(|row| keeps(&self.rows[*row])).collect();
        if kept.len() < self.rows.len() {
            let kept = if self.values.is_some() { kept } else { Vec::new() };
            // New buffers: the rest of the old ones would still hold what was removed.
            let values = kept.iter().filter_map(|row| self.row_values(*row)).flatten().copied().collect();
            self.rows = kept.into_iter().map(|row| self.rows[row]).collect();
            self.values = Some(values);
            self.sum();
        }
    }

    /// Whether a message has a vector for a purpose.
    pub fn has(&self, message: MessageId, purpose: Purpose) -> bool {
        self.rows.iter().any(|row| row.message == message && row.purpose == purpose)
    }

    /// Whether there is no vector in it.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Number of messages that can be found.
    pub fn messages(&self) -> usize {
        self.rows.iter().filter(|row| row.purpose == Purpose::Passage).count()
    }

    /// When the newest of its messages was created; `None` if it has none.
    pub fn newest(&self) -> Option<Timestamp> {
        self.rows.iter().map(|row| row.at).max()
    }

    /// Approximate memory use, in bytes.
    pub fn bytes(&self) -> usize {
        size_of::<Self>()
            + size_of_val(self.rows.as_slice())
            + self.values.as_ref().map_or(0, Vec::len)
            + self.sums.bytes()
    }

    pub(super) fn rows(&self) -> &[Row] {
        &self.rows
    }

    pub(super) fn sums(&self) -> &Sums {
        &self.sums
    }

    /// The bytes of the vector of a row; `None`: it is elsewhere.
    pub(super) fn row_values(&self, row: usize) -> Option<&[i8]> {
        let dimension = self.space.dimension();
        self.values.as_deref().map(|values| &values[row * dimension..(row + 1) * dimension])
    }

    /// Adds a vector after the others. [`VectorPart::sum`] comes after the last one.
    fn push(&mut self, message: Embedded, purpose: Purpose, vector: &Vector) {
        self.rows.push(Row::new(message, purpose, vector));
        self.values.iter_mut().for_each(|values| values.extend_from_slice(&vector.bytes.values));
    }

    /// Recomputes the sums: a value that is subtracted from a sum of rounded numbers leaves traces in it.
    fn sum(&mut self) {
        let mut sums = Sums::new(self.space.dimension());
        for (index, row) in self.rows.iter().enumerate() {
            self.row_values(index).iter().for_each(|values| sums.add(row, values));
        }
        self.sums = sums;
    }
}

fn is_same_part(one: Sequence, other: Sequence) -> bool {
    let number = |sequence| PartKey::of(BranchId(Uuid::nil()), sequence).number;
    number(one) == number(other)
}
