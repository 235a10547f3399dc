//! The typed words as a query to the vocabulary: each word is matched once, and texts are then only lists of word ids
//! to look up.

use super::vocabulary::{Vocabulary, WordId};
use ricordo_text::normal::words;
use ricordo_text::{
    fold::fold,
    query::{Query, stem},
};

/// Maximum number of typed words matched by bit mask, three bits each; further words are matched by [`Query`].
const MOST: usize = 10;
const STEM: u32 = (1 << MOST) - 1;

/// The typed words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Pattern {
    /// Folded, in the order typed.
    typed: Vec<String>,
    rest: Option<Query>,
}

/// How well a text matches: a phrase ranks before scattered words, whole words before prefixes before other endings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Score {
    is_phrase: bool,
    whole: u32,
    begun: u32,
}

impl Pattern {
    pub(super) fn new(text: &str) -> Self {
        let mut typed: Vec<String> = words(text).map(fold).filter(|word| !word.is_empty()).collect();
        let rest = (typed.len() > MOST).then(|| Query::new(&typed.split_off(MOST).join(" ")));
        Self { typed, rest }
    }

    /// Whether every match of this pattern also matches `other`, as when more letters are typed.
    pub(super) fn narrows(&self, other: &Self) -> bool {
        let begins = |stem_of_other: &str| self.typed.iter().any(|own| stem(own).starts_with(stem_of_other));
        other.rest.is_none() && other.typed.iter().all(|word| begins(&stem(word)))
    }

    /// Matches each word of the vocabulary.
    pub(super) fn ask(&self, vocabulary: &Vocabulary) -> Answers {
        let typed: Vec<(&[u8], String)> = self.typed.iter().map(|word| (word.as_bytes(), stem(word))).collect();
        let mut bits = Vec::with_capacity(vocabulary.len());
        for word in vocabulary.words() {
            let mut answer = 0;
            for (at, (typed, stem)) in typed.iter().enumerate() {
                // Most words differ in the first letter.
                if word.first() != typed.first() || !word.starts_with(stem.as_bytes()) {
                    continue;
                }
                answer |= 1 << at;
                if word.starts_with(typed) {
                    answer |= 1 << (at + MOST);
                }
                if word.len() == typed.len() && word == *typed {
                    answer |= 1 << (at + 2 * MOST);
                }
            }
            bits.push(answer);
        }
        Answers { bits, all: (1 << self.typed.len()) - 1, rest: self.rest.clone() }
    }
}

/// For each word of the vocabulary a bit mask: the lowest bits say which typed words it shares the stem with, the bits
/// above which ones are its prefix, and those above which ones it equals.
#[derive(Debug)]
pub(super) struct Answers {
    bits: Vec<u32>,
    all: u32,
    rest: Option<Query>,
}

impl Answers {
    /// The score of a text; `None` if it does not contain all words.
    pub(super) fn score(&self, words: &[WordId], text: &str) -> Option<Score> {
        // Each consecutive word of the phrase shifts a bit up by one.
        let (mut seen, mut run, mut runs) = (0, 0, 0);
        for &word in words {
            let bits = self.of(word);
            run = ((run << 1) | 1) & bits & STEM;
            runs |= run;
            seen |= bits;
        }
        if seen & self.all != self.all || self.rest.as_ref().is_some_and(|rest| !rest.matches(text)) {
            return None;
        }
        let count = |from: usize| ((seen >> from) & STEM).count_ones();
        let is_phrase = self.all > 1 && runs & self.last() != 0;
        Some(Score { is_phrase, whole: count(2 * MOST), begun: count(MOST) })
    }

    /// The best word to center an excerpt on: the start of the phrase, otherwise the word that matches best.
    pub(super) fn best_word(&self, words: &[WordId]) -> usize {
        let mut run = 0;
        for (at, &word) in words.iter().enumerate() {
            run = ((run << 1) | 1) & self.of(word) & STEM;
            if self.all > 1 && run & self.last() != 0 {
                return (at + 1).saturating_sub(self.all.count_ones() as usize);
            }
        }
        let best = words
            .iter()
            .enumerate()
            .max_by(|(left, one), (right, other)| self.of(**one).cmp(&self.of(**other)).then(right.cmp(left)));
        best.map_or(0, |(at, _)| at)
    }

    fn of(&self, word: WordId) -> u32 {
        self.bits.get(word as usize).copied().unwrap_or_default()
    }

    /// The bit of the last typed word.
    fn last(&self) -> u32 {
        (self.all >> 1) + 1
    }
}
