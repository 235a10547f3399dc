//! Finds key words in a text: whole words in any form, ignoring case and accents.

use crate::{
    fold::fold,
    normal::{places, words},
    query::stem,
};
use std::ops::Range;

/// Letters by which a form of a word may be longer than the key word.
const LONGEST_ENDING: usize = 3;
/// Up to this length a Latin word is the beginning of many others, as `art` of `artist` and `pen` of `penny`. Only its plural
/// and its possessive are forms of it. Cyrillic words have more endings, and fewer words that begin alike.
const SHORT: usize = 4;
const ENDINGS_OF_SHORT: [&str; 2] = ["s", "es"];

/// A text to look for many key words in.
pub struct Text<'a> {
    text: &'a str,
    /// The words, folded, with their places and numbers of letters.
    words: Vec<(Range<usize>, String, usize)>,
}

impl<'a> Text<'a> {
    /// Prepares a text.
    ///
    /// ```
    /// use ricordo_text::key_word::Text;
    ///
    /// let text = Text::of("Піаніно стоїть у бабусі, біля Lake Street.");
    /// assert_eq!(text.find("бабуся"), Some("бабусі"));
    /// assert_eq!(text.find("lake street"), Some("Lake Street"));
    /// assert_eq!(Text::of("lakeside").find("lak"), None);
    /// ```
    pub fn of(text: &'a str) -> Self {
        let words = places(text).map(|place| {
            let folded = fold(&text[place.clone()]);
            let letters = folded.chars().count();
            (place, folded, letters)
        });
        Self { words: words.collect(), text }
    }

    /// The first place where a key word, or a phrase of several words, stands in the text, as it is written there. The words
    /// of a phrase follow each other.
    pub fn find(&self, key_word: &str) -> Option<&'a str> {
        let wanted: Vec<Wanted> = words(key_word).map(fold).map(Wanted::new).collect();
        if wanted.is_empty() {
            return None;
        }
        let found = self.words.windows(wanted.len()).find(|window| {
            wanted.iter().zip(window.iter()).all(|(wanted, (_, word, letters))| wanted.is_form(word, *letters))
        })?;
        self.text.get(found.first()?.0.start..found.last()?.0.end)
    }
}

/// A word of a key word, folded.
struct Wanted {
    word: String,
    stem: String,
    letters: usize,
}

impl Wanted {
    fn new(word: String) -> Self {
        Self { stem: stem(&word), letters: word.chars().count(), word }
    }

    /// Whether a folded word with this many letters is a form of it.
    fn is_form(&self, word: &str, letters: usize) -> bool {
        if self.letters <= SHORT && self.word.is_ascii() {
            let ending = word.strip_prefix(self.word.as_str());
            return ending.is_some_and(|ending| ending.is_empty() || ENDINGS_OF_SHORT.contains(&ending));
        }
        word.starts_with(&self.stem) && letters <= self.letters + LONGEST_ENDING
    }
}

/// Whether a text has a word, so that it can be a key word.
pub fn is_one(text: &str) -> bool {
    words(text).next().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_found_in_any_form_and_not_inside_of_another() {
        for (key_word, text, found) in [
            ("piano", "Two pianos, one PIANO.", Some("pianos")),
            ("cat", "The category of cats", Some("cats")),
            ("cat", "concatenate a category", None),
            ("бабуся", "Приїхала з бабусею", Some("бабусею")),
            ("Львів", "Ми були у Львові", None),
            ("кошка", "Кошками занимается", Some("Кошками")),
            ("café", "A CAFE there", Some("CAFE")),
            ("GPT-5", "About gpt-5 and others", Some("gpt-5")),
            ("Sam", "The same sample, Sams", Some("Sams")),
            ("art", "An artist of the arts", Some("arts")),
            ("king", "The kingdom", None),
            ("bus", "Two buses", Some("buses")),
            ("кіт", "Два кітики", Some("кітики")),
        ] {
            assert_eq!(Text::of(text).find(key_word), found, "{key_word} in {text}");
        }
    }

    #[test]
    fn the_words_of_a_phrase_follow_each_other() {
        let text = "The old house by the lake. A house, old as it is.";
        assert_eq!(Text::of(text).find("old houses"), Some("old house"));
        assert_eq!(Text::of(text).find("lake house"), None);
        assert_eq!(Text::of("a b").find("a b c d"), None);
    }

    #[test]
    fn nothing_is_found_for_signs_alone() {
        for nothing in ["", " ", "?!", "—"] {
            assert_eq!((Text::of("a ?! b").find(nothing), is_one(nothing)), (None, false), "{nothing}");
        }
        assert!(is_one("x"));
    }
}
