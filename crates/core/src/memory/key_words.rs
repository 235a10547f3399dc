//! Key words of a memory: it is sent only with requests in which one of them stands.

use super::{LONGEST_KEY_WORD, MOST_KEY_WORDS, Memory, MemoryRefusal};
use ricordo_text::{key_word::is_one, normal::normalise};

/// The key words without those that are there twice.
pub(super) fn checked_words(words: &[String]) -> Result<Vec<String>, MemoryRefusal> {
    let mut checked: Vec<String> = Vec::new();
    for word in words {
        let word = word.split_whitespace().collect::<Vec<_>>().join(" ");
        if word.is_empty() {
            continue;
        }
        if !is_one(&word) || word.chars().count() > LONGEST_KEY_WORD {
            return Err(MemoryRefusal::WrongKeyWord);
        }
        if checked.iter().all(|other| normalise(other) != normalise(&word)) {
            checked.push(word);
        }
    }
    if checked.len() > MOST_KEY_WORDS { Err(MemoryRefusal::TooManyKeyWords) } else { Ok(checked) }
}

/// The key words of a memory that takes over another with the same meaning: what one of them sends always, both do.
pub(super) fn absorb(memory: &mut Memory, other: &Memory) {
    if memory.key_words.is_empty() || other.key_words.is_empty() {
        memory.key_words.clear();
        return;
    }
    let both: Vec<String> = memory.key_words.iter().chain(&other.key_words).cloned().collect();
    if let Ok(both) = checked_words(&both) {
        memory.key_words = both;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(words: &[&str]) -> Result<Vec<String>, MemoryRefusal> {
        checked_words(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn key_words_are_trimmed_and_each_is_there_once() {
        assert_eq!(
            words(&["  Lake   Street ", "", "PIANO", "piano", "піаніно"]).unwrap(),
            ["Lake Street", "PIANO", "піаніно"]
        );
        assert_eq!(words(&[]).unwrap(), [""; 0]);
    }

    #[test]
    fn signs_long_phrases_and_too_many_are_refused() {
        assert_eq!(words(&["?!"]), Err(MemoryRefusal::WrongKeyWord));
        assert_eq!(words(&[&"x".repeat(LONGEST_KEY_WORD + 1)]), Err(MemoryRefusal::WrongKeyWord));
        let many: Vec<String> = (0..=MOST_KEY_WORDS).map(|number| format!("word{number}")).collect();
        assert_eq!(checked_words(&many), Err(MemoryRefusal::TooManyKeyWords));
        assert!(checked_words(&many[1..]).is_ok());
    }
}
