//! Forty questions in Ukrainian, whose words have other forms than in the messages that answer them.

use super::{ask, key};
use crate::ranked::{Part, Recall};
use ricordo_record::{message::MessageText, testing::sample, time::Timestamp};
use ricordo_text::normal::words;
use serde_json::Value;

const FIXTURE: &str = include_str!("../../../fixtures/ukrainian.json");
/// Share of the questions whose answer must be among the first five.
const LEAST: usize = 65;
/// Between two sessions, in milliseconds.
const WEEK: i64 = 7 * 86_400_000;

struct Fixture {
    messages: Vec<MessageText>,
    /// Each question with the sequence of the message that answers it.
    questions: Vec<(String, u32)>,
}

fn fixture() -> Fixture {
    let all: Value = serde_json::from_str(FIXTURE).unwrap();
    let (mut messages, mut ids) = (Vec::new(), Vec::new());
    for session in 1.. {
        let Some(turns) = all[0]["conversation"][format!("session_{session}")].as_array() else { break };
        for turn in turns {
            let sequence = u32::try_from(messages.len()).unwrap();
            let mut message = MessageText::from(&sample::message(0, sequence, turn["text"].as_str().unwrap()));
            message.created_at = Timestamp(session * WEEK + i64::from(sequence) * 60_000);
            messages.push(message);
            ids.push(turn["dia_id"].as_str().unwrap());
        }
    }
    let asked = all[0]["qa"].as_array().unwrap().iter();
    let questions = asked.map(|asked| {
        let place = ids.iter().position(|id| asked["evidence"][0].as_str() == Some(id)).unwrap();
        (asked["question"].as_str().unwrap().to_owned(), u32::try_from(place).unwrap())
    });
    Fixture { questions: questions.collect(), messages }
}

/// The share of questions, in per cent, whose answer is among the first five.
fn found(fixture: &Fixture, first_five: impl Fn(&str) -> Vec<u32>) -> usize {
    let found = fixture.questions.iter().filter(|(question, answer)| first_five(question).contains(answer)).count();
    found * 100 / fixture.questions.len()
}

/// Ranks by the number of words that are written the same.
fn by_plain_words(fixture: &Fixture, question: &str) -> Vec<u32> {
    let lower = |text: &str| words(text).map(str::to_lowercase).collect::<Vec<String>>();
    let asked = lower(question);
    let mut ranked: Vec<(usize, u32)> = fixture
        .messages
        .iter()
        .map(|message| {
            let own = lower(&ricordo_record::message::text_of(&message.parts));
            (asked.iter().filter(|word| own.contains(word)).count(), message.sequence)
        })
        .filter(|(same, _)| *same > 0)
        .collect();
    ranked.sort_by_key(|(same, sequence)| (std::cmp::Reverse(*same), *sequence));
    ranked.into_iter().take(5).map(|(_, sequence)| sequence).collect()
}

#[test]
fn other_forms_of_ukrainian_words_are_found() {
    let fixture = fixture();
    assert!(fixture.questions.len() == 40 && fixture.messages.len() > 240);
    let mut recall = Recall::default();
    for messages in fixture.messages.chunk_by(|one, other| key(one) == key(other)) {
        recall.put_part(key(&messages[0]), Part::build(messages));
    }
    let ours = found(&fixture, |question| ask(&recall, question).iter().take(5).map(|found| found.sequence).collect());
    let plain = found(&fixture, |question| by_plain_words(&fixture, question));
    println!("answers among the first five: {ours} %, by plain words {plain} %");
    assert!(ours >= LEAST, "{ours} %");
    assert!(ours > plain, "{ours} % and {plain} %");
}
