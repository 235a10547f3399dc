//! The rankings that are compared.

use crate::{
    conversation::Conversation,
    given::{Given, GivenEmbedder},
    plain::PlainBm25,
    replay,
};
use ricordo_recall::ranked::Recall;
use std::{collections::HashMap, rc::Rc};

/// Most turns that a ranking is asked for.
const MOST: usize = 60;

/// The constant of reciprocal rank fusion, as in the paper of Cormack and others (2009).
const RRF_K: f64 = 60.0;

/// In the order in which they are printed. The last three need vectors.
pub(crate) const ALL: [Ranking; 6] =
    [Ranking::Tail, Ranking::PlainBm25, Ranking::Words, Ranking::Vectors, Ranking::Rrf, Ranking::Both];
const WITHOUT_VECTORS: usize = 3;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ranking {
    /// Nothing is recalled.
    Tail,
    PlainBm25,
    /// What is shipped without a model for vectors.
    Words,
    Vectors,
    /// Reciprocal rank fusion of plain words and vectors.
    Rrf,
    /// Words and vectors: what is shipped with a model for vectors.
    Both,
}

/// The indexes of all conversations.
pub(crate) struct Rankings {
    recall: Recall,
    plain: Vec<PlainBm25>,
    given: Option<Rc<Given>>,
}

impl Ranking {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Tail => "tail of the conversation",
            Self::PlainBm25 => "BM25, plain words",
            Self::Words => "words",
            Self::Vectors => "vectors alone",
            Self::Rrf => "RRF of BM25 and vectors",
            Self::Both => "words and vectors",
        }
    }
}

impl Rankings {
    pub(crate) fn new(conversations: &[Conversation], given: Option<Given>) -> Self {
        let mut recall = Recall::default();
        replay::put_all(&mut recall, conversations);
        Self { recall, plain: conversations.iter().map(PlainBm25::new).collect(), given: given.map(Rc::new) }
    }

    /// The vectors, if there are any.
    pub(crate) fn given(&self) -> Option<GivenEmbedder> {
        self.given.clone().map(GivenEmbedder)
    }

    /// Those that can be measured: without vectors, only the first of `ALL`.
    pub(crate) fn measured(&self) -> &'static [Ranking] {
        if self.given.is_some() { &ALL } else { &ALL[..WITHOUT_VECTORS] }
    }

    /// The turns of a conversation that answer a question, best first.
    pub(crate) async fn rank(
        &self,
        ranking: Ranking,
        conversation: usize,
        question: &str,
    ) -> Result<Vec<usize>, String> {
        let given = self.given.as_ref().ok_or("There are no vectors.");
        let mut ranked = match ranking {
            Ranking::Tail => Vec::new(),
            Ranking::PlainBm25 => self.plain[conversation].rank(question),
            Ranking::Words => replay::find(&self.recall, conversation, question, MOST),
            Ranking::Vectors => given?.by_vectors(conversation, question, MOST).await?,
            Ranking::Rrf => {
                let words = self.plain[conversation].rank(question);
                reciprocal(&[words, given?.by_vectors(conversation, question, usize::MAX).await?])
            }
            Ranking::Both => given?.by_both(&self.recall, conversation, question, MOST).await?,
        };
        ranked.truncate(MOST);
        Ok(ranked)
    }
}

/// Reciprocal rank fusion of some rankings, best first.
fn reciprocal(rankings: &[Vec<usize>]) -> Vec<usize> {
    let mut scores: HashMap<usize, f64> = HashMap::new();
    for (rank, turn) in rankings.iter().flat_map(|ranking| ranking.iter().enumerate()) {
        *scores.entry(*turn).or_default() += 1.0 / (RRF_K + rank as f64 + 1.0);
    }
    let mut ranked: Vec<(usize, f64)> = scores.into_iter().collect();
    ranked.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
    ranked.into_iter().map(|(turn, _)| turn).collect()
}
