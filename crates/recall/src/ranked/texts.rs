//! Ranks a few texts by the words of a question.

use super::{
    found::{Found, FoundText},
    part::Part,
    question::Question,
    recall::Recall,
};
use crate::parts::PartKey;
use ricordo_record::{
    id::{BranchId, MessageId},
    message::{self, MessageText, Role},
    time::{DAY_MS, Timestamp},
};
use uuid::Uuid;

/// The texts are so far apart that none is the context of another, in milliseconds.
const APART: i64 = DAY_MS;
const NO_GROUP: Uuid = Uuid::nil();

/// The texts that answer a question best, at most `most`, best first. For memories and summaries: few texts without an
/// index. They are ranked as messages are, without context and dates.
pub fn rank_texts(question: &Question, texts: &[&str], most: usize) -> Vec<FoundText> {
    let mut all = Texts::default();
    all.put(NO_GROUP, texts.iter().map(|text| (Uuid::nil(), *text)));
    all.find(question, &|_| true, most).into_iter().map(|(_, found)| found).collect()
}

/// Texts in groups, whose words are kept between questions: stemming is most of the work of one.
#[derive(Debug, Default)]
pub struct Texts(Recall);

impl Texts {
    /// Replaces the texts of a group, each with its id.
    pub fn put<'a>(&mut self, group: Uuid, texts: impl Iterator<Item = (Uuid, &'a str)>) {
        self.remove(group);
        let messages: Vec<MessageText> =
            (0..).zip(texts).map(|(number, (id, text))| as_message(group, number, id, text)).collect();
        let key = |message: &MessageText| PartKey::of(message.branch, message.sequence);
        for messages in messages.chunk_by(|one, other| key(one) == key(other)) {
            self.0.put_part(key(&messages[0]), Part::build(messages));
        }
    }

    /// Removes the texts of a group.
    pub fn remove(&mut self, group: Uuid) {
        self.0.remove_branch(BranchId(group));
    }

    /// The texts that answer a question best, with their ids; at most `most`, best first. Those that `admits` refuses
    /// have no influence on how the others are ranked.
    pub fn find(&self, question: &Question, admits: &dyn Fn(Uuid) -> bool, most: usize) -> Vec<(Uuid, FoundText)> {
        // The times of these messages are made up, so no date is looked for.
        let found = self.0.find(&question.without_dates(), &|_, _, id| admits(id.0), most).into_iter();
        found.map(|found| (found.message.0, found.into())).collect()
    }

    /// The ids of all texts, by group.
    pub fn ids(&self) -> impl Iterator<Item = Uuid> {
        self.0.places().map(|place| place.message.0)
    }

    pub(crate) fn recall(&self) -> &Recall {
        &self.0
    }
}

impl From<Found> for FoundText {
    fn from(found: Found) -> Self {
        let Found { sequence, score, share, words, .. } = found;
        Self { index: sequence as usize, score, share, words }
    }
}

fn as_message(group: Uuid, number: u32, id: Uuid, text: &str) -> MessageText {
    MessageText {
        id: MessageId(id),
        branch: BranchId(group),
        sequence: number,
        role: Role::User,
        author: None,
        parts: vec![message::Part::Text { text: text.to_owned() }],
        created_at: Timestamp(i64::from(number) * APART),
    }
}
