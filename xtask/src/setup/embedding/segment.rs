//! Cuts a text into the pieces of a vocabulary as the model's tokenizer does: of all ways to cut it, the one whose pieces
//! are the most probable together.

use std::collections::HashMap;

pub(super) struct Segmenter<'a> {
    scores: HashMap<&'a str, f64>,
    /// Most characters of a piece.
    longest: usize,
    /// Score of a character that is no piece.
    unknown: f64,
}

impl<'a> Segmenter<'a> {
    pub(super) fn new(pieces: impl Iterator<Item = (&'a str, f32)>) -> Self {
        let scores: HashMap<_, _> = pieces.map(|(piece, score)| (piece, f64::from(score))).collect();
        let longest = scores.keys().map(|piece| piece.chars().count()).max().unwrap_or_default();
        let unknown = scores.values().copied().fold(0.0, f64::min) - 10.0;
        Self { scores, longest, unknown }
    }

    /// The pieces of the text, last first.
    pub(super) fn pieces<'t>(&self, text: &'t str) -> Vec<&'t str> {
        let ends: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        // The best score up to each character, and where its last piece begins.
        let mut best = vec![(f64::NEG_INFINITY, 0); ends.len()];
        best[0].0 = 0.0;
        for start in 0..ends.len() - 1 {
            for end in start + 1..ends.len().min(start + self.longest + 1) {
                let found = self.scores.get(&text[ends[start]..ends[end]]).copied();
                let Some(score) = found.or((end == start + 1).then_some(self.unknown)) else { continue };
                let score = best[start].0 + score;
                if score > best[end].0 {
                    best[end] = (score, start);
                }
            }
        }
        let mut pieces = Vec::new();
        let mut end = ends.len() - 1;
        while end > 0 {
            let start = best[end].1;
            pieces.push(&text[ends[start]..ends[end]]);
            end = start;
        }
        pieces
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> Vec<&str> {
        let vocabulary = [("a", -1.0), ("b", -1.0), ("ab", -1.5), ("abc", -9.0), ("c", -2.0), ("мир", -3.0)];
        let mut pieces = Segmenter::new(vocabulary.into_iter()).pieces(text);
        pieces.reverse();
        pieces
    }

    #[test]
    fn the_most_probable_pieces_win_and_not_the_longest() {
        assert_eq!(cut("abc"), ["ab", "c"]);
        assert_eq!(cut("ba"), ["b", "a"]);
    }

    #[test]
    fn a_character_that_is_no_piece_stands_alone() {
        assert_eq!(cut("aмиря"), ["a", "мир", "я"]);
        assert_eq!(cut("ми"), ["м", "и"]);
        assert_eq!(cut(""), [] as [&str; 0]);
    }
}
