//! Chooses the pieces of the vocabulary that stay: those that frequent words of the page's languages are cut into, single
//! letters, numbers, punctuation and symbols.
//!
//! A text stays readable without a piece: its words are cut into shorter ones.

use super::{segment::Segmenter, source::Source, words};
use std::collections::HashSet;

/// Stands for the space before a word.
pub(super) const SPACE: char = '\u{2581}';

/// Words of each language.
const WORDS: usize = 60_000;
/// Of these, those that may stand after a quotation mark or a hyphen, or in capitals.
const MOST_FREQUENT: usize = WORDS / 3;

/// Characters that may be part of a piece: Latin and Cyrillic letters, marks, punctuation, symbols, emoji.
const CHARACTERS: [(char, char); 13] = [
    (' ', '\u{24f}'),
    ('\u{2b0}', '\u{2ff}'),
    ('\u{300}', '\u{36f}'),
    ('\u{400}', '\u{4ff}'),
    ('\u{1e00}', '\u{1eff}'),
    ('\u{2000}', '\u{27bf}'),
    ('\u{2900}', '\u{2bff}'),
    ('\u{3001}', '\u{3003}'),
    ('\u{3008}', '\u{3011}'),
    ('\u{fe00}', '\u{fe0f}'),
    ('\u{fffd}', '\u{fffd}'),
    ('\u{1f000}', '\u{1faff}'),
    (SPACE, SPACE),
];

/// Ids of the pieces that stay, in order.
pub(super) fn chosen(source: &Source<'_>, lists: &[Vec<u8>]) -> Option<Vec<usize>> {
    let special = source.special.all();
    let plain = (0..source.pieces.len()).filter(|id| !special.contains(id));
    let segmenter = Segmenter::new(plain.map(|id| (source.pieces[id], source.scores[id])));
    let mut used = HashSet::new();
    for list in lists {
        let words = words::most_frequent(list, WORDS)?.into_iter().map(|word| normalised(source, word));
        for (rank, word) in words.filter(|word| !word.contains(char::is_numeric)).enumerate() {
            for text in spellings(&word, rank < MOST_FREQUENT) {
                used.extend(segmenter.pieces(&text).into_iter().map(str::to_owned));
            }
        }
    }
    let stays = |id: &usize| special.contains(id) || is_wanted(source.pieces[*id], &used);
    Some((0..source.pieces.len()).filter(stays).collect())
}

fn is_wanted(piece: &str, used: &HashSet<String>) -> bool {
    if !piece.chars().all(is_known) {
        return false;
    }
    let mut text = piece.chars().filter(|character| *character != SPACE);
    let is_short = text.clone().nth(1).is_none();
    is_short || !text.any(is_letter) || used.contains(piece)
}

fn normalised(source: &Source<'_>, word: &str) -> String {
    let replaced = |character: char| source.replacements.get(&character).cloned().unwrap_or(character.into());
    word.chars().map(replaced).collect()
}

/// How a word may stand in a text.
fn spellings(word: &str, is_frequent: bool) -> Vec<String> {
    let mut rest = word.chars();
    let first: String = rest.next().into_iter().flat_map(char::to_uppercase).collect();
    let capitalised = first + &rest.as_str().to_lowercase();
    let mut all = vec![format!("{SPACE}{word}"), format!("{SPACE}{capitalised}")];
    if is_frequent {
        all.extend([word.to_owned(), capitalised, format!("{SPACE}{}", word.to_uppercase())]);
    }
    all
}

fn is_known(character: char) -> bool {
    CHARACTERS.iter().any(|(first, last)| (*first..=*last).contains(&character))
}

/// Whether a character is a letter. Unicode's alphabetic characters include some marks and symbols, and newer versions of
/// it more of them.
fn is_letter(character: char) -> bool {
    let is_symbol = matches!(
        character,
        '\u{300}'..='\u{36f}' | '\u{2160}'..='\u{2188}' | '\u{24b6}'..='\u{24e9}' | '\u{1f000}'..='\u{1faff}'
    );
    character.is_alphabetic() && !is_symbol
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_of_frequent_words_stay() {
        let used = HashSet::from(["▁мир".to_owned(), "▁世界".to_owned()]);
        for stays in ["▁мир", "м", "▁я", "▁2024", "...", "🙂", "▁Ⅳ", "ⅩⅠ", "▁", "é"] {
            assert!(is_wanted(stays, &used), "{stays}");
        }
        for goes in ["мир", "▁Mundo", "▁世界", "世", "ab", "▁3世"] {
            assert!(!is_wanted(goes, &used), "{goes}");
        }
    }

    #[test]
    fn a_frequent_word_stands_in_more_places() {
        assert_eq!(spellings("straße", false), ["▁straße", "▁Straße"]);
        assert_eq!(spellings("її", true), ["▁її", "▁Її", "її", "Її", "▁ЇЇ"]);
    }
}
