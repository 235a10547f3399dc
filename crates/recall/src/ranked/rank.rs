//! Ranks the admitted messages: BM25 of each in its context, and a share of the score of its sitting.

use super::{
    counts::Counts,
    found::Found,
    part::Part,
    question::{Question, Wanted},
    rows::Rows,
    similar::similar_terms,
};
use crate::{parts::PartKey, standard::Standard};
use ricordo_record::{
    branch::Sequence,
    id::{BranchId, MessageId},
    time::{Now, WallClock},
};

/// How soon more occurrences of a word stop counting.
const K1: f32 = 1.2;
/// How much the length of a message counts.
const B: f32 = 0.5;
/// How much the score of the sitting counts, both in standard deviations.
const SITTING: f32 = 0.3;
const MILLISECONDS_OF_DAY: i64 = 86_400_000;

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
    best.into_iter().map(|row| ranking.found(row, scores[row], question)).collect()
}

/// The admitted messages with their scores, which are added up word by word.
pub(crate) struct Ranking<'a> {
    rows: Rows<'a>,
    lengths: Vec<f32>,
    average: f32,
    sitting_average: f32,
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
        let rows = Rows::new(parts, admits);
        let similar = similar_terms(parts, &rows, &question.wanted);
        let mut counts = Counts::new(&rows);
        let mut ranking = Self::new(rows);
        if ranking.rows.all.is_empty() {
            return ranking;
        }
        for (wanted, similar) in question.wanted.iter().zip(&similar) {
            counts.count(parts, &ranking.rows, wanted, similar);
            ranking.add(wanted, &counts);
            counts.clear();
            ranking.add_date(wanted, question.now);
        }
        ranking
    }

    fn new(rows: Rows<'a>) -> Self {
        let lengths = rows.lengths();
        Self {
            average: mean(&lengths),
            lengths,
            sitting_average: mean(&rows.sittings),
            scores: vec![0.0; rows.all.len()],
            sitting_scores: vec![0.0; rows.sittings.len()],
            words: vec![0; rows.all.len()],
            weights: Vec::new(),
            rows,
        }
    }

    /// Adds a word that was counted.
    fn add(&mut self, wanted: &Wanted, counts: &Counts) {
        let bit = 1 << self.weights.len();
        let found: f32 = counts.rows.iter().map(|row| counts.of[*row].min(1.0)).sum();
        let weight = wanted.weight * rarity(self.rows.all.len(), found);
        self.weights.push(weight);
        let mut next = 0;
        for &row in &counts.rows {
            self.words[row] |= bit;
            for near in row.saturating_sub(1).max(next)..(row + 2).min(self.lengths.len()) {
                // The author of a message is not that of the one beside it.
                let count =
                    if counts.is_name { counts.of[near] } else { self.rows.in_context(near, |row| counts.of[row]) };
                self.scores[near] += weight * saturated(count, self.lengths[near] / self.average);
                next = near + 1;
            }
        }
        self.add_to_sittings(wanted.weight, counts.rows.iter().map(|row| (*row, counts.of[*row])));
    }

    /// Adds the messages of the date that a word names.
    fn add_date(&mut self, wanted: &Wanted, now: Now) {
        let Some(date) = wanted.date else { return };
        let mut clock: Option<WallClock> = None;
        let mut day = i64::MIN;
        let mut found: Vec<(usize, f32)> = Vec::new();
        for (number, row) in self.rows.all.iter().enumerate() {
            let at = row.document.at;
            let local = at.0.saturating_add(i64::from(now.offset_minutes) * 60_000).div_euclid(MILLISECONDS_OF_DAY);
            if local != day {
                day = local;
                clock = Now { at, ..now }.wall_clock();
            }
            if clock.is_some_and(|clock| date.is_in(&clock)) {
                found.push((number, 1.0));
            }
        }
        let weight = wanted.weight * rarity(self.rows.all.len(), found.len() as f32);
        let Some(index) = self.weights.len().checked_sub(1) else { return };
        self.weights[index] = weight;
        for (row, _) in &found {
            self.words[*row] |= 1 << index;
            self.scores[*row] += weight * saturated(1.0, self.lengths[*row] / self.average);
        }
        found.dedup_by_key(|(row, _)| self.rows.all[*row].sitting);
        self.add_to_sittings(wanted.weight, found.into_iter());
    }

    /// Adds a word to the scores of the sittings, from its counts by row, in order.
    fn add_to_sittings(&mut self, weight: f32, counts: impl Iterator<Item = (usize, f32)>) {
        let mut sittings: Vec<(usize, f32)> = Vec::new();
        for (row, count) in counts {
            let sitting = self.rows.all[row].sitting as usize;
            match sittings.last_mut() {
                Some((last, sum)) if *last == sitting => *sum += count,
                _ => sittings.push((sitting, count)),
            }
        }
        let weight = weight * rarity(self.sitting_scores.len(), sittings.len() as f32);
        for (sitting, count) in sittings {
            let length = self.rows.sittings[sitting] / self.sitting_average;
            self.sitting_scores[sitting] += weight * saturated(count, length);
        }
    }

    /// The score of each row, in standard deviations.
    pub(crate) fn scores(&self) -> Vec<f32> {
        let rows = Standard::of(self.scores.iter().copied());
        let sittings = Standard::of(self.sitting_scores.iter().copied());
        let scores = self.scores.iter().zip(&self.rows.all).map(|(score, row)| {
            rows.of_value(*score) + SITTING * sittings.of_value(self.sitting_scores[row.sitting as usize])
        });
        scores.collect()
    }

    /// Whether a row or its context has words of the question.
    pub(crate) fn has_words(&self, row: usize) -> bool {
        self.scores[row] != 0.0
    }

    /// The branch, the sequence and the id of each row, by branch and sequence.
    pub(crate) fn places(&self) -> impl Iterator<Item = (BranchId, Sequence, MessageId)> {
        self.rows.all.iter().map(|row| (row.branch, row.document.sequence, row.document.message))
    }

    /// A row and those before and after it in its sitting.
    pub(crate) fn in_context(&self, row: usize) -> impl Iterator<Item = usize> {
        let [before, after] = self.rows.neighbours(row);
        [before, Some(row), after].into_iter().flatten()
    }

    pub(crate) fn found(&self, row: usize, score: f32, question: &Question) -> Found {
        let own = self.words[row];
        let near = self.rows.neighbours(row).into_iter().flatten().fold(0, |bits, row| bits | self.words[row]);
        let has = |bits: u32| (0..self.weights.len()).filter(move |index| bits >> index & 1 == 1);
        let words: Vec<usize> = has(own).chain(has(near & !own)).collect();
        let covered: f32 = words.iter().map(|index| self.weights[*index]).sum();
        let whole: f32 = self.weights.iter().sum();
        let found = &self.rows.all[row];
        Found {
            branch: found.branch,
            sequence: found.document.sequence,
            message: found.document.message,
            at: found.document.at,
            score,
            share: if whole > 0.0 { (covered / whole).min(1.0) } else { 0.0 },
            words: words.iter().map(|index| question.wanted[*index].word.clone()).collect(),
        }
    }
}

/// Rarity of a word that `found` of `all` messages have.
fn rarity(all: usize, found: f32) -> f32 {
    let all = all as f32;
    (1.0 + (all - found + 0.5).max(0.0) / (found + 0.5)).ln()
}

/// How much a count is worth in a text of a length, which is 1 on average.
fn saturated(count: f32, length: f32) -> f32 {
    count * (K1 + 1.0) / (count + K1 * (1.0 - B + B * length))
}

fn mean(values: &[f32]) -> f32 {
    values.iter().sum::<f32>() / values.len() as f32
}

/// The rows with the highest scores among those that can be found, best first; the newer first of equal ones. The rest is
/// not sorted.
pub(crate) fn best(scores: &[f32], can_be_found: &dyn Fn(usize) -> bool, most: usize) -> Vec<usize> {
    let mut best: Vec<usize> = Vec::new();
    for (row, score) in scores.iter().enumerate().rev().filter(|(row, _)| can_be_found(*row)) {
        if best.len() >= most && best.last().is_none_or(|last| scores[*last] >= *score) {
            continue;
        }
        best.insert(best.partition_point(|other| scores[*other] >= *score), row);
        best.truncate(most);
    }
    best
}
