//! The messages that a question may find, in order, with what is around each.

use super::part::{Document, Part};
use crate::parts::PartKey;
use ricordo_record::{
    branch::Sequence,
    id::{BranchId, MessageId},
};
use std::ops::Range;

/// A pause this long, in milliseconds, ends a sitting.
const PAUSE: i64 = 3 * 3_600_000;
/// How much the previous message counts as text of a message: a reply is about what it replies to.
pub(super) const BEFORE: f32 = 0.5;
/// How much the next message counts.
pub(super) const AFTER: f32 = 0.3;

/// The admitted messages. Those of a branch follow each other by sequence. What is known of them is in lists by row, so
/// that a word can be added to all of them at once.
pub(super) struct Rows<'a> {
    parts: &'a [(PartKey, Part)],
    /// For each part, which of its documents are rows.
    admitted: Vec<Admitted>,
    /// The sitting of each row: messages without a long pause between them.
    pub(super) sitting: Vec<u32>,
    /// Number of words of each row.
    lengths: Vec<f32>,
    /// Number of words of each sitting.
    pub(super) sittings: Vec<f32>,
}

/// The rows of a part.
#[derive(Clone, Copy)]
struct Admitted {
    first: u32,
    /// The documents, as bits.
    bits: u64,
}

impl<'a> Rows<'a> {
    pub(super) fn new(parts: &'a [(PartKey, Part)], admits: &dyn Fn(BranchId, Sequence, MessageId) -> bool) -> Self {
        let all = parts.iter().map(|(_, part)| part.messages()).sum();
        let mut rows = Self {
            parts,
            admitted: Vec::with_capacity(parts.len()),
            sitting: Vec::with_capacity(all),
            lengths: Vec::with_capacity(all),
            sittings: Vec::new(),
        };
        // The branch and the time of the previous row.
        let mut last = None;
        for (key, part) in parts {
            let first = index(rows.len());
            let mut bits = 0_u64;
            for (number, document) in part.documents().iter().enumerate() {
                if admits(key.branch, document.sequence, document.message) {
                    bits |= 1 << number;
                    let at = document.at.0;
                    let goes_on = last.is_some_and(|(branch, before): (_, i64)| {
                        branch == key.branch && at.saturating_sub(before) < PAUSE
                    });
                    rows.push(document.length as f32, goes_on);
                    last = Some((key.branch, at));
                }
            }
            rows.admitted.push(Admitted { first, bits });
        }
        rows
    }

    fn push(&mut self, length: f32, goes_on: bool) {
        match self.sittings.last_mut().filter(|_| goes_on) {
            Some(words) => *words += length,
            None => self.sittings.push(length),
        }
        self.sitting.push(index(self.sittings.len() - 1));
        self.lengths.push(length);
    }

    pub(super) fn len(&self) -> usize {
        self.lengths.len()
    }

    pub(super) fn parts(&self) -> &'a [(PartKey, Part)] {
        self.parts
    }

    /// The parts with rows, each with its number.
    pub(super) fn with_rows(&self) -> impl Iterator<Item = (usize, &'a Part)> {
        let all = self.parts.iter().zip(&self.admitted).enumerate();
        all.filter(|(_, (_, admitted))| admitted.bits != 0).map(|(number, ((_, part), _))| (number, part))
    }

    /// The rows of a part.
    pub(super) fn of_part(&self, part: usize) -> Range<usize> {
        let Admitted { first, bits } = self.admitted[part];
        first as usize..first as usize + bits.count_ones() as usize
    }

    /// The row of a document of a part.
    pub(super) fn row(&self, part: usize, document: u8) -> Option<usize> {
        let Admitted { first, bits } = self.admitted[part];
        let bit = 1_u64 << document;
        let before = bits & (bit - 1);
        // Usually all are admitted, and counting bits takes longer.
        let nth = if before == bit - 1 { document.into() } else { before.count_ones() };
        (bits & bit != 0).then_some((first + nth) as usize)
    }

    /// Every row, in order.
    pub(super) fn documents(&self) -> impl Iterator<Item = (BranchId, &'a Document)> {
        self.parts.iter().zip(&self.admitted).flat_map(|((key, part), admitted)| {
            let documents = part.documents().iter().enumerate();
            let rows = documents.filter(|(number, _)| admitted.bits >> number & 1 == 1);
            rows.map(|(_, document)| (key.branch, document))
        })
    }

    /// One row.
    pub(super) fn document(&self, row: usize) -> Option<(BranchId, &'a Document)> {
        let part = self.admitted.partition_point(|admitted| admitted.first as usize <= row).checked_sub(1)?;
        let Admitted { first, bits } = self.admitted[part];
        let (key, part) = &self.parts[part];
        let documents = part.documents().iter().enumerate();
        let mut rows = documents.filter(|(number, _)| bits >> number & 1 == 1);
        rows.nth(row - first as usize).map(|(_, document)| (key.branch, document))
    }

    /// The rows before and after a row in its sitting.
    pub(super) fn neighbours(&self, row: usize) -> [Option<usize>; 2] {
        let sitting = self.sitting[row];
        let same = |other: &usize| self.sitting.get(*other) == Some(&sitting);
        [row.checked_sub(1).filter(same), Some(row + 1).filter(same)]
    }

    /// Whether each row is in the sitting of the row before it, 1 or 0, and another 0 after the last row.
    pub(super) fn joined(&self) -> Vec<f32> {
        let mut joined = Vec::with_capacity(self.len() + 1);
        joined.push(0.0);
        joined.extend(self.sitting.windows(2).map(|two| if two[0] == two[1] { 1.0 } else { 0.0 }));
        joined.resize(self.len() + 1, 0.0);
        joined
    }

    /// The number of words of each row in its context. `joined`: [`Rows::joined`].
    pub(super) fn lengths(&self, joined: &[f32]) -> Vec<f32> {
        let mut lengths = self.lengths.clone();
        // Without branches in the code: a row of another sitting counts nothing.
        for (row, two) in self.lengths.windows(2).enumerate() {
            lengths[row] += AFTER * joined[row + 1] * two[1];
            lengths[row + 1] += BEFORE * joined[row + 1] * two[0];
        }
        lengths
    }
}

/// There are fewer messages than four billion.
fn index(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
