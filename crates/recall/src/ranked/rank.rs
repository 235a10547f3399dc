//! Ranks the admitted messages: BM25 of each in its context, and a share of the score of its sitting.

use super::{
    counts::{Counts, Spans},
    found::Found,
    part::Part,
    question::{Question, Wanted},
    rows::{AFTER, BEFORE, Rows},
};
use crate::{parts::PartKey, standard::Standard};
use ricordo_record::{
    branch::Sequence,
    id::{BranchId, MessageId},
    time::{DAY_MS, MINUTE_MS, Now, WallClock},
};
use std::ops::Range;

/// How soon further occurrences of a word stop counting.
const K1: f32 = 1.2;
/// How much the length of a message counts.
const B: f32 = 0.5;
/// How much the score of the sitting counts, both in standard deviations.
const SITTING: f32 = 0.3;

pub(super) fn rank(
    parts: &[(PartKey, Part)],
    question: &Question,
    admits: &dyn Fn(BranchId, Sequence, MessageId) -> bool,
    most: usize,
) -> Vec<Found> {
    if question.is_empty() {
        return Vec::new();
    }
    let ranking = Ranking::of(parts, question, admits);
    let scores = ranking.scores();
    let best = best(&scores, &|row| ranking.has_words(row), most);
    best.into_iter().filter_map(|row| ranking.found(row, scores[row], question)).collect()
}

/// The admitted messages with their scores, which are added up word by word.
pub(crate) struct Ranking<'a> {
    rows: Rows<'a>,
    /// Whether each row is in the sitting of the row before it: [`Rows::joined`].
    joined: Vec<f32>,
    /// What the length of each row in its context adds to a count: [`saturated`].
    norms: Vec<f32>,
    sitting_norms: Vec<f32>,
    scores: Vec<f32>,
    sitting_scores: Vec<f32>,
    /// The words that each row has, as bits.
    words: Vec<u32>,
    /// The weight of each word: how rare it is.
    weights: Vec<f32>,
}

impl<'a> Ranking<'a> {
    pub(super) fn of(
        parts: &'a [(PartKey, Part)],
        question: &Question,
        admits: &dyn Fn(BranchId, Sequence, MessageId) -> bool,
    ) -> Self {
        let mut ranking = Self::new(Rows::new(parts, admits));
        if ranking.rows.len() == 0 {
            return ranking;
        }
        let mut counts = Counts::new(&ranking.rows);
        for (wanted, spans) in question.wanted.iter().zip(Spans::of(&ranking.rows, &question.wanted)) {
            counts.count(&ranking.rows, &spans);
            ranking.add(wanted, &counts);
            counts.clear(&ranking.rows);
            ranking.add_date(wanted, question.now);
        }
        ranking
    }

    fn new(rows: Rows<'a>) -> Self {
        let joined = rows.joined();
        Self {
            norms: norms(&rows.lengths(&joined)),
            joined,
            sitting_norms: norms(&rows.sittings),
            scores: vec![0.0; rows.len()],
            sitting_scores: vec![0.0; rows.sittings.len()],
            words: vec![0; rows.len()],
            weights: Vec::new(),
            rows,
        }
    }

    /// Adds a word that was counted.
    fn add(&mut self, wanted: &Wanted, counts: &Counts) {
        let bit = 1 << self.weights.len();
        let ranges = || counts.ranges(&self.rows);
        let found: f32 = ranges().flat_map(|rows| counts.of(rows)).map(|count| count.min(1.0)).sum();
        let weight = wanted.weight * rarity(self.rows.len(), found);
        self.weights.push(weight);
        // The author of a message is not that of the one beside it.
        let (before, after) = if counts.is_name { (0.0, 0.0) } else { (BEFORE, AFTER) };
        let mut next = 0;
        for Range { start, end } in ranges() {
            // Also the rows beside them, each once.
            let rows = start.saturating_sub(1).max(next)..(end + 1).min(self.norms.len());
            next = rows.end;
            let [counts_before, own, counts_after] = counts.around(rows.clone());
            let own = &own[..rows.len()];
            let (joined, joined_after) = (&self.joined[rows.clone()], &self.joined[rows.start + 1..rows.end + 1]);
            let norms = &self.norms[rows.clone()];
            let (scores, words) = (&mut self.scores[rows.clone()], &mut self.words[rows]);
            // Without branches, so that the compiler can use SIMD instructions where the target has them.
            for at in 0..own.len() {
                let beside = before * joined[at] * counts_before[at];
                let count = own[at] + beside + after * joined_after[at] * counts_after[at];
                scores[at] += weight * saturated(count, norms[at]);
                words[at] |= if own[at] > 0.0 { bit } else { 0 };
            }
        }
        let mut sittings = Sums::default();
        for rows in ranges() {
            let sitting = &self.rows.sitting[rows.clone()];
            counts.of(rows).iter().zip(sitting).for_each(|(count, sitting)| sittings.add(*sitting, *count));
        }
        self.add_to_sittings(wanted.weight, sittings);
    }

    /// Adds the messages of the date that a word names.
    fn add_date(&mut self, wanted: &Wanted, now: Now) {
        let Some(date) = wanted.date else { return };
        let mut clock: Option<WallClock> = None;
        let mut day = i64::MIN;
        let mut found: Vec<usize> = Vec::new();
        for (number, (_, document)) in self.rows.documents().enumerate() {
            let at = document.at;
            let local = at.0.saturating_add(i64::from(now.offset_minutes) * MINUTE_MS).div_euclid(DAY_MS);
            if local != day {
                day = local;
                clock = Now { at, ..now }.wall_clock();
            }
            if clock.is_some_and(|clock| date.is_in(&clock)) {
                found.push(number);
            }
        }
        let weight = wanted.weight * rarity(self.rows.len(), found.len() as f32);
        let Some(index) = self.weights.len().checked_sub(1) else { return };
        self.weights[index] = weight;
        for row in &found {
            self.words[*row] |= 1 << index;
            self.scores[*row] += weight * saturated(1.0, self.norms[*row]);
        }
        found.dedup_by_key(|row| self.rows.sitting[*row]);
        let mut sittings = Sums::default();
        found.iter().for_each(|row| sittings.add(self.rows.sitting[*row], 1.0));
        self.add_to_sittings(wanted.weight, sittings);
    }

    /// Adds a word to the scores of the sittings, from its counts.
    fn add_to_sittings(&mut self, weight: f32, counts: Sums) {
        let counts = counts.all();
        let weight = weight * rarity(self.sitting_scores.len(), counts.len() as f32);
        for (sitting, count) in counts {
            let sitting = sitting as usize;
            self.sitting_scores[sitting] += weight * saturated(count, self.sitting_norms[sitting]);
        }
    }

    /// The score of each row, in standard deviations.
    pub(crate) fn scores(&self) -> Vec<f32> {
        let rows = Standard::of(self.scores.iter().copied());
        let sittings = Standard::of(self.sitting_scores.iter().copied());
        let sittings: Vec<f32> = self.sitting_scores.iter().map(|score| SITTING * sittings.of_value(*score)).collect();
        let scores = self.scores.iter().zip(&self.rows.sitting);
        scores.map(|(score, sitting)| rows.of_value(*score) + sittings[*sitting as usize]).collect()
    }

    /// Whether a row or its context has words of the question.
    pub(crate) fn has_words(&self, row: usize) -> bool {
        self.scores[row] != 0.0
    }

    /// The branch, the sequence and the id of each row, by branch and sequence.
    pub(crate) fn places(&self) -> impl Iterator<Item = (BranchId, Sequence, MessageId)> {
        self.rows.documents().map(|(branch, document)| (branch, document.sequence, document.message))
    }

    /// A row and those before and after it in its sitting.
    pub(crate) fn in_context(&self, row: usize) -> impl Iterator<Item = usize> {
        let [before, after] = self.rows.neighbours(row);
        [before, Some(row), after].into_iter().flatten()
    }

    pub(crate) fn found(&self, row: usize, score: f32, question: &Question) -> Option<Found> {
        let own = self.words[row];
        let near = self.rows.neighbours(row).into_iter().flatten().fold(0, |bits, row| bits | self.words[row]);
        let has = |bits: u32| (0..self.weights.len()).filter(move |index| bits >> index & 1 == 1);
        let words: Vec<usize> = has(own).chain(has(near & !own)).collect();
        let covered: f32 = words.iter().map(|index| self.weights[*index]).sum();
        let whole: f32 = self.weights.iter().sum();
        let (branch, document) = self.rows.document(row)?;
        Some(Found {
            branch,
            sequence: document.sequence,
            message: document.message,
            at: document.at,
            score,
            share: if whole > 0.0 { (covered / whole).min(1.0) } else { 0.0 },
            words: words.iter().map(|index| question.wanted[*index].word.clone()).collect(),
        })
    }
}

/// Counts by sitting, in order.
#[derive(Default)]
struct Sums {
    all: Vec<(u32, f32)>,
    last: (u32, f32),
}

impl Sums {
    fn add(&mut self, sitting: u32, count: f32) {
        if sitting != self.last.0 {
            self.flush();
            self.last = (sitting, 0.0);
        }
        self.last.1 += count;
    }

    fn flush(&mut self) {
        if self.last.1 > 0.0 {
            self.all.push(self.last);
        }
    }

    /// The counts that are not 0.
    fn all(mut self) -> Vec<(u32, f32)> {
        self.flush();
        self.all
    }
}

/// Rarity of a word that `found` of `all` messages have.
fn rarity(all: usize, found: f32) -> f32 {
    let all = all as f32;
    (1.0 + (all - found + 0.5).max(0.0) / (found + 0.5)).ln()
}

/// The value of a count, given a norm.
fn saturated(count: f32, norm: f32) -> f32 {
    count * (K1 + 1.0) / (count + norm)
}

/// The norm of each length: on average, [`K1`].
fn norms(lengths: &[f32]) -> Vec<f32> {
    let average = lengths.iter().sum::<f32>() / lengths.len() as f32;
    lengths.iter().map(|length| K1 * (1.0 - B + B * (length / average))).collect()
}

/// The rows with the highest scores among those that can be found, best first; the newer first of equal ones. The rest is
/// not sorted.
pub(crate) fn best(scores: &[f32], can_be_found: &dyn Fn(usize) -> bool, most: usize) -> Vec<usize> {
    let mut best: Vec<usize> = Vec::new();
    for (row, score) in scores.iter().enumerate().rev() {
        let is_full = best.len() >= most && best.last().is_none_or(|last| scores[*last] >= *score);
        if is_full || !can_be_found(row) {
            continue;
        }
        best.insert(best.partition_point(|other| scores[*other] >= *score), row);
        best.truncate(most);
    }
    best
}
