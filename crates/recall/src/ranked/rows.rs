//! The messages that a question may find, in order, with what is around each.

use super::part::{Document, Part};
use crate::parts::PartKey;
use ricordo_record::{
    branch::Sequence,
    id::{BranchId, MessageId},
};

/// A pause this long, in milliseconds, ends a sitting.
const PAUSE: i64 = 3 * 3_600_000;
/// How much the message before counts as text of a message: a reply is about what it replies to.
const BEFORE: f32 = 0.5;
/// How much the message after counts.
const AFTER: f32 = 0.3;

/// The admitted messages. Those of a branch follow each other by sequence.
pub(super) struct Rows<'a> {
    pub(super) all: Vec<Row<'a>>,
    /// For each part, its first row, and which of its documents are admitted, as bits.
    parts: Vec<(u32, u64)>,
    /// Number of words of each sitting.
    pub(super) sittings: Vec<f32>,
}

pub(super) struct Row<'a> {
    pub(super) branch: BranchId,
    pub(super) document: &'a Document,
    /// Index of its sitting: messages without a long pause between them.
    pub(super) sitting: u32,
}

impl<'a> Rows<'a> {
    pub(super) fn new(parts: &'a [(PartKey, Part)], admits: &dyn Fn(BranchId, Sequence, MessageId) -> bool) -> Self {
        let mut rows = Self { all: Vec::new(), parts: Vec::new(), sittings: Vec::new() };
        for (key, part) in parts {
            let first = index(rows.all.len());
            let mut admitted = 0_u64;
            for (number, document) in part.documents().iter().enumerate() {
                if admits(key.branch, document.sequence, document.message) {
                    admitted |= 1 << number;
                    rows.push(key.branch, document);
                }
            }
            rows.parts.push((first, admitted));
        }
        rows
    }

    fn push(&mut self, branch: BranchId, document: &'a Document) {
        let goes_on = self.all.last().is_some_and(|before| {
            before.branch == branch && document.at.0.saturating_sub(before.document.at.0) < PAUSE
        });
        if !goes_on {
            self.sittings.push(0.0);
        }
        if let Some(words) = self.sittings.last_mut() {
            *words += document.length as f32;
        }
        self.all.push(Row { branch, document, sitting: index(self.sittings.len() - 1) });
    }

    /// Whether a part has admitted messages.
    pub(super) fn has_part(&self, part: usize) -> bool {
        self.parts[part].1 != 0
    }

    /// The row of a document of a part.
    pub(super) fn row(&self, part: usize, document: u8) -> Option<usize> {
        let (first, admitted) = self.parts[part];
        let bit = 1_u64 << document;
        (admitted & bit != 0).then(|| first as usize + (admitted & (bit - 1)).count_ones() as usize)
    }

    /// The rows before and after a row in its sitting.
    pub(super) fn neighbours(&self, row: usize) -> [Option<usize>; 2] {
        let sitting = self.all[row].sitting;
        let same = |other: &usize| self.all.get(*other).is_some_and(|found| found.sitting == sitting);
        [row.checked_sub(1).filter(same), Some(row + 1).filter(same)]
    }

    /// The value of a row together with its neighbours', which count less.
    pub(super) fn in_context(&self, row: usize, value: impl Fn(usize) -> f32) -> f32 {
        let [before, after] = self.neighbours(row);
        value(row) + before.map_or(0.0, |row| BEFORE * value(row)) + after.map_or(0.0, |row| AFTER * value(row))
    }

    /// The number of words of each row in its context.
    pub(super) fn lengths(&self) -> Vec<f32> {
        let length = |row: usize| self.all[row].document.length as f32;
        (0..self.all.len()).map(|row| self.in_context(row, length)).collect()
    }
}

/// There are fewer messages than four billion.
fn index(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
