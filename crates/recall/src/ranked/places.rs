//! Where the words of a question stand in a text, in whichever form: an excerpt is cut around them. The same forms count as
//! when messages are ranked.

use super::{language::Language, question::Question, similar::is_similar, terms::Analysis};
use ricordo_record::time::Now;
use ricordo_text::normal;
use std::ops::Range;

/// Number of words that an excerpt shows from its place on.
const SHOWN: usize = 20;

/// A word of a text that matches a word of a question.
struct Place {
    /// In bytes.
    range: Range<usize>,
    /// The number of the word in the text.
    number: usize,
    /// Index of the question's word.
    wanted: usize,
}

/// The byte ranges of the words in a text that match some words of a question, in order.
pub fn places(words: &[String], text: &str) -> Vec<Range<usize>> {
    all(words, text).into_iter().map(|place| place.range).collect()
}

/// The byte offset in a text after which most of some words of a question stand close together; `None` if the text has none
/// of them.
pub fn best_place(words: &[String], text: &str) -> Option<usize> {
    let all = all(words, text);
    let distinct = |at: usize| {
        let near = all[at..].iter().take_while(|place| place.number < all[at].number + SHOWN);
        near.fold(0_u64, |seen, place| seen | 1 << (place.wanted % 64)).count_ones()
    };
    // The first one, if several are equally good.
    let best = (0..all.len()).rev().max_by_key(|at| distinct(*at))?;
    Some(all[best].range.start)
}

fn all(words: &[String], text: &str) -> Vec<Place> {
    let question = Question::new(Now::default()).with(&words.join(" "), 1.0);
    let cyrillic = Language::of_cyrillic(text);
    let mut analysis = Analysis::default();
    let mut found = Vec::new();
    for (number, range) in normal::places(text).enumerate() {
        if analysis.read(&text[range.clone()]) {
            continue;
        }
        let stem = analysis.stem(cyrillic);
        let same = question.wanted.iter().position(|wanted| wanted.terms.contains(&stem));
        let similar = || question.wanted.iter().position(|wanted| is_similar(&wanted.terms[0], &stem));
        if let Some(wanted) = same.or_else(similar) {
            found.push(Place { range, number, wanted });
        }
    }
    found
}
