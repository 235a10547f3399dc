//! The search index, filled and queried as the page does it, with messages from Node.

use ricordo_core::{
    branch::Sequence,
    change::Change,
    message::MessageText,
    record::Record,
    search::{Filter, Index},
    testing::sample,
};
use wasm_bindgen::prelude::*;

/// An index of messages of one conversation.
#[wasm_bindgen]
pub struct Search {
    index: Index,
    next: Sequence,
}

#[wasm_bindgen]
impl Search {
    /// An empty index.
    #[allow(clippy::new_without_default, reason = "JavaScript calls it")]
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        let mut index = Index::default();
        let around = [Record::Conversation(sample::conversation(0)), Record::Branch(sample::branch(0))];
        around.into_iter().for_each(|record| index.note(&Change::Add(record)));
        Self { index, next: 0 }
    }

    /// Adds messages, as the page does with each batch that it reads.
    pub fn add(&mut self, texts: Vec<String>) {
        let batch: Vec<MessageText> = (self.next..)
            .zip(&texts)
            .map(|(sequence, text)| MessageText::from(&sample::message(0, sequence, text)))
            .collect();
        self.next += Sequence::try_from(batch.len()).unwrap_or_default();
        self.index.put_texts(&batch);
    }

    /// The cost of one key press: finds the best 50 messages with their excerpts. Returns the number of messages that
    /// contain the words.
    pub fn search(&mut self, text: &str) -> usize {
        let found = self.index.search(text, &Filter::default(), 50);
        found.messages.total
    }

    /// Approximate memory use in bytes.
    pub fn bytes(&self) -> usize {
        self.index.bytes()
    }
}
