//! Times and memory at 1,000, 10,000 and 100,000 messages.

use crate::{conversation::Conversation, random::Random, replay};
use ricordo_recall::ranked::{Part, PartKey, Question, Recall};
use ricordo_record::{
    message::{MessageText, text_of},
    time::{Now, Timestamp},
};
use std::{
    collections::HashMap,
    fs,
    time::{Duration, Instant},
};

pub(crate) const SIZES: [usize; 3] = [1_000, 10_000, 100_000];
/// Messages of a conversation that is made for measuring.
const CONVERSATION: usize = 1_000;
/// At each size this many questions are asked.
pub(crate) const QUESTIONS: usize = 300;
const DAY: i64 = 86_400_000;

pub(crate) fn print(conversations: &[Conversation]) {
    let questions: Vec<&str> =
        conversations.iter().flat_map(|one| &one.questions).map(|question| question.text.as_str()).collect();
    if questions.is_empty() {
        return;
    }
    println!(
        "{:>9} {:>12} {:>12} {:>12} {:>12} {:>12} {:>14}",
        "messages", "build", "from bytes", "median", "p95", "bytes each", "stored each"
    );
    for size in SIZES {
        let messages = messages(conversations, size);
        let (mut recall, mut stored) = (Recall::default(), Vec::new());
        let build = timed(|| replay::put(&mut recall, &messages));
        for part in messages.chunk_by(|one, other| key(one) == key(other)) {
            stored.push((key(&part[0]), Part::build(part).to_bytes()));
        }
        let stored_bytes: usize = stored.iter().map(|(_, bytes)| bytes.len()).sum();
        let mut decoded = Recall::default();
        let decode = timed(|| {
            for (key, bytes) in &stored {
                if let Ok(part) = Part::from_bytes(bytes) {
                    decoded.put_part(*key, part);
                }
            }
        });
        let mut times: Vec<Duration> =
            (0..QUESTIONS).map(|at| time(&decoded, questions[at % questions.len()])).collect();
        times.sort_unstable();
        let (median, p95) = (times[QUESTIONS / 2], times[QUESTIONS * 95 / 100]);
        println!(
            "{size:>9} {:>9.1} ms {:>9.1} ms {:>9.2} ms {:>9.2} ms {:>12} {:>14}",
            ms(build),
            ms(decode),
            ms(median),
            ms(p95),
            decoded.bytes() / size,
            stored_bytes / size
        );
    }
}

/// Saves the messages and questions, so that other programs are timed with the same.
pub(crate) fn save(conversations: &[Conversation], path: &str) -> Result<(), String> {
    let texts: Vec<String> = messages(conversations, SIZES[2]).iter().map(|message| text_of(&message.parts)).collect();
    let questions: Vec<&str> =
        conversations.iter().flat_map(|one| &one.questions).map(|question| question.text.as_str()).collect();
    let saved = serde_json::json!({ "sizes": SIZES, "asked": QUESTIONS, "texts": texts, "questions": questions });
    fs::write(path, saved.to_string()).map_err(|error| format!("{path}: {error}"))
}

pub(crate) fn key(message: &MessageText) -> PartKey {
    PartKey::of(message.branch, message.sequence)
}

pub(crate) fn timed(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

fn time(recall: &Recall, question: &str) -> Duration {
    timed(|| {
        let question = Question::new(Now::default()).with(question, 1.0);
        // As a scope asks: whether the branch is one of those that may be found.
        let found = recall.find(&question, &|branch, sequence, _| branch.0.as_u128() > 0 && sequence < u32::MAX, 20);
        assert!(found.len() <= 20);
    })
}

pub(crate) fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1_000.0
}

/// Messages of about the same length and frequency of words, but not the same words: the conversations repeated, with a
/// third of the words replaced, some of them by new ones.
pub(crate) fn messages(conversations: &[Conversation], size: usize) -> Vec<MessageText> {
    let turns: Vec<_> = conversations.iter().flat_map(|one| &one.turns).collect();
    let vocabulary: Vec<&str> = turns.iter().flat_map(|turn| turn.text.split_whitespace()).collect();
    let mut random = Random::new(20);
    let mut changed: HashMap<usize, String> = HashMap::new();
    (0..size)
        .map(|number| {
            let turn = turns[number % turns.len()];
            let mut text = String::new();
            for word in turn.text.split_whitespace() {
                let word = match random.below(30) {
                    0 => {
                        let new = random.below(1 + number);
                        changed.entry(new).or_insert_with(|| invented(new)).as_str()
                    }
                    1..=9 => vocabulary[random.below(vocabulary.len())],
                    _ => word,
                };
                text.push_str(word);
                text.push(' ');
            }
            let at = Timestamp(1_600_000_000_000 + number as i64 * DAY / 40);
            replay::message(number / CONVERSATION, number % CONVERSATION, &turn.speaker, &text, at)
        })
        .collect()
}

/// A word that no conversation has.
pub(crate) fn invented(mut number: usize) -> String {
    let mut word = "zu".to_owned();
    while number > 0 {
        word.push_str(["ba", "ke", "li", "mo", "nu", "pa", "re", "si", "to", "va"][number % 10]);
        number /= 10;
    }
    word
}
