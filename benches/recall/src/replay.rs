//! Replays conversations into the index.

use crate::conversation::Conversation;
use ricordo_recall::ranked::{Part, PartKey, Question, Recall};
use ricordo_record::{
    author::Author,
    id::{BranchId, MessageId},
    message::{self, MessageText, Role},
    time::{Now, Timestamp},
};
use uuid::Uuid;

/// Id of the branch of a conversation.
pub(crate) fn branch(conversation: usize) -> BranchId {
    BranchId(Uuid::from_u128(1 + conversation as u128))
}

/// A turn as a message of a person.
pub(crate) fn message(conversation: usize, turn: usize, speaker: &str, text: &str, at: Timestamp) -> MessageText {
    MessageText {
        id: MessageId(Uuid::from_u128(((conversation as u128) << 64) | turn as u128)),
        branch: branch(conversation),
        sequence: u32::try_from(turn).unwrap_or(u32::MAX),
        role: Role::User,
        author: Author::new(speaker, None, None),
        parts: vec![message::Part::Text { text: text.to_owned() }],
        created_at: at,
    }
}

/// Adds the messages of a branch, a part at a time, each as it would come from the store.
pub(crate) fn put(recall: &mut Recall, messages: &[MessageText]) {
    let key = |message: &MessageText| PartKey::of(message.branch, message.sequence);
    for messages in messages.chunk_by(|one, other| key(one) == key(other)) {
        recall.put_part(key(&messages[0]), Part::build(messages));
    }
}

pub(crate) fn put_all(recall: &mut Recall, conversations: &[Conversation]) {
    for (number, conversation) in conversations.iter().enumerate() {
        let turns = conversation.turns.iter().enumerate();
        let messages: Vec<MessageText> =
            turns.map(|(at, turn)| message(number, at, &turn.speaker, &turn.text, turn.at)).collect();
        put(recall, &messages);
    }
}

/// The turns of a conversation that answer a question, best first.
pub(crate) fn find(recall: &Recall, conversation: usize, question: &str, most: usize) -> Vec<usize> {
    let question = Question::new(Now::default()).with(question, 1.0);
    let branch = branch(conversation);
    let found = recall.find(&question, &|other, _, _| other == branch, most);
    found.into_iter().map(|found| found.sequence as usize).collect()
}
