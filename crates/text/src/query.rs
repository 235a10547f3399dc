//! Matches texts that contain all words of a query, ignoring case, accents and endings. Does not rank.

use crate::{
    fold::fold,
    normal::{places, words},
};
use std::ops::Range;

/// A query word of up to this many letters must be a prefix of the found word. In longer ones the last two letters may
/// differ: `Киеве` finds `Киев`.
const WHOLE: usize = 4;

/// The words of a query.
///
/// ```
/// use ricordo_text::query::Query;
///
/// let query = Query::new("café киеве");
/// assert!(query.matches("Кафе в Киев? No: a CAFE."));
/// assert!(!query.matches("A café."));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    stems: Vec<String>,
}

impl Query {
    /// A query for the words of a text.
    pub fn new(text: &str) -> Self {
        let mut stems: Vec<String> =
            words(text).map(|word| stem(&fold(word))).filter(|stem| !stem.is_empty()).collect();
        crate::small_sort::ascending(&mut stems);
        stems.dedup();
        Self { stems }
    }

    /// Whether the query has no words.
    pub fn is_empty(&self) -> bool {
        self.stems.is_empty()
    }

    /// Whether the text contains all words. An empty query matches every text.
    pub fn matches(&self, text: &str) -> bool {
        self.find(text).is_some()
    }

    /// The number of query words in the text.
    pub fn count(&self, text: &str) -> usize {
        let folded: Vec<String> = words(text).map(fold).collect();
        self.stems.iter().filter(|stem| folded.iter().any(|word| word.starts_with(stem.as_str()))).count()
    }

    /// The byte ranges of all matching words in the text, in order.
    pub fn places(&self, text: &str) -> Vec<Range<usize>> {
        let is_one = |place: &Range<usize>| {
            let folded = fold(&text[place.clone()]);
            self.stems.iter().any(|stem| folded.starts_with(stem.as_str()))
        };
        places(text).filter(is_one).collect()
    }

    /// The byte offset of the first matching word, if the text contains all words.
    pub fn find(&self, text: &str) -> Option<usize> {
        let mut missing: Vec<&str> = self.stems.iter().map(String::as_str).collect();
        let mut first = None;
        for place in places(text) {
            let start = place.start;
            let folded = fold(&text[place]);
            let before = missing.len();
            missing.retain(|stem| !folded.starts_with(stem));
            if missing.len() < before {
                first = first.or(Some(start));
            }
            if missing.is_empty() {
                break;
            }
        }
        missing.is_empty().then(|| first.unwrap_or(0))
    }
}

/// The part of a folded word that a matching word must start with.
pub fn stem(word: &str) -> String {
    let letters = word.chars().count();
    if letters <= WHOLE || word.contains(char::is_numeric) {
        return word.to_owned();
    }
    word.chars().take(WHOLE.max(letters - 2)).collect()
}

#[cfg(test)]
mod tests {
    use super::Query;

    #[test]
    fn case_accents_and_endings_do_not_matter() {
        for (query, text) in [
            ("CAFE", "Le café est là"),
            ("łódź", "From LODZ by train"),
            ("cafe\u{301}", "café"),
            ("ёлка", "ЕЛКА стоит"),
            ("киеве", "Город Киев"),
            ("кошками", "Любит кошками заниматься"),
            ("dates", "The date is set"),
            ("", "anything"),
        ] {
            assert!(Query::new(query).matches(text), "{query} in {text}");
        }
    }

    #[test]
    fn every_word_has_to_be_there() {
        for (query, text) in [("kyiv train", "Train to Lviv"), ("cat", "concatenate"), ("2025", "In 2026"), ("x", "")] {
            assert!(!Query::new(query).matches(text), "{query} in {text}");
        }
    }

    #[test]
    fn it_says_where_the_first_word_is() {
        assert_eq!(Query::new("two three").find("one Three two"), Some(4));
        assert_eq!(Query::new("б").find("а б"), Some(3));
        assert_eq!(Query::new("nowhere").find("a b"), None);
        assert_eq!(Query::new("one two six").count("Two ones"), 2);
        assert_eq!(Query::new("one кот").places("Коты, one: «ones»."), [0..8, 10..13, 17..21]);
    }
}
