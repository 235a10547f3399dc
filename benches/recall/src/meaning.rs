//! Times and memory of the index of vectors, and of words and vectors together. The vectors are random: their time does
//! not depend on what they mean. So nothing is said here about what they find.

use crate::{
    conversation::Conversation,
    random::Random,
    replay,
    speed::{QUESTIONS, SIZES, key, messages, ms, timed},
};
use ricordo_recall::{
    fused,
    ranked::{PartKey, Question, Recall},
    vectors::{Embedded, Purpose, Space, Vector, VectorPart, Vectors},
};
use ricordo_record::{
    branch::Sequence,
    id::{BranchId, MessageId},
    message::{MessageText, text_of},
    time::Now,
};
use std::{hint::black_box, time::Duration};

/// Dimensions of multilingual-e5-small.
const DIMENSION: usize = 384;
const MOST: usize = 20;

/// Parts as bytes.
type Stored = Vec<(PartKey, Vec<u8>)>;

/// One size of the table.
struct Measured {
    recall: Recall,
    vectors: Vectors,
    /// The same vectors of length 1, one after the other.
    plain: Vec<f32>,
    asked: Vec<(Question, Vec<f32>, Vector)>,
}

pub(crate) fn print(conversations: &[Conversation]) {
    let Ok(space) = Space::new("random", DIMENSION) else { return };
    println!(
        "{:>9} {:>12} {:>10} {:>8} {:>12} {:>8} {:>12} {:>8} {:>11} {:>12}",
        "vectors", "from bytes", "vectors", "p95", "with words", "p95", "plain f32", "p95", "bytes each", "stored each"
    );
    for size in SIZES {
        let Some((mut measured, stored)) = measured(conversations, size, &space) else { return };
        let decode = timed(|| {
            for (key, bytes) in &stored {
                if let Ok(part) = VectorPart::from_bytes(bytes) {
                    measured.vectors.put_part(*key, part).ok();
                }
            }
        });
        let stored_bytes: usize = stored.iter().map(|(_, bytes)| bytes.len()).sum();
        let [vectors, both, plain] = [by_vectors, by_both, by_plain_loop].map(|ask| times(&measured, ask));
        println!(
            "{size:>9} {:>9.1} ms {:>7.2} ms {:>5.2} ms {:>9.2} ms {:>5.2} ms {:>9.2} ms {:>5.2} ms {:>11} {:>12}",
            ms(decode),
            vectors.0,
            vectors.1,
            both.0,
            both.1,
            plain.0,
            plain.1,
            measured.vectors.bytes() / size,
            stored_bytes / size
        );
    }
}

/// The index of words, an empty index of vectors, and the stored parts of vectors.
fn measured(conversations: &[Conversation], size: usize, space: &Space) -> Option<(Measured, Stored)> {
    let messages = messages(conversations, size);
    let mut random = Random::new(40);
    let (mut stored, mut plain) = (Vec::new(), Vec::new());
    for messages in messages.chunk_by(|one, other| key(one) == key(other)) {
        let mut part = VectorPart::new(space.clone());
        for message in messages {
            let values = of_length_1(&mut random);
            let MessageText { sequence, id, created_at, .. } = *message;
            let vector = space.vector(&text_of(&message.parts), &values).ok()?;
            part.put(Embedded { sequence, message: id, at: created_at }, Purpose::Passage, &vector).ok()?;
            plain.extend(values);
        }
        stored.push((key(&messages[0]), part.to_bytes()));
    }
    let mut recall = Recall::default();
    replay::put(&mut recall, &messages);
    let texts = conversations.iter().flat_map(|one| &one.questions).map(|question| question.text.as_str());
    let asked = texts.cycle().take(QUESTIONS).map(|text| {
        let values = of_length_1(&mut random);
        let vector = space.vector(text, &values).ok()?;
        Some((Question::new(Now::default()).with(text, 1.0), values, vector))
    });
    let asked = asked.collect::<Option<Vec<_>>>().filter(|asked| !asked.is_empty())?;
    Some((Measured { recall, vectors: Vectors::new(space.clone()), plain, asked }, stored))
}

fn of_length_1(random: &mut Random) -> Vec<f32> {
    // As of a model, all lean into one direction.
    let values: Vec<f32> = (0..DIMENSION).map(|at| random.real() + [0.5, -0.5][at % 2]).collect();
    let length = values.iter().map(|value| value * value).sum::<f32>().sqrt();
    values.into_iter().map(|value| value / length).collect()
}

/// Median and p95 of the time of a question, in milliseconds.
fn times(measured: &Measured, ask: fn(&Measured, usize) -> usize) -> (f64, f64) {
    let mut times: Vec<Duration> = (0..measured.asked.len())
        .map(|question| {
            timed(|| {
                black_box(ask(measured, question));
            })
        })
        .collect();
    times.sort_unstable();
    (ms(times[times.len() / 2]), ms(times[times.len() * 95 / 100]))
}

/// As a scope asks: whether the branch is one of those that may be found.
fn admits(branch: BranchId, sequence: Sequence, _: MessageId) -> bool {
    branch.0.as_u128() > 0 && sequence < u32::MAX
}

fn by_vectors(measured: &Measured, question: usize) -> usize {
    let (_, _, vector) = &measured.asked[question];
    measured.vectors.find(vector, &admits, MOST).map_or(0, |found| found.len())
}

fn by_both(measured: &Measured, question: usize) -> usize {
    let (words, _, vector) = &measured.asked[question];
    fused::find(&measured.recall, words, Some((&measured.vectors, vector)), &admits, MOST)
        .map_or(0, |found| found.len())
}

/// The best product, without a filter, means or names.
fn by_plain_loop(measured: &Measured, question: usize) -> usize {
    let (_, asked, _) = &measured.asked[question];
    let mut best = (0, f32::MIN);
    for (row, values) in measured.plain.chunks_exact(DIMENSION).enumerate() {
        let product: f32 = values.iter().zip(asked).map(|(one, other)| one * other).sum();
        if product > best.1 {
            best = (row, product);
        }
    }
    best.0
}
