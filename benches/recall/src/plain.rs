//! What recall is compared with: BM25 on plain words (k1 1.5, b 0.75).

use crate::conversation::Conversation;
use std::collections::HashMap;

const K1: f64 = 1.5;
const B: f64 = 0.75;

/// BM25 over the turns of a conversation, in lower case and split at everything but letters and digits.
pub(crate) struct PlainBm25 {
    counts: Vec<HashMap<String, f64>>,
    lengths: Vec<f64>,
    rows_with: HashMap<String, f64>,
}

impl PlainBm25 {
    pub(crate) fn new(conversation: &Conversation) -> Self {
        let mut index = Self { counts: Vec::new(), lengths: Vec::new(), rows_with: HashMap::new() };
        for turn in &conversation.turns {
            let words = words(&format!("{}: {}", turn.speaker, turn.text));
            let mut counts = HashMap::new();
            index.lengths.push(words.len() as f64);
            words.into_iter().for_each(|word| *counts.entry(word).or_insert(0.0) += 1.0);
            counts.keys().for_each(|word| *index.rows_with.entry(word.clone()).or_insert(0.0) += 1.0);
            index.counts.push(counts);
        }
        index
    }

    /// The turns with a word of the question, best first.
    pub(crate) fn rank(&self, question: &str) -> Vec<usize> {
        let all = self.counts.len() as f64;
        let average = self.lengths.iter().sum::<f64>() / all;
        let mut scores = vec![0.0; self.counts.len()];
        for word in words(question) {
            let rows = self.rows_with.get(&word).copied().unwrap_or(0.0);
            let rarity = (1.0 + (all - rows + 0.5) / (rows + 0.5)).ln();
            for (row, counts) in self.counts.iter().enumerate() {
                let count = counts.get(&word).copied().unwrap_or(0.0);
                scores[row] += rarity * count * (K1 + 1.0) / (count + K1 * (1.0 - B + B * self.lengths[row] / average));
            }
        }
        let mut rows: Vec<usize> = (0..scores.len()).filter(|row| scores[*row] > 0.0).collect();
        rows.sort_by(|one, other| scores[*other].total_cmp(&scores[*one]));
        rows
    }
}

fn words(text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    lower.split(|char: char| !char.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}
