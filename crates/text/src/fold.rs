//! Normalizes words for comparison: lower case, without accents.

use crate::normal::normal_word;

/// Writes the result of [`fold`] into `folded`. Latin and Cyrillic letters, nearly all text of a history, need no
/// tables.
pub fn fold_into(word: &str, folded: &mut String) {
    folded.clear();
    for char in word.chars() {
        let plain = match char {
            'a'..='z' | '0'..='9' | 'а'..='я' | 'і' | 'ї' | 'є' | 'ґ' => char,
            'A'..='Z' => char.to_ascii_lowercase(),
            // Upper and lower case are 32 code points apart.
            'А'..='Я' => char::from_u32(char as u32 + 32).unwrap_or(char),
            'ё' | 'Ё' => 'е',
            'І' => 'і',
            'Ї' => 'ї',
            'Є' => 'є',
            'Ґ' => 'ґ',
            _ => {
                folded.clear();
                return folded.push_str(&fold(word));
            }
        };
        folded.push(plain);
    }
}

/// A word in lower case and without accents.
pub fn fold(word: &str) -> String {
    normal_word(word).chars().filter(|char| !matches!(char, '\u{300}'..='\u{36f}')).map(without_accent).collect()
}

/// The base letter of an accented lower-case Latin letter.
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
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn the_short_way_gives_the_same(text in "[aZ9йЁїЇґҐéßяЯ'’\u{301}\u{306}东]{0,12}|\\PC{0,12}") {
            for word in crate::normal::words(&text) {
                let mut folded = "left over".to_owned();
                fold_into(word, &mut folded);
                prop_assert_eq!(folded, fold(word));
            }
        }
    }
}
