//! Ranks a few texts by the words of a question.

use super::{found::FoundText, question::Question, rank::rarity, terms::terms};
use ricordo_text::small_sort;

/// The texts that answer a question best, at most `most`, best first. For memories and summaries: few texts without an
/// index.
pub fn rank_texts(question: &Question, texts: &[&str], most: usize) -> Vec<FoundText> {
    let terms_of = |text: &&str| {
        let mut all: Vec<String> = Vec::new();
        terms(text, |term| all.extend(term.map(str::to_owned)));
        all
    };
    let texts: Vec<Vec<String>> = texts.iter().map(terms_of).collect();
    let has = |text: &[String], terms: &[String]| terms.iter().any(|term| text.contains(term));
    let weight = |terms: &[String], weight: f32| {
        weight * rarity(texts.len(), texts.iter().filter(|text| has(text, terms)).count() as f32)
    };
    let weights: Vec<f32> = question.wanted.iter().map(|wanted| weight(&wanted.terms, wanted.weight)).collect();
    let whole: f32 = weights.iter().sum();
    let mut found: Vec<FoundText> = Vec::new();
    for (index, text) in texts.iter().enumerate() {
        let mut words = Vec::new();
        let mut score = 0.0;
        for (wanted, weight) in question.wanted.iter().zip(&weights) {
            if has(text, &wanted.terms) {
                words.push(wanted.word.clone());
                score += weight;
            }
        }
        if score > 0.0 {
            found.push(FoundText { index, score, share: score / whole, words });
        }
    }
    small_sort::by(&mut found, |one, other| other.score.total_cmp(&one.score));
    found.truncate(most);
    found
}
