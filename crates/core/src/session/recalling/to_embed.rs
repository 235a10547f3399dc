//! How much text an embedder receives to begin with. The user is told before agreeing to it.

use super::{super::Session, embedding::MOST_OF_A_MESSAGE, reach::Reach};
use crate::{
    branch::Sequence,
    error::Error,
    host::Host,
    id::BranchId,
    message::text_of,
    provider::Provider,
    recall::Sight,
    record::{Record, RecordKey},
    store::Store,
};
use ricordo_text::tokens::estimate;

/// How much text an embedder receives to begin with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ToEmbed {
    /// Number of messages.
    pub messages: u64,
    /// Number of other texts: chunks of documents, memories and summaries.
    pub others: u64,
    /// Estimate of the most tokens that they have.
    pub tokens: u64,
}

impl ToEmbed {
    /// Adds texts that have at most so many tokens, of which an embedder gets only the beginning of each.
    fn add(&mut self, texts: u64, tokens: u64, are_messages: bool) {
        *(if are_messages { &mut self.messages } else { &mut self.others }) += texts;
        self.tokens += tokens.min(texts * u64::from(MOST_OF_A_MESSAGE));
    }
}

/// Texts of one branch.
struct Texts {
    branch: BranchId,
    count: u64,
    first: Sequence,
    last: Sequence,
}

impl<S: Store, H: Host> Session<S, H> {
    /// How much text an embedder receives if it has made no vector yet. `is_on_this_computer`: whether the embedder is;
    /// `answers`: as [`VectorRun::answers`](super::VectorRun::answers).
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn to_embed(&self, is_on_this_computer: bool, answers: Option<&Provider>) -> Result<ToEmbed, Error> {
        let mut sum = ToEmbed::default();
        let Some(recall) = self.store.recall() else { return Ok(sum) };
        self.load_all(recall, &|| false).await?;
        let given = self.given(answers, is_on_this_computer).await?;
        for one in self.given_derived(recall, &given).await? {
            sum.add(1, estimate(&text_of(&one.text.parts)).into(), false);
        }
        let reach = Reach::of_given(recall, &given);
        let mut all: Vec<Texts> = Vec::new();
        for place in recall.index().index.places() {
            let (branch, last) = (place.branch, place.sequence);
            if !reach.admits(branch, last, place.message) {
                continue;
            }
            match all.last_mut().filter(|texts| texts.branch == branch) {
                Some(texts) => (texts.count, texts.last) = (texts.count + 1, last),
                None => all.push(Texts { branch, count: 1, first: last, last }),
            }
        }
        for texts in all {
            let is_document = reach.is_document(texts.branch);
            let tokens = if is_document {
                let index = recall.index();
                let mut documents = index.sight.iter().flat_map(Sight::documents);
                let found = documents.find(|found| found.id.branch() == texts.branch);
                // Each chunk is read with the name of its document.
                found.map_or(0, |found| u64::from(found.tokens) + texts.count * u64::from(estimate(&found.name)))
            } else {
                let [before, _] = self.tokens_around(texts.branch, texts.first).await?;
                let [_, after] = self.tokens_around(texts.branch, texts.last).await?;
                after.saturating_sub(before)
            };
            sum.add(texts.count, tokens, !is_document);
        }
        Ok(sum)
    }

    /// Tokens of the conversation before a message, and with it.
    async fn tokens_around(&self, branch: BranchId, sequence: Sequence) -> Result<[u64; 2], Error> {
        Ok(match self.store.record(RecordKey::Message(branch, sequence)).await? {
            Some(Record::Message(message)) => {
                [message.tokens_before, message.tokens_before + u64::from(message.tokens)]
            }
            _ => [0, 0],
        })
    }
}
