//! The rankings that are compared.

use crate::{conversation::Conversation, given::Given, plain::PlainBm25, replay};
use ricordo_recall::ranked::Recall;

/// Most turns that a ranking is asked for.
const MOST: usize = 60;

/// In the order in which they are printed. The last three need vectors.
pub(crate) const ALL: [Ranking; 6] =
    [Ranking::Tail, Ranking::PlainBm25, Ranking::Words, Ranking::WordsAsReference, Ranking::Vectors, Ranking::Both];
const WITHOUT_VECTORS: usize = 3;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ranking {
    /// Nothing is recalled.
    Tail,
    PlainBm25,
    /// What is shipped.
    Words,
    /// The same ranking, sent as the reference is: what vectors are compared with in the compiled request.
    WordsAsReference,
    Vectors,
    /// Words and vectors.
    Both,
}

/// The indexes of all conversations.
pub(crate) struct Rankings {
    recall: Recall,
    plain: Vec<PlainBm25>,
    given: Option<Given>,
}

impl Ranking {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Tail => "tail of the conversation",
            Self::PlainBm25 => "BM25, plain words",
            Self::Words => "words",
            Self::WordsAsReference => "words, sent as BM25",
            Self::Vectors => "vectors alone",
            Self::Both => "words and vectors",
        }
    }
}

impl Rankings {
    pub(crate) fn new(conversations: &[Conversation], given: Option<Given>) -> Self {
        let mut recall = Recall::default();
        replay::put_all(&mut recall, conversations);
        Self { recall, plain: conversations.iter().map(PlainBm25::new).collect(), given }
    }

    /// Those that can be measured: without vectors, only the first of `ALL`.
    pub(crate) fn measured(&self) -> &'static [Ranking] {
        if self.given.is_some() { &ALL } else { &ALL[..WITHOUT_VECTORS] }
    }

    /// The turns of a conversation that answer a question, best first.
    pub(crate) fn rank(&self, ranking: Ranking, conversation: usize, question: &str) -> Result<Vec<usize>, String> {
        let given = self.given.as_ref().ok_or("There are no vectors.");
        let mut ranked = match ranking {
            Ranking::Tail => Vec::new(),
            Ranking::PlainBm25 => self.plain[conversation].rank(question),
            Ranking::Words | Ranking::WordsAsReference => replay::find(&self.recall, conversation, question, MOST),
            Ranking::Vectors => given?.by_vectors(conversation, question, MOST)?,
            Ranking::Both => given?.by_both(&self.recall, conversation, question, MOST)?,
        };
        ranked.truncate(MOST);
        Ok(ranked)
    }
}
