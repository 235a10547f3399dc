//! The terms that stand for the words of a text: stems, without the words that say nothing about its topic.

use super::{irregular::regular, language::Language, ukrainian};
use frostem::{Algorithm, Stemmer};
use ricordo_text::{extractive::stop_words::is_stop_word, floor, fold::fold_into, normal::words};

/// First letter of the terms of an author's name.
pub(super) const AUTHOR: char = '@';
/// Longest term, in bytes. Longer ones, which are no words, are cut off.
pub(super) const LONGEST: usize = 64;

/// Calls `take` with the term of each word of a text, in order; `None` for a word without a topic.
pub(super) fn terms(text: &str, mut take: impl FnMut(Option<&str>)) {
    let cyrillic = Language::of_cyrillic(text);
    let mut analysis = Analysis::default();
    for word in words(text) {
        if analysis.read(word) {
            take(None);
        } else {
            take(Some(&analysis.stem(cyrillic)));
        }
    }
}

/// Reads words one after the other.
#[derive(Default)]
pub(super) struct Analysis {
    /// The word in lower case, without accents and apostrophes.
    pub(super) folded: String,
}

impl Analysis {
    /// Reads a word; returns whether it says nothing about the topic.
    pub(super) fn read(&mut self, word: &str) -> bool {
        fold_into(word, &mut self.folded);
        if self.folded.is_empty() || is_stop_word(&self.folded) || is_question_word(&self.folded) {
            return true;
        }
        if let Some(at) = self.folded.find('\'') {
            // `don't`, `she's`, but `п'ять`.
            if self.folded.is_ascii() {
                self.folded.truncate(at);
                if self.folded.len() < 2 || is_stop_word(&self.folded) || is_question_word(&self.folded) {
                    return true;
                }
            }
            self.folded.retain(|char| char != '\'');
        }
        self.folded.truncate(floor(&self.folded, LONGEST));
        self.folded.is_empty()
    }

    /// The stem of the word.
    pub(super) fn stem(&self, cyrillic: Language) -> String {
        stem(&self.folded, if self.is_cyrillic() { cyrillic } else { Language::English })
    }

    pub(super) fn is_cyrillic(&self) -> bool {
        self.folded.starts_with(|char| matches!(char, '\u{400}'..='\u{52f}'))
    }
}

/// The stem of a folded word.
pub(super) fn stem(folded: &str, language: Language) -> String {
    if folded.contains(|char: char| char.is_ascii_digit()) {
        return folded.to_owned();
    }
    let stem = match language {
        Language::English => Stemmer::new(Algorithm::English).stem(regular(folded)).into_owned(),
        Language::Russian => Stemmer::new(Algorithm::Russian).stem(folded).into_owned(),
        Language::Ukrainian => ukrainian::stem(folded),
    };
    // Nothing may be left of a word that is an ending.
    if stem.is_empty() { folded.to_owned() } else { stem }
}

/// Words of questions that are not stop words elsewhere, folded.
#[rustfmt::skip]
const QUESTION_WORDS: &[&str] = &[
    "describe", "does", "ever", "explain", "many", "much", "often", "recall", "remember", "remind", "tell", "whom",
    "whose", "відколи", "доки", "зачем", "звідки", "какие", "каким", "какими", "каких", "какого", "какое", "каком",
    "какому", "какую", "котрий", "котрого", "котру", "куда", "куди", "навіщо", "нагадай", "напомни", "откуда",
    "пам'ятаєш", "помнишь", "почему", "расскажи", "розкажи", "скажи", "сколько", "скільки", "чего", "чей", "чему",
    "чий", "чим", "чия", "чого", "чому", "яким", "яких", "якого", "якому", "яку",
];

fn is_question_word(folded: &str) -> bool {
    QUESTION_WORDS.contains(&folded)
}
