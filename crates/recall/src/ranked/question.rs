//! A question: the words to look for, each with the terms that stand for it.

use super::terms::terms;
use ricordo_record::time::Now;
use ricordo_text::normal::words;

/// Most words of a question that are looked up. The first ones count.
const MOST_WORDS: usize = 32;

/// What to look for.
#[derive(Clone, Debug)]
pub struct Question {
    pub(super) wanted: Vec<Wanted>,
}

/// One word of a question.
#[derive(Clone, Debug)]
pub(super) struct Wanted {
    /// As it is written in the question.
    pub(super) word: String,
    pub(super) term: String,
    pub(super) weight: f32,
}

impl Question {
    /// A question without words. `now` is the time of the question: it gives the time zone of dates.
    pub fn new(_now: Now) -> Self {
        Self { wanted: Vec::new() }
    }

    /// Adds a text: the message itself with weight 1, what it replies to or the result of a tool with less. A word that
    /// is there already keeps the higher weight.
    #[must_use]
    pub fn with(mut self, text: &str, weight: f32) -> Self {
        for word in words(text) {
            terms(word, |term| self.add(word, term, weight));
        }
        self
    }

    /// Whether there is nothing to look for.
    pub fn is_empty(&self) -> bool {
        self.wanted.is_empty()
    }

    fn add(&mut self, word: &str, term: &str, weight: f32) {
        if let Some(known) = self.wanted.iter_mut().find(|wanted| wanted.term == term) {
            known.weight = known.weight.max(weight);
        } else if self.wanted.len() < MOST_WORDS {
            self.wanted.push(Wanted { word: word.to_owned(), term: term.to_owned(), weight });
        }
    }
}
