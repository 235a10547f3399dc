//! Messages that are compared with a question in addition to those of the index: memories and summaries. They have parts of
//! their own, and no influence on which messages are found.

use super::{
    index::{Vectors, compared},
    means::Sums,
    row::{Purpose, Row},
    vector::Vector,
};
use crate::parts::PartKey;
use ricordo_record::id::MessageId;

impl Vectors {
    /// The cosine of each message that has a vector here. The means are those of the admitted messages with these: of a
    /// handful alone they would be mostly those themselves.
    pub(super) fn cosines_beside(
        &self,
        question: &Vector,
        sums: &Sums,
        beside: &[(PartKey, MessageId)],
    ) -> Vec<Option<f32>> {
        let row = |(key, message): &(PartKey, MessageId)| {
            let part = self.part(*key)?;
            let is_it = |row: &Row| row.message == *message && row.purpose == Purpose::Passage;
            let index = part.rows().iter().position(is_it)?;
            Some((&part.rows()[index], part.row_values(index)?))
        };
        let rows: Vec<_> = beside.iter().map(row).collect();
        if rows.iter().all(Option::is_none) {
            return vec![None; rows.len()];
        }
        let mut sums = sums.clone();
        rows.iter().flatten().for_each(|(row, values)| sums.add(row, values));
        let (question, scripts) = compared(question, &sums);
        let cosine = |(row, values): (&Row, &[i8])| scripts[row.script.index()].cosine_of(&question, row, values);
        rows.into_iter().map(|row| row.map(cosine)).collect()
    }
}
