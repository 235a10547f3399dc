//! Finding by words: whether a text holds all words of a query, whatever their case, accents and endings. What a word
//! means is not known here; nothing is ranked.

use crate::text::normal::{normal_word, words};

/// Up to so many letters a word has to begin the found word as a whole. Of longer ones the last two letters may differ:
/// `Киеве` finds `Киев`.
const WHOLE: usize = 4;

/// The words that are looked for.
///
/// ```
/// use ricordo_core::search::Query;
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
    /// The words of a text.
    pub fn new(text: &str) -> Self {
        let mut stems: Vec<String> =
            words(text).map(|word| stem(&fold(word))).filter(|stem| !stem.is_empty()).collect();
        crate::order::ascending(&mut stems);
        stems.dedup();
        Self { stems }
    }

    /// Whether nothing is looked for.
    pub fn is_empty(&self) -> bool {
        self.stems.is_empty()
    }

    /// Whether all the words are in the text. Nothing to look for is in every text.
    pub fn matches(&self, text: &str) -> bool {
        self.find(text).is_some()
    }

    /// How many of the words are in the text.
    pub fn count(&self, text: &str) -> usize {
        let folded: Vec<String> = words(text).map(fold).collect();
        self.stems.iter().filter(|stem| folded.iter().any(|word| word.starts_with(stem.as_str()))).count()
    }

    /// Where in the text the first of the words is, in bytes, if all of them are there.
    pub fn find(&self, text: &str) -> Option<usize> {
        let mut missing: Vec<&str> = self.stems.iter().map(String::as_str).collect();
        let mut first = None;
        let mut end = 0;
        for word in words(text) {
            // Words come in order and are pieces of the text, so each is found from the end of the one before.
            let start = end + text[end..].find(word)?;
            end = start + word.len();
            let folded = fold(word);
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

fn stem(word: &str) -> String {
    let letters = word.chars().count();
    if letters <= WHOLE || word.contains(char::is_numeric) {
        return word.to_owned();
    }
    word.chars().take(WHOLE.max(letters - 2)).collect()
}

/// A word in lower case and without accents.
fn fold(word: &str) -> String {
    normal_word(word).chars().filter(|char| !matches!(char, '\u{300}'..='\u{36f}')).map(without_accent).collect()
}

/// The letter that an accented lower-case letter of a Latin alphabet is written over.
fn without_accent(char: char) -> char {
    match char {
        'ß' | '\u{15a}'..='\u{161}' | 'ſ' => 's',
        '\u{e0}'..='\u{e6}' | '\u{100}'..='\u{105}' => 'a',
        'ç' | '\u{106}'..='\u{10d}' => 'c',
        'ð' | '\u{10e}'..='\u{111}' => 'd',
        '\u{e8}'..='\u{eb}' | '\u{112}'..='\u{11b}' => 'e',
        '\u{11c}'..='\u{123}' => 'g',
        '\u{124}'..='\u{127}' => 'h',
        '\u{ec}'..='\u{ef}' | '\u{128}'..='\u{133}' => 'i',
        '\u{134}' | '\u{135}' => 'j',
        '\u{136}'..='\u{138}' => 'k',
        '\u{139}'..='\u{142}' => 'l',
        'ñ' | '\u{143}'..='\u{14b}' => 'n',
        '\u{f2}'..='\u{f6}' | 'ø' | '\u{14c}'..='\u{153}' => 'o',
        '\u{154}'..='\u{159}' => 'r',
        'þ' | '\u{162}'..='\u{167}' => 't',
        '\u{f9}'..='\u{fc}' | '\u{168}'..='\u{173}' => 'u',
        '\u{174}' | '\u{175}' => 'w',
        'ý' | 'ÿ' | '\u{176}'..='\u{178}' => 'y',
        '\u{179}'..='\u{17e}' => 'z',
        other => other,
    }
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
    }
}
