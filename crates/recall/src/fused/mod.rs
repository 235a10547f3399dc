//! Ranks messages by words and by meaning.
//!
//! The score is a sum in standard deviations: that of the words, the nearness of the message, and that of the message
//! with the one before and the one after it, unless these put it further away. A message without a vector counts as average in nearness, so it is neither
//! preferred nor put back. Without any vector the ranking is that by words. Memories and summaries are compared with the
//! same question beside them (`texts`).

#[cfg(test)]
mod tests;
mod texts;

pub use texts::{FusedText, find_texts};

use crate::{
    ranked::{self, Question, Ranking, Recall, best},
    standard::Standard,
    vectors::{Compared, Near, Vector, VectorError, Vectors},
};
use ricordo_record::{
    branch::Sequence,
    id::{BranchId, MessageId},
};
use ricordo_text::small_sort;

/// How much the nearness of the message counts, in standard deviations.
const OWN: f32 = 1.0;
/// How much the nearness of the message in its context counts: the mean of it and its neighbours, or its own if that is more.
const IN_CONTEXT: f32 = 0.6;
/// Least nearness of a message that is found without words: above the mean.
const LEAST: f32 = 0.0;

/// A message that answers a question.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The message with its words. Its score is that of words and meaning together.
    pub message: ranked::Found,
    /// How near in meaning it is, in standard deviations above the mean of the messages that may be found; `None` if it
    /// has no vector. Comparable only within the results of one question.
    pub nearness: Option<f32>,
    /// Of the messages with a vector that may be found, how many are less near, 0 to 1; `None` if it has none.
    pub nearer_than: Option<f32>,
}

/// How near a memory or a summary is that is compared together with the messages.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearness {
    /// As [`Found::nearness`], above the mean of the messages and everything beside them.
    pub deviations: f32,
    /// As [`Found::nearer_than`], of the messages and everything beside them.
    pub nearer_than: f32,
}

/// The messages that answer a question best, at most `most`, best first. A message is found if it or its context has words
/// of the question, or if it is nearer in meaning than most. `meaning` is the index with the vector of the question;
/// without it words alone decide.
///
/// `admits` gives the same answer whenever it is asked about the same message. Those that it refuses are not found and
/// have no influence on how the others are ranked. What only `meaning` has is not found: the words say which messages
/// there are.
///
/// # Errors
/// [`VectorError::OtherSpace`] if the question is of another model or dimension than the index.
pub fn find(
    recall: &Recall,
    question: &Question,
    meaning: Option<(&Vectors, &Vector)>,
    admits: &dyn Fn(BranchId, Sequence, MessageId) -> bool,
    most: usize,
) -> Result<Vec<Found>, VectorError> {
    let compared = meaning.map(|(vectors, vector)| vectors.compared(vector, admits, &[])).transpose()?;
    Ok(find_with(recall, question, compared.unwrap_or_default(), (admits, most)).0)
}

/// As [`find`], with what is known of the meaning, and how near the memories and summaries are that were compared beside the
/// messages.
///
/// They are judged by one distribution with the messages. Most are a handful, and of a few values one is always far above
/// their mean, whatever it says; and what is nearer than the messages is what a request wants.
pub fn find_with(
    recall: &Recall,
    question: &Question,
    Compared { messages: near, beside }: Compared,
    (admits, most): (&dyn Fn(BranchId, Sequence, MessageId) -> bool, usize),
) -> (Vec<Found>, Vec<Option<Nearness>>) {
    let ranking = recall.ranking(question, admits);
    let mut scores = ranking.scores();
    // Without vectors there are no values by row.
    let own = if near.is_empty() { Vec::new() } else { cosines(&ranking, &near) };
    let beside = judged(&own, beside);
    let in_context: Vec<Option<f32>> = (0..own.len()).map(|row| mean(&own, ranking.in_context(row))).collect();
    let (own, in_context) = (standardized(own), standardized(in_context));
    for ((score, own), in_context) in scores.iter_mut().zip(&own).zip(&in_context) {
        let own = own.unwrap_or(0.0);
        // As with words, the messages beside a message can only improve its rank. That they are about something else says
        // nothing against it.
        *score += OWN * own + IN_CONTEXT * in_context.unwrap_or(0.0).max(own);
    }
    let nearness = |row: usize| own.get(row).copied().flatten();
    let is_near = |row: usize| nearness(row).is_some_and(|nearness| nearness > LEAST);
    let all: Vec<f32> = own.iter().flatten().copied().collect();
    let best = best(&scores, &|row| ranking.has_words(row) || is_near(row), most);
    let nearness: Vec<Option<f32>> = best.iter().map(|row| nearness(*row)).collect();
    let found = best.into_iter().zip(&nearness).zip(shares_below(&all, &nearness));
    let found = found.filter_map(|((row, nearness), nearer_than)| {
        let message = ranking.found(row, scores[row], question)?;
        Some(Found { message, nearness: *nearness, nearer_than })
    });
    (found.collect(), beside)
}

/// Nearness of the cosines of memories and summaries, among those of the messages and their own.
fn judged(messages: &[Option<f32>], beside: Vec<Option<f32>>) -> Vec<Option<Nearness>> {
    if beside.iter().all(Option::is_none) {
        return vec![None; beside.len()];
    }
    let all: Vec<f32> = messages.iter().chain(&beside).flatten().copied().collect();
    let standard = Standard::of(all.iter().copied());
    let shares = shares_below(&all, &beside).into_iter();
    let nearness = |(cosine, nearer_than): (Option<f32>, Option<f32>)| {
        Some(Nearness { deviations: standard.of_value(cosine?), nearer_than: nearer_than? })
    };
    beside.into_iter().zip(shares).map(nearness).collect()
}

/// The cosine of each row, if it has a vector. Both lists are by branch and sequence.
fn cosines(ranking: &Ranking<'_>, near: &[Near]) -> Vec<Option<f32>> {
    let mut near = near.iter().peekable();
    let cosines = ranking.places().map(|(branch, sequence, message)| {
        let is_before = |near: &&Near| near.message != message && (near.branch, near.sequence) < (branch, sequence);
        while near.next_if(is_before).is_some() {}
        near.next_if(|near| near.message == message).map(|near| near.cosine)
    });
    cosines.collect()
}

/// For each limit, how many of the values are smaller, 0 to 1. There are many values, so they are gone through once.
fn shares_below(values: &[f32], limits: &[Option<f32>]) -> Vec<Option<f32>> {
    let mut sorted: Vec<f32> = limits.iter().flatten().copied().collect();
    small_sort::by(&mut sorted, f32::total_cmp);
    // For each of the sorted limits, the values below it and not below the one before.
    let mut below = vec![0_usize; sorted.len() + 1];
    values.iter().for_each(|value| below[sorted.partition_point(|limit| limit <= value)] += 1);
    let share = |limit: f32| {
        let smaller: usize = below[..=sorted.partition_point(|other| *other < limit)].iter().sum();
        smaller as f32 / values.len().max(1) as f32
    };
    limits.iter().map(|limit| limit.map(share)).collect()
}

/// The mean of the values that some rows have.
fn mean(values: &[Option<f32>], rows: impl Iterator<Item = usize>) -> Option<f32> {
    let (sum, count) =
        rows.filter_map(|row| values[row]).fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    (count > 0.0).then(|| sum / count)
}

/// The values in standard deviations.
fn standardized(values: Vec<Option<f32>>) -> Vec<Option<f32>> {
    let standard = Standard::of(values.iter().flatten().copied());
    values.into_iter().map(|value| value.map(|value| standard.of_value(value))).collect()
}
