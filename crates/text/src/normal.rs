//! Splits text into words, and normalizes text for comparison. Meaning plays no role here.

use crate::letters::is_alphanumeric;
use std::ops::Range;

/// The words of a text, in order, unchanged.
///
/// A word is a run of letters and digits of any alphabet, including an apostrophe between letters (`don't`, `п'ять`), a
/// dot, comma or colon between digits (`3.14`, `10:30`), the minus of a number, and the signs of `C++` and `C#`. A
/// Chinese or Japanese character is a separate word, and so is a sign with a meaning: a currency, `%`, an emoji.
///
/// ```
/// let words: Vec<_> = ricordo_text::normal::words("Don't pay 3.50 €, Анно!").collect();
/// assert_eq!(words, ["Don't", "pay", "3.50", "€", "Анно"]);
/// ```
pub fn words(text: &str) -> Words<'_> {
    Words { rest: text, after_word: false }
}

/// The byte ranges of the words in a text.
pub fn places(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut words = words(text);
    std::iter::from_fn(move || {
        let word = words.next()?;
        let end = text.len() - words.rest().len();
        Some(end - word.len()..end)
    })
}

/// Normalizes a text for comparison: its words in lower case separated by one space, `ё` as `е`, all apostrophes alike,
/// without stress marks and invisible characters. Idempotent.
pub fn normalise(text: &str) -> String {
    let mut normal = String::with_capacity(text.len());
    for word in words(text) {
        if !normal.is_empty() {
            normal.push(' ');
        }
        push_normal(word, &mut normal);
    }
    normal
}

/// Normalizes one word of [`words`], as [`normalise`] does.
pub fn normal_word(word: &str) -> String {
    let mut normal = String::with_capacity(word.len());
    push_normal(word, &mut normal);
    normal
}

/// The iterator that [`words`] returns.
#[derive(Clone, Debug)]
pub struct Words<'a> {
    rest: &'a str,
    /// Whether `rest` directly follows a word; a minus is then a dash.
    after_word: bool,
}

impl<'a> Words<'a> {
    /// The text after the last word returned.
    pub(crate) fn rest(&self) -> &'a str {
        self.rest
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        loop {
            let head = self.rest.chars().next()?;
            let length = first_length(self.rest, head, self.after_word);
            let (word, rest) = self.rest.split_at(if length == 0 { head.len_utf8() } else { length });
            self.rest = rest;
            self.after_word = length > 0;
            if length > 0 {
                return Some(word);
            }
        }
    }
}

/// Length in bytes of the word at the start of the text; 0 if there is none.
fn first_length(text: &str, head: char, after_word: bool) -> usize {
    let size = head.len_utf8();
    if is_ideograph(head) || stands_alone(head) {
        size
    } else if is_word_char(head) {
        run_length(text)
    } else if is_minus(head) && !after_word && text[size..].starts_with(char::is_numeric) {
        size + run_length(&text[size..])
    } else {
        0
    }
}

fn run_length(text: &str) -> usize {
    let mut chars = text.char_indices().peekable();
    let mut before = '\0';
    while let Some((at, char)) = chars.next() {
        let after = chars.peek().map_or('\0', |(_, after)| *after);
        let inside = (is_word_char(char) && !is_ideograph(char)) || is_mark(char) || joins(before, char, after);
        if !inside {
            return at;
        }
        before = char;
    }
    text.len()
}

fn joins(before: char, char: char, after: char) -> bool {
    match char {
        '.' | ',' | ':' => before.is_numeric() && after.is_numeric(),
        '+' | '#' => (before.is_alphabetic() || before == '+') && !after.is_alphanumeric(),
        _ if is_apostrophe(char) || is_invisible(char) => {
            (before.is_alphabetic() || is_mark(before)) && is_word_char(after) && !is_ideograph(after)
        }
        _ => false,
    }
}

fn push_normal(word: &str, normal: &mut String) {
    for char in word.chars() {
        let last = normal.chars().next_back().unwrap_or(' ');
        match char {
            'ё' | 'Ё' => normal.push('е'),
            '\u{300}' | '\u{301}' if is_cyrillic(last) => {}
            // Letters that some keyboards and file systems write as two characters.
            '\u{306}' if last == 'и' => {
                normal.pop();
                normal.push('й');
            }
            '\u{308}' if last == 'і' => {
                normal.pop();
                normal.push('ї');
            }
            '\u{308}' if last == 'е' => {}
            _ if is_invisible(char) => {}
            _ if is_apostrophe(char) => normal.push('\''),
            _ if is_minus(char) => normal.push('-'),
            _ => normal.extend(char.to_lowercase()),
        }
    }
}

fn is_word_char(char: char) -> bool {
    is_alphanumeric(char) && !is_apostrophe(char) && !is_mark(char)
}

/// A combining mark, written over the letter before it.
fn is_mark(char: char) -> bool {
    matches!(char, '\u{300}'..='\u{36f}')
}

fn is_apostrophe(char: char) -> bool {
    matches!(char, '\'' | '’' | '‘' | 'ʼ' | '`' | '′')
}

/// The soft hyphen and the joiners.
fn is_invisible(char: char) -> bool {
    matches!(char, '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}')
}

fn is_minus(char: char) -> bool {
    matches!(char, '-' | '−')
}

pub(crate) fn is_cyrillic(char: char) -> bool {
    matches!(char, '\u{400}'..='\u{52f}')
}

fn is_ideograph(char: char) -> bool {
    matches!(char, '\u{3041}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
        && char.is_alphabetic()
}

/// Whether the sign has a meaning: `5 $` is not `5 %`. Typographic marks, variation selectors and the like do not.
fn stands_alone(char: char) -> bool {
    match char {
        '%' | '$' | '£' | '¥' | '°' | '‰' => true,
        '\0'..='\u{bf}' | '\u{2000}'..='\u{206f}' | '\u{2e00}'..='\u{2e7f}' | '\u{3000}'..='\u{303f}' => false,
        '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ff00}'..='\u{ff65}' | '\u{e0000}'..='\u{e0fff}' => false,
        _ => !is_alphanumeric(char) && !char.is_whitespace() && !is_mark(char) && !is_minus(char),
    }
}

#[cfg(test)]
mod tests {
    use super::{normalise, words};
    use proptest::prelude::*;

    #[test]
    fn words_keep_what_belongs_inside_them() {
        let all = |text| words(text).collect::<Vec<_>>();
        assert_eq!(all("It's п'ять, «об’єкт» — C++ and C#."), ["It's", "п'ять", "об’єкт", "C++", "and", "C#"]);
        assert_eq!(
            all("At 10:30, 3.14 or 1,000; 2020-2021: -5."),
            ["At", "10:30", "3.14", "or", "1,000", "2020", "2021", "-5"]
        );
        assert_eq!(all("5€ 👍 東京"), ["5", "€", "👍", "東", "京"]);
        assert_eq!(all(" … - '' !"), Vec::<&str>::new());
    }

    #[test]
    fn texts_that_differ_in_dress_alone_are_one_text() {
        assert_eq!(normalise("  «Всё»,\n ещё…  "), "все еще");
        assert_eq!(normalise("DON’T — stop!"), normalise("don't stop"));
        assert_eq!(normalise("за\u{301}мок Кии\u{306}в"), "замок киив".replace("киив", "кийв"));
        assert_eq!(normalise("i\u{ad}dea"), "idea");
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn normalising_twice_changes_nothing(text in any::<String>()) {
            let once = normalise(&text);
            prop_assert_eq!(normalise(&once), once);
        }

        #[test]
        fn normalising_twice_changes_nothing_in_text_full_of_signs(text in "[aйеіIЁ5. ,:'ʼ’+#\u{2212}\u{301}\u{306}\u{308}\u{ad}東%-]{0,20}") {
            let once = normalise(&text);
            prop_assert_eq!(normalise(&once), once);
        }

        #[test]
        fn every_letter_and_digit_is_in_a_word(text in any::<String>()) {
            let kept = |char: &char| char.is_alphanumeric() && *char != 'ʼ' && !('\u{300}'..='\u{36f}').contains(char);
            let all: usize = text.chars().filter(kept).count();
            prop_assert_eq!(words(&text).flat_map(str::chars).filter(kept).count(), all);
        }
    }
}
