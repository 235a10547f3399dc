//! Parts whose values are in a store elsewhere. What is needed to compare the other vectors stays: ids, scales and sums.

use super::{part::VectorPart, row::Purpose, vector::Bytes};
use ricordo_record::{branch::Sequence, id::MessageId};

impl VectorPart {
    /// Whether the values are elsewhere.
    pub fn is_outlined(&self) -> bool {
        self.values.is_none()
    }

    /// The same part without its values, and without the questions: those count only in the mean of questions.
    #[must_use]
    pub fn outlined(&self) -> Self {
        let mut outlined = self.clone();
        outlined.keep_passages();
        outlined.values = None;
        outlined
    }

    /// The messages that can be found, each with the values of its vector. Nothing if they are elsewhere.
    pub fn passages(&self) -> impl Iterator<Item = (MessageId, Vec<f32>)> {
        let rows = self.rows().iter().enumerate().filter(|(_, row)| row.purpose == Purpose::Passage);
        rows.filter_map(|(index, row)| {
            let values = self.row_values(index)?;
            Some((row.message, values.iter().map(|value| f32::from(*value) * row.scale).collect()))
        })
    }

    /// The messages that can be found, each with its position.
    pub fn places(&self) -> impl Iterator<Item = (Sequence, MessageId)> {
        let passages = self.rows().iter().filter(|row| row.purpose == Purpose::Passage);
        passages.map(|row| (row.sequence, row.message))
    }

    /// The messages that can be found.
    pub fn ids(&self) -> impl Iterator<Item = MessageId> {
        self.rows().iter().filter(|row| row.purpose == Purpose::Passage).map(|row| row.message)
    }

    /// The same part with its values, which were fetched from the store. Their length does not matter. `None` unless there is
    /// a valid one for every message.
    #[must_use]
    pub fn restored(&self, values: &dyn Fn(MessageId) -> Option<Vec<f32>>) -> Option<Self> {
        let mut all = Vec::with_capacity(self.rows().len() * self.space().dimension());
        for row in self.rows() {
            all.extend(as_bytes(self.space().dimension(), &values(row.message)?)?);
        }
        let mut restored = self.clone();
        restored.values = Some(all);
        Some(restored)
    }
}

/// The bytes of a vector. They are the same as before it was moved, because the largest value always becomes the same byte.
/// `None` if the values are not those of a vector.
pub(super) fn as_bytes(dimension: usize, values: &[f32]) -> Option<Vec<i8>> {
    let is_vector = values.len() == dimension && values.iter().all(|value| value.is_finite());
    is_vector.then(|| Bytes::of(values)).filter(|bytes| bytes.scale > 0.0).map(|bytes| bytes.values)
}
