//! The mean vectors of scripts, one for passages and one for questions, from sums that the parts keep.
//!
//! They are made for each question of the vectors that it may find, so the others have no influence. A mean of a few
//! vectors is mostly those vectors, and to subtract it would leave nothing of them. So each mean is drawn towards a more
//! general one, as if a few vectors more were equal to that: the mean of a script towards that of all passages, that of
//! all passages towards zero, that of questions towards that of passages in the same script.

use super::{
    row::{Purpose, Row},
    script::Script,
};

/// How many vectors the more general mean of passages counts as. One is enough: of a single vector its difference from
/// that mean is left. More would leave a part of what the texts of a script have in common.
const MORE_PASSAGES: f32 = 1.0;
/// How many questions the mean of the passages counts as. More, because the last questions are often about the topic of
/// this one, and their mean would take it away.
const MORE_QUESTIONS: f32 = 8.0;

/// Sums of vectors, by script and purpose.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Sums {
    dimension: usize,
    /// Those that are not empty, by script and purpose.
    all: Vec<Sum>,
}

#[derive(Clone, Debug, PartialEq)]
struct Sum {
    script: Script,
    purpose: Purpose,
    count: u32,
    values: Vec<f32>,
}

impl Sums {
    pub(super) fn new(dimension: usize) -> Self {
        Self { dimension, all: Vec::new() }
    }

    /// Adds a vector.
    pub(super) fn add(&mut self, row: &Row, values: &[i8]) {
        let sum = self.entry(row.script, row.purpose);
        sum.count += 1;
        for (sum, value) in sum.values.iter_mut().zip(values) {
            *sum += f32::from(*value) * row.scale;
        }
    }

    /// Adds other sums.
    pub(super) fn add_all(&mut self, other: &Self) {
        for sum in &other.all {
            self.entry(sum.script, sum.purpose).merge(sum);
        }
    }

    /// The sums of passages, by script.
    pub(super) fn of_all_passages(&self) -> Vec<(Script, u32, &[f32])> {
        let passages = self.all.iter().filter(|sum| sum.purpose == Purpose::Passage);
        passages.map(|sum| (sum.script, sum.count, sum.values.as_slice())).collect()
    }

    /// Adds the sum of the passages of a script that comes after those it has.
    pub(super) fn put_passages(&mut self, script: Script, count: u32, values: Vec<f32>) {
        self.all.push(Sum { script, purpose: Purpose::Passage, count, values });
    }

    /// The mean of the passages of a script.
    pub(super) fn of_passages(&self, script: Script) -> Vec<f32> {
        let mut all = Sum { script, purpose: Purpose::Passage, count: 0, values: vec![0.0; self.dimension] };
        for sum in self.all.iter().filter(|sum| sum.purpose == Purpose::Passage) {
            all.merge(sum);
        }
        let general = all.mean(&vec![0.0; self.dimension]);
        self.mean(script, Purpose::Passage, general)
    }

    /// The mean of the questions of a script.
    pub(super) fn of_questions(&self, script: Script) -> Vec<f32> {
        self.mean(script, Purpose::Question, self.of_passages(script))
    }

    pub(super) fn bytes(&self) -> usize {
        self.all.iter().map(|sum| size_of::<Sum>() + size_of_val(sum.values.as_slice())).sum()
    }

    fn mean(&self, script: Script, purpose: Purpose, general: Vec<f32>) -> Vec<f32> {
        let sum = self.all.iter().find(|sum| (sum.script, sum.purpose) == (script, purpose));
        sum.map_or_else(|| general.clone(), |sum| sum.mean(&general))
    }

    fn entry(&mut self, script: Script, purpose: Purpose) -> &mut Sum {
        let key = |script: Script, purpose: Purpose| (script.index(), purpose);
        let found = self.all.binary_search_by_key(&key(script, purpose), |sum| key(sum.script, sum.purpose));
        let index = found.unwrap_or_else(|index| {
            self.all.insert(index, Sum { script, purpose, count: 0, values: vec![0.0; self.dimension] });
            index
        });
        &mut self.all[index]
    }
}

impl Sum {
    fn merge(&mut self, other: &Self) {
        self.count += other.count;
        for (sum, value) in self.values.iter_mut().zip(&other.values) {
            *sum += value;
        }
    }

    /// The mean, drawn towards a more general one.
    fn mean(&self, general: &[f32]) -> Vec<f32> {
        let more = match self.purpose {
            Purpose::Passage => MORE_PASSAGES,
            Purpose::Question => MORE_QUESTIONS,
        };
        let count = self.count as f32 + more;
        self.values.iter().zip(general).map(|(sum, general)| (sum + more * general) / count).collect()
    }
}
