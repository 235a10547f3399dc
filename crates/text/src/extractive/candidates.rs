//! The sentences of a source as word vectors. Does not rank them.

use super::{Utterance, stop_words::is_stop_word};
use crate::{
    normal::{normal_word, words},
    sentences::{is_code, marker_length, sentences},
};
use std::collections::BTreeMap;

/// Length of the prefix by which words are compared, in letters: the rest is mostly the ending.
const STEM_LENGTH: usize = 6;

/// Further repetitions of a word within a sentence add no weight.
const MOST_REPEATS: u32 = 3;

/// A sentence that may be selected.
pub(super) struct Candidate<'a> {
    /// The index of its message.
    pub(super) message: usize,
    pub(super) speaker: &'a str,
    /// Verbatim, without a list marker.
    pub(super) text: &'a str,
    /// The normal form of its first words, to recognize small talk.
    pub(super) opening: String,
    /// Its stems with their weights, sorted by stem.
    pub(super) weights: Vec<(usize, u64)>,
    /// The norm of that vector; at least 1.
    pub(super) norm: u64,
    pub(super) numbers: Vec<&'a str>,
    /// Number of capitalized words other than the first.
    pub(super) names: usize,
    /// The stems of all capitalized words, including the first, which may be a name, too.
    capitals: Vec<usize>,
    /// Whether it has a word that indicates a decision.
    pub(super) decides: bool,
}

impl Candidate<'_> {
    /// Whether the other sentence contains all names, numbers and decisions of this one.
    pub(super) fn adds_nothing_to(&self, other: &Self) -> bool {
        let is_named = |stem: &usize| other.weights.iter().any(|(other, _)| other == stem);
        self.numbers == other.numbers && (other.decides || !self.decides) && self.capitals.iter().all(is_named)
    }

    /// Cosine similarity, 0 to 1000.
    pub(super) fn cosine(&self, other: &Self) -> u64 {
        let (mut left, mut right) = (self.weights.as_slice(), other.weights.as_slice());
        let mut sum = 0;
        while let ([first, left_rest @ ..], [second, right_rest @ ..]) = (left, right) {
            if first.0 == second.0 {
                sum += first.1 * second.1;
            }
            if first.0 <= second.0 {
                left = left_rest;
            }
            if second.0 <= first.0 {
                right = right_rest;
            }
        }
        (sum * 1000 / (self.norm * other.norm)).min(1000)
    }
}

/// Prefixes of words that indicate a decision, a plan or an obligation.
const DECISIONS: &[&str] = &[
    // English
    "decid",
    "agree",
    "deadl",
    "must",
    "need",
    "plan",
    "choos",
    "chose",
    "will",
    "import",
    "promis",
    // Ukrainian
    "виріш",
    "домов",
    "треба",
    "потріб",
    "план",
    "термін",
    "обра",
    "важлив",
    "обіця",
    "маємо",
    // Russian
    "реши",
    "договор",
    "нужно",
    "надо",
    "срок",
    "выбра",
    "важн",
    "обеща",
    "должн",
    "назнач",
];

/// The sentences of the messages that contain a word, except for code blocks.
pub(super) fn of<'a>(messages: &[Utterance<'a>]) -> Vec<Candidate<'a>> {
    let mut stems = Stems::default();
    let mut found: Vec<Candidate<'a>> = Vec::new();
    for (index, message) in messages.iter().enumerate() {
        for sentence in sentences(message.text) {
            let text = &sentence[marker_length(sentence)..];
            if !is_code(sentence) && text.contains(char::is_alphabetic) {
                found.push(Candidate { message: index, ..candidate(message.speaker, text, &mut stems) });
            }
        }
    }
    for candidate in &mut found {
        for (stem, weight) in &mut candidate.weights {
            *weight *= stems.rarity(*stem);
        }
        candidate.norm = candidate.weights.iter().map(|(_, weight)| weight * weight).sum::<u64>().isqrt().max(1);
    }
    found
}

fn candidate<'a>(speaker: &'a str, text: &'a str, stems: &mut Stems) -> Candidate<'a> {
    let mut counts: BTreeMap<usize, u32> = BTreeMap::new();
    let (mut opening, mut numbers, mut names, mut decides) = (String::new(), Vec::new(), 0, false);
    let mut capitals = Vec::new();
    for (at, word) in words(text).enumerate() {
        let normal = normal_word(word);
        if at < 3 {
            opening.push_str(&normal);
            opening.push(' ');
        }
        if word.contains(char::is_numeric) {
            numbers.push(word);
        }
        decides |= DECISIONS.iter().any(|decision| normal.starts_with(decision));
        if is_stop_word(&normal) || !word.contains(char::is_alphanumeric) {
            continue;
        }
        let stem = stems.id(&normal);
        if word.starts_with(char::is_uppercase) {
            names += usize::from(at > 0);
            capitals.push(stem);
        }
        *counts.entry(stem).or_default() += 1;
    }
    let weights: Vec<_> = counts.into_iter().map(|(stem, count)| (stem, u64::from(count.min(MOST_REPEATS)))).collect();
    stems.count(&weights);
    Candidate { message: 0, speaker, text, opening, weights, norm: 1, numbers, names, capitals, decides }
}

/// The stems that occur, and the number of sentences with each.
#[derive(Default)]
struct Stems {
    ids: BTreeMap<String, usize>,
    sentences: Vec<u64>,
    all: u64,
}

impl Stems {
    fn id(&mut self, normal: &str) -> usize {
        let end = normal.char_indices().nth(STEM_LENGTH).map_or(normal.len(), |(at, _)| at);
        if let Some(id) = self.ids.get(&normal[..end]) {
            return *id;
        }
        let id = self.sentences.len();
        self.ids.insert(normal[..end].to_owned(), id);
        self.sentences.push(0);
        id
    }

    /// Counts a sentence, in which each stem is listed once.
    fn count(&mut self, weights: &[(usize, u64)]) {
        self.all += 1;
        for (stem, _) in weights {
            self.sentences[*stem] += 1;
        }
    }

    /// The inverse document frequency, `log2(1 + all / with)`, in 256ths. At least 256.
    fn rarity(&self, stem: usize) -> u64 {
        let with = self.sentences[stem].max(1);
        log2(self.all + with) - log2(with)
    }
}

/// The binary logarithm in 256ths, linear between powers of two. The value must be at least 1.
fn log2(value: u64) -> u64 {
    let whole = value.ilog2();
    (u64::from(whole) << 8) + (u64::try_from((u128::from(value) << 8) >> whole).unwrap_or(256) - 256)
}

#[cfg(test)]
mod tests {
    use super::log2;

    #[test]
    fn the_logarithm_is_exact_at_powers_of_two_and_grows() {
        assert_eq!([1, 2, 4, 1024].map(log2), [0, 256, 512, 2560]);
        assert!((1..5000).all(|value| log2(value) <= log2(value + 1)));
    }
}
