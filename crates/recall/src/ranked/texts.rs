//! Ranks a few texts by the words of a question.

use super::{found::FoundText, part::Part, question::Question, recall::Recall};
use crate::parts::PartKey;
use ricordo_record::{
    id::{BranchId, MessageId},
    message::{self, MessageText, Role},
    time::Timestamp,
};
use uuid::Uuid;

/// The texts are so far apart that none is the context of another, in milliseconds.
const APART: i64 = 86_400_000;
const NO_BRANCH: BranchId = BranchId(Uuid::nil());

/// The texts that answer a question best, at most `most`, best first. For memories and summaries: few texts without an
/// index. They are ranked as messages are, without context and dates.
pub fn rank_texts(question: &Question, texts: &[&str], most: usize) -> Vec<FoundText> {
    let messages: Vec<MessageText> = (0..).zip(texts).map(|(number, text)| as_message(number, text)).collect();
    let mut recall = Recall::default();
    let key = |message: &MessageText| PartKey::of(NO_BRANCH, message.sequence);
    for messages in messages.chunk_by(|one, other| key(one) == key(other)) {
        recall.put_part(key(&messages[0]), Part::build(messages));
    }
    // The times of these messages are made up.
    let found = recall.find(&question.without_dates(), &|_, _, _| true, most).into_iter().map(|found| FoundText {
        index: found.sequence as usize,
        score: found.score,
        share: found.share,
        words: found.words,
    });
    found.collect()
}

fn as_message(number: u32, text: &str) -> MessageText {
    MessageText {
        id: MessageId(Uuid::nil()),
        branch: NO_BRANCH,
        sequence: number,
        role: Role::User,
        author: None,
        parts: vec![message::Part::Text { text: text.to_owned() }],
        created_at: Timestamp(i64::from(number) * APART),
    }
}
