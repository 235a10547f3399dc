//! Tests of the ranked index and of the bytes of its parts.

mod bytes;
mod finding;
mod places;
mod plain;
mod ranking;
mod ukrainian;

use super::{Found, Part, PartKey, Question, Recall};
use ricordo_record::{message::MessageText, testing::sample, time::Now};

/// An index of one conversation with these messages.
fn index_of(texts: &[&str]) -> Recall {
    let mut recall = Recall::default();
    put(&mut recall, 0, texts);
    recall
}

/// Adds the messages of a conversation.
fn put(recall: &mut Recall, conversation: u32, texts: &[&str]) {
    let messages: Vec<MessageText> = (0..)
        .zip(texts)
        .map(|(sequence, text)| MessageText::from(&sample::message(conversation, sequence, text)))
        .collect();
    for messages in messages.chunk_by(|one, other| key(one) == key(other)) {
        recall.put_part(key(&messages[0]), Part::build(messages));
    }
}

fn key(message: &MessageText) -> PartKey {
    PartKey::of(message.branch, message.sequence)
}

fn ask(recall: &Recall, question: &str) -> Vec<Found> {
    recall.find(&Question::new(Now::default()).with(question, 1.0), &|_, _, _| true, 10)
}

fn sequences(found: &[Found]) -> Vec<u32> {
    found.iter().map(|found| found.sequence).collect()
}
