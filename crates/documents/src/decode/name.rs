//! Names of files in archives that do not say which encoding they are in.

use super::{
    encodings::{Encoding, IBM437, IBM866, WINDOWS_1251},
    guess::FREQUENT,
};

/// Signs that stand in Cyrillic names.
const SIGNS: &str = "№«»–—’„“”…\u{a0}";

/// A name of a file. Windows writes it in the old encoding of its language if the name says nothing else.
pub(crate) fn file_name(bytes: &[u8], is_utf8: bool) -> String {
    if let Ok(name) = std::str::from_utf8(bytes) {
        return name.to_owned();
    }
    let lossy = || String::from_utf8_lossy(bytes).into_owned();
    if is_utf8 { lossy() } else { cyrillic(bytes).or_else(|| IBM437.decode(bytes)).unwrap_or_else(lossy) }
}

/// The name in the encoding in which it is Cyrillic; `None`: in none of them.
fn cyrillic(bytes: &[u8]) -> Option<String> {
    let encodings: [Encoding; 2] = [WINDOWS_1251, IBM866];
    let names = encodings.into_iter().filter_map(|encoding| encoding.decode(bytes));
    // Of equal ones the last: that of DOS is the usual one.
    names.filter(|name| is_cyrillic(name)).max_by_key(|name| frequent(name))
}

/// Whether all that is not ASCII is of Cyrillic words. In other languages such letters stand among ASCII letters.
fn is_cyrillic(name: &str) -> bool {
    let is_letter = |char: char| ('\u{400}'..='\u{4ff}').contains(&char);
    // What DOS writes for the Ukrainian letter that it does not have.
    let is_of_word = |char: char| is_letter(char) || matches!(char, 'i' | 'I');
    let is_known = name.chars().all(|char| char.is_ascii() || is_letter(char) || SIGNS.contains(char));
    let mut words = name.split(|char: char| !char.is_alphabetic());
    is_known && name.chars().any(is_letter) && words.all(|word| word.is_ascii() || word.chars().all(is_of_word))
}

fn frequent(name: &str) -> usize {
    name.to_lowercase().chars().filter(|char| FREQUENT.contains(*char)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_read_in_the_encoding_that_it_can_be_in() {
        for (bytes, name) in [
            (b"\x84\xAE\xA3\xAE\xA2\xAE\xE0.txt".as_slice(), "Договор.txt"),
            (b"\x8C\xA0\xE0\xE8\xE0\xE3\xE2.txt", "Маршрут.txt"),
            (b"\x80\x8A\x92 \xFC 5.doc", "АКТ № 5.doc"),
            (b"\xC4\xEE\xE3\xEE\xE2\xEE\xF0.txt", "Договор.txt"),
            (b"\xEF\xF0\xE8\xEA\xE0\xE7.txt", "приказ.txt"),
            (b"R\x82sum\x82.txt", "Résumé.txt"),
            (b"M\x81ller.txt", "Müller.txt"),
            ("Звіт.txt".as_bytes(), "Звіт.txt"),
        ] {
            assert_eq!(file_name(bytes, false), name);
        }
        assert_eq!(file_name(b"\x84.txt", true), "\u{fffd}.txt");
    }
}
