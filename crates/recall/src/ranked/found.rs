//! The results of a question.

use ricordo_record::{
    branch::Sequence,
    id::{BranchId, MessageId},
    time::Timestamp,
};

/// A message that answers a question.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// Its branch.
    pub branch: BranchId,
    /// Its position on the branch.
    pub sequence: Sequence,
    /// Unique id.
    pub message: MessageId,
    /// When it was created.
    pub at: Timestamp,
    /// Relevance, comparable only within the results of one question. Higher is better; may be negative.
    pub score: f32,
    /// Share of the question that the message and its neighbours cover, 0 to 1: of its words, each weighted by its
    /// rarity. Comparable between questions.
    pub share: f32,
    /// The matching words, as they are written in the question and in its order: those of the message, then those that
    /// only a neighbour has.
    pub words: Vec<String>,
}

/// A text that answers a question.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundText {
    /// Its index in the list or the group.
    pub index: usize,
    /// Relevance, comparable only within the results of one question.
    pub score: f32,
    /// Share of the question's words that it covers, each weighted by its rarity. 0 to 1.
    pub share: f32,
    /// The matching words, as they are written in the question and in its order.
    pub words: Vec<String>,
}
