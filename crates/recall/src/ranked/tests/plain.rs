//! The ranking, compared with a plain one that has no index: it counts the words of every message for every question.

use super::key;
use crate::ranked::{
    Part, Question, Recall,
    question::Wanted,
    terms::{AUTHOR, terms},
};
use proptest::{prelude::*, sample::select};
use ricordo_record::{
    author::Author,
    message::{MessageText, text_of},
    testing::sample,
    time::{Now, Timestamp},
};
use std::collections::{BTreeMap, BTreeSet};

const HOUR: i64 = 3_600_000;
/// 2023-04-30T00:00:00Z.
const START: i64 = 1_682_812_800_000;
/// Names, words that differ only late or only in their endings, words of two bytes a letter, and nothing to look for.
#[rustfmt::skip]
const WORDS: [&str; 30] = [
    "Ann", "Maria", "Олена", "garden", "gardener", "gardenia", "gardens", "boat", "boats", "bo", "b", "7", "2023", "May",
    "дописати", "дописала", "писати", "писав", "роман", "романтика", "книга", "книгу", "книжка", "ёлка", "élan",
    "zoo", "the", "and", "…", "what's",
];

/// A message that may be found.
struct Row {
    number: usize,
    at: Timestamp,
    length: f32,
    counts: BTreeMap<String, u8>,
    sitting: usize,
}

/// The messages with words, in order, with how often each term occurs.
fn rows(messages: &[MessageText], admits: &dyn Fn(&MessageText) -> bool) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for (number, message) in messages.iter().enumerate().filter(|(_, message)| admits(message)) {
        let (mut length, mut counts) = (0.0, BTreeMap::<String, u8>::new());
        terms(&text_of(&message.parts), |term| {
            length += 1.0;
            term.into_iter().for_each(|term| *counts.entry(term.to_owned()).or_default() += 1);
        });
        if length == 0.0 {
            continue;
        }
        terms(&message.author.as_ref().unwrap().name, |term| {
            term.into_iter().for_each(|term| *counts.entry(format!("{AUTHOR}{term}")).or_default() += 1);
        });
        let at = message.created_at;
        let sitting = rows.last().map_or(0, |before| {
            let goes_on = messages[before.number].branch == message.branch && at.0 - before.at.0 < 3 * HOUR;
            before.sitting + usize::from(!goes_on)
        });
        rows.push(Row { number, at, length, counts, sitting });
    }
    rows
}

/// How often a word occurs in a message.
fn count(row: &Row, wanted: &Wanted, is_name: bool) -> f32 {
    let of = |term: &str| row.counts.get(term).map_or(0.0, |count| f32::from(*count));
    let own: f32 = wanted.terms.iter().map(|term| of(&format!("{AUTHOR}{term}"))).sum();
    let grams = |term: &str| -> Vec<Vec<char>> {
        let is_cyrillic = term.bytes().all(|byte| byte >= 0x80);
        let letters: Vec<char> = term.chars().filter(|_| is_cyrillic).collect();
        letters.windows(4).map(<[char]>::to_vec).collect()
    };
    let mut all = own;
    for term in &wanted.terms {
        all += if is_name { 0.3 } else { 1.0 } * of(term);
    }
    let letters = grams(&wanted.terms[0]);
    for (term, count) in row.counts.iter().filter(|(term, _)| !wanted.terms.contains(term)) {
        let other = grams(term);
        let shared = other.iter().filter(|gram| letters.contains(gram)).count();
        let similarity = 2.0 * shared as f32 / (letters.len() + other.len()) as f32;
        if similarity >= 0.5 {
            all += 0.4 * similarity * f32::from(*count);
        }
    }
    all
}

/// Rarity of a word that `found` of `all` have.
fn rarity(all: usize, found: f32) -> f32 {
    (1.0 + (all as f32 - found + 0.5).max(0.0) / (found + 0.5)).ln()
}

fn saturated(count: f32, length: f32) -> f32 {
    count * 2.2 / (count + 1.2 * (0.5 + 0.5 * length))
}

fn mean(values: &[f32]) -> f32 {
    values.iter().sum::<f32>() / values.len() as f32
}

fn standardized(values: &[f32]) -> Vec<f32> {
    let mean = mean(values);
    let deviation =
        (values.iter().map(|value| (value - mean) * (value - mean)).sum::<f32>() / values.len() as f32).sqrt();
    values.iter().map(|value| if deviation > 0.0 { (value - mean) / deviation } else { 0.0 }).collect()
}

/// The score of each row, and whether it is found at all.
fn scores(rows: &[Row], question: &Question) -> Vec<(f32, bool)> {
    let all = rows.len();
    let context = |values: &[f32], at: usize| {
        let beside = |other: usize, weight: f32| match rows.get(other) {
            Some(row) if row.sitting == rows[at].sitting => weight * values[other],
            _ => 0.0,
        };
        values[at] + beside(at.wrapping_sub(1), 0.5) + beside(at + 1, 0.3)
    };
    let by_sitting = |values: &[f32]| {
        let mut sums = vec![0.0; rows.last().map_or(0, |row| row.sitting + 1)];
        rows.iter().zip(values).for_each(|(row, value)| sums[row.sitting] += value);
        sums
    };
    let own: Vec<f32> = rows.iter().map(|row| row.length).collect();
    let lengths: Vec<f32> = (0..all).map(|at| context(&own, at)).collect();
    let sittings = by_sitting(&own);
    let (average, sitting_average) = (mean(&lengths), mean(&sittings));
    let (mut of_rows, mut of_sittings) = (vec![0.0; all], vec![0.0; sittings.len()]);
    let mut add_to_sittings = |weight: f32, counts: &[f32]| {
        let weight = weight * rarity(sittings.len(), counts.iter().filter(|count| **count > 0.0).count() as f32);
        for (at, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0.0) {
            of_sittings[at] += weight * saturated(*count, sittings[at] / sitting_average);
        }
    };
    for wanted in &question.wanted {
        let is_author = |row: &Row| wanted.terms.iter().any(|term| row.counts.contains_key(&format!("{AUTHOR}{term}")));
        let is_name = rows.iter().any(is_author);
        let counts: Vec<f32> = rows.iter().map(|row| count(row, wanted, is_name)).collect();
        let weight = wanted.weight * rarity(all, counts.iter().map(|count| count.min(1.0)).sum());
        for at in 0..all {
            let count = if is_name { counts[at] } else { context(&counts, at) };
            of_rows[at] += weight * saturated(count, lengths[at] / average);
        }
        add_to_sittings(wanted.weight, &by_sitting(&counts));
        let Some(date) = wanted.date else { continue };
        let is_in = |row: &Row| Now { at: row.at, ..question.now }.wall_clock().is_some_and(|clock| date.is_in(&clock));
        let on: Vec<f32> = rows.iter().map(|row| f32::from(u8::from(is_in(row)))).collect();
        let weight = wanted.weight * rarity(all, on.iter().sum());
        for at in 0..all {
            of_rows[at] += weight * saturated(on[at], lengths[at] / average);
        }
        add_to_sittings(wanted.weight, &by_sitting(&on).iter().map(|count| count.min(1.0)).collect::<Vec<_>>());
    }
    let sittings = standardized(&of_sittings);
    let standard = standardized(&of_rows);
    let scores = rows.iter().zip(&of_rows).zip(standard);
    scores.map(|((row, score), standard)| (standard + 0.3 * sittings[row.sitting], *score != 0.0)).collect()
}

/// What was written: in which conversation, by whom, which words, and how long after the message before.
fn written() -> impl Strategy<Value = Vec<MessageText>> {
    let text = prop::collection::vec(select(&WORDS[..]), 0..8);
    let message = (text, select(&["Ann", "Maria K", "Олена", ""][..]), select(&[0, 1, 2, 4, 30][..]));
    let conversation = prop::collection::vec(message, 0..150);
    prop::collection::vec(conversation, 1..4).prop_map(|conversations| {
        let mut messages = Vec::new();
        for (number, conversation) in (0..).zip(conversations) {
            let mut at = START;
            for (sequence, (text, author, hours)) in (0..).zip(conversation) {
                at += hours * HOUR;
                let mut message = MessageText::from(&sample::message(number, 3 * sequence, &text.join(" ")));
                message.author = Author::new(if author.is_empty() { "-" } else { author }, None, None);
                message.created_at = Timestamp(at);
                messages.push(message);
            }
        }
        messages.sort_by_key(|message| (message.branch, message.sequence));
        messages
    })
}

fn question() -> impl Strategy<Value = String> {
    let dates = ["3.5.2023", "on May 3", "у травні"].into_iter();
    let words: Vec<&str> = WORDS.into_iter().chain(["писати", "unknown", "Марія"]).chain(dates).collect();
    prop::collection::vec(select(words), 1..9).prop_map(|words| words.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_ranking_is_that_without_an_index(
        messages in written(),
        texts in prop::collection::vec((question(), select(&[0.4_f32, 1.0][..])), 1..3),
        refused in prop::collection::vec(any::<prop::sample::Index>(), 0..40),
    ) {
        let refused: BTreeSet<usize> =
            refused.iter().filter(|_| !messages.is_empty()).map(|index| index.index(messages.len())).collect();
        let refused: BTreeSet<_> = refused.into_iter().map(|number| messages[number].id).collect();
        let mut recall = Recall::default();
        for messages in messages.chunk_by(|one, other| key(one) == key(other)) {
            recall.put_part(key(&messages[0]), Part::from_bytes(&Part::build(messages).to_bytes()).unwrap());
        }
        let question = Question::new(Now { at: Timestamp(START), offset_minutes: 120 });
        let question = texts.iter().fold(question, |question, (text, weight)| question.with(text, *weight));
        let found = recall.find(&question, &|_, _, id| !refused.contains(&id), usize::MAX);

        let rows = rows(&messages, &|message| !refused.contains(&message.id));
        let scores = if question.is_empty() { Vec::new() } else { scores(&rows, &question) };
        let mut expected: Vec<(f32, &MessageText)> = scores.iter().zip(&rows)
            .filter(|((_, is_found), _)| *is_found)
            .map(|((score, _), row)| (*score, &messages[row.number]))
            .collect();
        // The newer first of equal ones.
        expected.reverse();
        expected.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        let expected: Vec<_> = expected.iter().map(|(score, message)| (message.id, *score)).collect();
        let found: Vec<_> = found.iter().map(|found| (found.message, found.score)).collect();
        prop_assert_eq!(found, expected);
    }
}
