//! Dates in a question, compared with when messages were written: `May 2023`, `3 травня`, `2023-05-03`.

use ricordo_record::time::WallClock;

/// Months by the start of their names, in English, Ukrainian and Russian.
#[rustfmt::skip]
const MONTHS: [[&str; 3]; 12] = [
    ["jan", "січ", "январ"], ["feb", "лют", "феврал"], ["mar", "берез", "март"], ["apr", "квіт", "апрел"],
    ["may", "трав", "ма"], ["jun", "черв", "июн"], ["jul", "лип", "июл"], ["aug", "серп", "август"],
    ["sep", "верес", "сентябр"], ["oct", "жовт", "октябр"], ["nov", "листопад", "ноябр"], ["dec", "груд", "декабр"],
];
/// The rest of their names.
#[rustfmt::skip]
const ENGLISH_ENDINGS: &[&str] =
    &["", "uary", "ruary", "ch", "il", "e", "y", "ust", "t", "tember", "ober", "ember"];
const UKRAINIAN_ENDINGS: &[&str] = &["ень", "ня", "ні", "ню", "нем"];
const FEBRUARY_ENDINGS: &[&str] = &["ий", "ого", "ому", "им"];
const NOVEMBER_ENDINGS: &[&str] = &["", "а", "у", "і", "ом"];
const RUSSIAN_ENDINGS: &[&str] = &["ь", "я", "е", "ю", "ем", "й", "", "а", "у", "ом"];
/// Months whose names are other words, too, in lower case and at the start of a sentence.
const AMBIGUOUS: [&str; 2] = ["may", "march"];
/// Forms of a month that are those of a name, too, with a capital.
const NAMES: [&str; 3] = ["марта", "марте", "марту"];
/// What the start and an ending of a month make although they are other words.
const OTHER_WORDS: [&str; 2] = ["ма", "маю"];

/// The part of a date that a word of a question names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DateWord {
    Year(i32),
    /// 1 to 12.
    Month(u8),
    Day {
        /// 1 to 12.
        month: u8,
        /// 1 to 31.
        day: u8,
    },
}

impl DateWord {
    pub(super) fn is_in(self, clock: &WallClock) -> bool {
        match self {
            Self::Year(year) => clock.year == year,
            Self::Month(month) => clock.month == month,
            Self::Day { month, day } => clock.month == month && clock.day == day,
        }
    }
}

/// The dates in a text: indexes of its words, in order, with the part of a date that each names.
pub(super) fn dates(text: &str, words: &[&str], folded: &[String]) -> Vec<(usize, DateWord)> {
    let mut found = Vec::new();
    let begins = begin_sentences(text, words);
    for (at, word) in folded.iter().enumerate() {
        let is_date = || !needs_number(words[at], word, begins[at]) || has_number_beside(folded, at);
        if let Some(month) = month(words[at], word).filter(|_| is_date()) {
            found.push((at, DateWord::Month(month)));
            for other in days_beside(folded, at) {
                if let Some(day) = number(&folded[other], 1, 31).and_then(|day| u8::try_from(day).ok()) {
                    found.push((other, DateWord::Day { month, day }));
                }
            }
        } else if let Some(year) = number(word, 1970, 2199).filter(|_| word.len() == 4) {
            found.push((at, DateWord::Year(year)));
            if let [month, day, ..] = &folded[at + 1..] {
                found.extend(numeric(month, day).map(|date| (at + 2, date)));
            }
        } else {
            let numbers: Vec<&str> = word.split('.').collect();
            if let [day, month, year] = numbers[..] {
                found.extend(numeric(month, day).map(|date| (at, date)));
                found.extend(number(year, 1970, 2199).map(|year| (at, DateWord::Year(year))));
            }
        }
    }
    found
}

/// Whether each word begins a sentence. The words are slices of the text, in order.
fn begin_sentences(text: &str, words: &[&str]) -> Vec<bool> {
    let mut end = 0;
    let begins = words.iter().map(|word| {
        let Some(at) = text[end..].find(*word) else { return false };
        let is_first = end == 0 || text[end..end + at].contains(['.', '!', '?', '…', '\n']);
        end += at + word.len();
        is_first
    });
    begins.collect()
}

/// Whether a word names a month only beside a number: `May I`, `Марта`.
fn needs_number(word: &str, folded: &str, begins_sentence: bool) -> bool {
    let is_capital = word.starts_with(char::is_uppercase);
    is_capital && (NAMES.contains(&folded) || begins_sentence && AMBIGUOUS.contains(&folded))
}

/// Whether a day or a year is beside a word.
fn has_number_beside(folded: &[String], at: usize) -> bool {
    days_beside(folded, at).into_iter().any(|other| number(&folded[other], 1, 2199).is_some())
}

/// The indexes of the words beside the name of a month that can be a day: `3 May`, `3rd of May`, `May 3`.
fn days_beside(folded: &[String], month: usize) -> Vec<usize> {
    let is_of = |at: &usize| folded[*at] == "of";
    let before = month.checked_sub(1).and_then(|at| if is_of(&at) { at.checked_sub(1) } else { Some(at) });
    before.into_iter().chain((month + 1 < folded.len()).then_some(month + 1)).collect()
}

fn numeric(month: &str, day: &str) -> Option<DateWord> {
    let two_digits = |text: &str| text.len() <= 2;
    let month = number(month, 1, 12).filter(|_| two_digits(month))?.try_into().ok()?;
    let day = number(day, 1, 31).filter(|_| two_digits(day))?.try_into().ok()?;
    Some(DateWord::Day { month, day })
}

/// The number at the start of a word, without the ending of an ordinal.
fn number(word: &str, least: i32, most: i32) -> Option<i32> {
    let end = word.find(|char: char| !char.is_ascii_digit()).unwrap_or(word.len());
    let ending = &word[end..];
    let is_ordinal = ending.chars().count() <= 3 && ending.chars().all(char::is_alphabetic);
    word[..end].parse().ok().filter(|number| is_ordinal && (least..=most).contains(number))
}

/// The month that a word names.
fn month(word: &str, folded: &str) -> Option<u8> {
    let is_capital = word.starts_with(char::is_uppercase);
    if AMBIGUOUS.contains(&folded) && !is_capital {
        return None;
    }
    (1..).zip(MONTHS).find_map(|(number, [english, ukrainian, russian])| {
        let ends =
            |start: &str, endings: &[&str]| folded.strip_prefix(start).is_some_and(|ending| endings.contains(&ending));
        let ukrainian_endings = match number {
            2 => FEBRUARY_ENDINGS,
            11 => NOVEMBER_ENDINGS,
            _ => UKRAINIAN_ENDINGS,
        };
        let is_it = ends(english, ENGLISH_ENDINGS)
            || ends(ukrainian, ukrainian_endings)
            || (!OTHER_WORDS.contains(&folded) && ends(russian, RUSSIAN_ENDINGS));
        is_it.then_some(number)
    })
}

#[cfg(test)]
mod tests {
    use super::{DateWord, dates};

    fn found(text: &str) -> Vec<DateWord> {
        let words: Vec<&str> = text.split([' ', '-', ',', '?']).filter(|word| !word.is_empty()).collect();
        let folded: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
        dates(text, &words, &folded).into_iter().map(|(_, date)| date).collect()
    }

    #[test]
    fn dates_are_read_in_three_languages() {
        let third_of_may = DateWord::Day { month: 5, day: 3 };
        for text in ["on May 3", "the 3rd of May", "3 травня", "3-го мая", "Май, 3"] {
            let found = found(text);
            assert!(found.contains(&DateWord::Month(5)), "{text}: {found:?}");
        }
        for text in ["on May 3, 2023", "3 травня 2023", "3 мая 2023 года", "2023-05-03", "03.05.2023"] {
            let found = found(text);
            assert!(found.contains(&third_of_may) && found.contains(&DateWord::Year(2023)), "{text}: {found:?}");
        }
        assert_eq!(found("у лютому"), [DateWord::Month(2)]);
        assert_eq!(found("в сентябре"), [DateWord::Month(9)]);
        assert_eq!(found("in december"), [DateWord::Month(12)]);
        for text in ["March 2023", "Really? March 3", "3 Марта", "в начале марта", "In March"] {
            assert!(found(text).contains(&DateWord::Month(3)), "{text}");
        }
    }

    #[test]
    fn other_words_are_no_dates() {
        for text in ["it may rain", "we march on", "ма", "липа", "червоний", "junk", "room 2023b4", "12 apples", "3.14"]
        {
            assert_eq!(found(text), [], "{text}");
        }
        for text in [
            "Яку собаку я маю?",
            "Маю питання",
            "Коли прийшла Марта?",
            "Что Марте понравилось",
            "May I ask",
            "March on",
        ] {
            assert_eq!(found(text), [], "{text}");
        }
        assert_eq!(found("Really? May I"), []);
    }
}
