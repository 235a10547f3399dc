//! Ranks messages: BM25 over those that the filter admits.

use super::{
    found::Found,
    part::{Document, Part, PartKey},
    question::{Question, Wanted},
};
use ricordo_record::{
    branch::Sequence,
    id::{BranchId, MessageId},
};
use ricordo_text::small_sort;

/// How soon more occurrences of a word stop counting.
const K1: f32 = 1.5;
/// How much the length of a message counts.
const B: f32 = 0.75;

pub(super) fn rank(
    parts: &[(PartKey, Part)],
    question: &Question,
    admits: &dyn Fn(BranchId, Sequence, MessageId) -> bool,
    most: usize,
) -> Vec<Found> {
    let rows: Vec<Option<(BranchId, &Document)>> = parts
        .iter()
        .flat_map(|(key, part)| part.documents().iter().map(|document| (key.branch, document)))
        .map(|row| admits(row.0, row.1.sequence, row.1.message).then_some(row))
        .collect();
    let admitted = rows.iter().flatten().count();
    if admitted == 0 || question.is_empty() {
        return Vec::new();
    }
    let words: u64 = rows.iter().flatten().map(|(_, document)| u64::from(document.length)).sum();
    let average = words as f32 / admitted as f32;
    let mut scores = vec![0.0_f32; rows.len()];
    let mut matches: Vec<Vec<u32>> = Vec::new();
    let mut weights: Vec<f32> = Vec::new();
    for wanted in &question.wanted {
        let found = occurrences(parts, wanted, &rows);
        let rarity = rarity(admitted, found.len());
        for (row, count) in &found {
            let length = rows[*row as usize].map_or(0.0, |(_, document)| document.length as f32);
            let count = f32::from(*count);
            scores[*row as usize] +=
                wanted.weight * rarity * count * (K1 + 1.0) / (count + K1 * (1.0 - B + B * length / average));
        }
        weights.push(wanted.weight * rarity);
        matches.push(found.into_iter().map(|(row, _)| row).collect());
    }
    let whole: f32 = weights.iter().sum();
    let best = best(&scores, most);
    let found = best.into_iter().filter_map(|row| {
        let (branch, document) = rows[row]?;
        let has = |index: usize| matches[index].binary_search(&(row as u32)).is_ok();
        let matching: Vec<usize> = (0..matches.len()).filter(|index| has(*index)).collect();
        Some(Found {
            branch,
            sequence: document.sequence,
            message: document.message,
            at: document.at,
            score: scores[row],
            share: matching.iter().map(|index| weights[*index]).sum::<f32>() / whole,
            words: matching.iter().map(|index| question.wanted[*index].word.clone()).collect(),
        })
    });
    found.collect()
}

/// Rows with a word, in order, and how often they have it.
fn occurrences(parts: &[(PartKey, Part)], wanted: &Wanted, rows: &[Option<(BranchId, &Document)>]) -> Vec<(u32, u8)> {
    let mut found = Vec::new();
    let mut first = 0;
    for (_, part) in parts {
        for posting in part.postings(&wanted.term) {
            let row = first + u32::from(posting.document);
            if rows[row as usize].is_some() {
                found.push((row, posting.count));
            }
        }
        first += part.messages() as u32;
    }
    found
}

/// Rarity of a word that `found` of `all` messages have.
pub(super) fn rarity(all: usize, found: usize) -> f32 {
    let (all, found) = (all as f32, found as f32);
    (1.0 + (all - found + 0.5) / (found + 0.5)).ln()
}

/// The rows with the highest scores above zero, best first; the newer first of equal ones.
fn best(scores: &[f32], most: usize) -> Vec<usize> {
    let mut rows: Vec<usize> = (0..scores.len()).filter(|row| scores[*row] > 0.0).collect();
    small_sort::by(&mut rows, |one, other| scores[*other].total_cmp(&scores[*one]).then(other.cmp(one)));
    rows.truncate(most);
    rows
}
