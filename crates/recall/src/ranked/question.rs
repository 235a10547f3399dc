//! A question: the words to look for, each with the terms that stand for it.

use super::{
    dates::{DateWord, dates},
    language::Language,
    terms::{Analysis, stem},
};
use ricordo_record::time::Now;
use ricordo_text::normal::words;

/// Maximum number of words of a question to look up. The first ones count.
pub(super) const MOST_WORDS: usize = 32;

/// A question.
#[derive(Clone, Debug)]
pub struct Question {
    pub(super) wanted: Vec<Wanted>,
    pub(super) now: Now,
}

/// One word of a question.
#[derive(Clone, Debug)]
pub(super) struct Wanted {
    /// As it is written in the question.
    pub(super) word: String,
    /// Its stems, at least one: in both languages if it is Cyrillic, because a message may be in the other.
    pub(super) terms: Vec<String>,
    /// What it says about the date.
    pub(super) date: Option<DateWord>,
    pub(super) weight: f32,
}

impl Question {
    /// A question without words. `now` is the time of the question: it gives the time zone of dates.
    pub fn new(now: Now) -> Self {
        Self { wanted: Vec::new(), now }
    }

    /// Adds a text: the message itself with weight 1, what it replies to or the result of a tool with less. A word that
    /// is there already keeps the higher weight.
    #[must_use]
    pub fn with(mut self, text: &str, weight: f32) -> Self {
        let mut analysis = Analysis::default();
        let words: Vec<&str> = words(text).collect();
        let mut folded: Vec<String> = Vec::new();
        let mut terms: Vec<Vec<String>> = Vec::new();
        for word in &words {
            let is_left_out = analysis.read(word);
            terms.push(if is_left_out { Vec::new() } else { stems(&analysis) });
            folded.push(analysis.folded.clone());
        }
        let dates = dates(text, &words, &folded);
        for (at, (word, terms)) in words.iter().zip(terms).enumerate() {
            let mut dates = dates.iter().filter(|(of, _)| *of == at).map(|(_, date)| *date);
            let wanted = Wanted { word: (*word).to_owned(), terms, date: dates.next(), weight };
            // A date such as `03.05.2023` is one word that says two things.
            for date in dates {
                self.add(Wanted { date: Some(date), ..wanted.clone() });
            }
            self.add(wanted);
        }
        self
    }

    /// The question for texts without a date.
    pub(crate) fn without_dates(&self) -> Self {
        let mut question = Self::new(self.now);
        self.wanted.iter().for_each(|wanted| question.add(Wanted { date: None, ..wanted.clone() }));
        question
    }

    /// Whether there is nothing to look for.
    pub fn is_empty(&self) -> bool {
        self.wanted.is_empty()
    }

    fn add(&mut self, wanted: Wanted) {
        if wanted.terms.is_empty() {
            return;
        }
        let is_same = |known: &&mut Wanted| known.terms[0] == wanted.terms[0] && known.date == wanted.date;
        if let Some(known) = self.wanted.iter_mut().find(is_same) {
            known.weight = known.weight.max(wanted.weight);
        } else if self.wanted.len() < MOST_WORDS {
            self.wanted.push(wanted);
        }
    }
}

fn stems(analysis: &Analysis) -> Vec<String> {
    let mut terms = vec![analysis.stem(Language::Ukrainian)];
    if analysis.is_cyrillic() {
        let russian = stem(&analysis.folded, Language::Russian);
        if !terms.contains(&russian) {
            terms.push(russian);
        }
    }
    terms
}
