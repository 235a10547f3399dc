//! How numbers of lists are written.

/// Most letters of a number, which are all the same: more than that are written in digits.
const MOST_LETTERS: usize = 8;
/// The first number that has no Roman form.
const NO_ROMAN: u32 = 4000;
const LATIN: &str = "abcdefghijklmnopqrstuvwxyz";
const RUSSIAN: &str = "абвгдежзиклмнопрстуфхцчшщыэюя";
const ROMAN: [(u32, &str); 13] = [
    (1000, "m"),
    (900, "cm"),
    (500, "d"),
    (400, "cd"),
    (100, "c"),
    (90, "xc"),
    (50, "l"),
    (40, "xl"),
    (10, "x"),
    (9, "ix"),
    (5, "v"),
    (4, "iv"),
    (1, "i"),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Decimal,
    /// With a zero before one digit.
    DecimalZero,
    /// Letters of an alphabet, and whether they are capitals.
    Letters(&'static str, bool),
    /// Whether in capitals.
    Roman(bool),
    /// A sign.
    Bullet,
    Nothing,
}

impl Format {
    /// The format of a name. Those that are not known are written in digits.
    pub(super) fn of(name: &str) -> Self {
        match name {
            "decimalZero" => Self::DecimalZero,
            "lowerLetter" => Self::Letters(LATIN, false),
            "upperLetter" => Self::Letters(LATIN, true),
            "russianLower" => Self::Letters(RUSSIAN, false),
            "russianUpper" => Self::Letters(RUSSIAN, true),
            "lowerRoman" => Self::Roman(false),
            "upperRoman" => Self::Roman(true),
            "bullet" => Self::Bullet,
            "none" => Self::Nothing,
            _ => Self::Decimal,
        }
    }

    /// Whether it writes a number, or a text in its place.
    pub(super) fn is_number(self) -> bool {
        self != Self::Bullet
    }

    pub(super) fn write(self, number: u32) -> String {
        let (text, is_capital) = match self {
            Self::Bullet | Self::Nothing => return String::new(),
            Self::DecimalZero => return format!("{number:02}"),
            Self::Letters(letters, is_capital) => (in_letters(number, letters), is_capital),
            Self::Roman(is_capital) => (roman(number), is_capital),
            Self::Decimal => (None, false),
        };
        match text {
            Some(text) if is_capital => text.to_uppercase(),
            Some(text) => text,
            None => number.to_string(),
        }
    }
}

/// a to z, then aa, bb and so on.
fn in_letters(number: u32, letters: &str) -> Option<String> {
    let at = usize::try_from(number.checked_sub(1)?).ok()?;
    let count = letters.chars().count();
    let repeated = at / count + 1;
    let letter = letters.chars().nth(at % count).filter(|_| repeated <= MOST_LETTERS)?;
    Some(std::iter::repeat_n(letter, repeated).collect())
}

fn roman(number: u32) -> Option<String> {
    let mut rest = Some(number).filter(|number| (1..NO_ROMAN).contains(number))?;
    let mut text = String::new();
    for (value, letters) in ROMAN {
        while rest >= value {
            text.push_str(letters);
            rest -= value;
        }
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_word_writes_them() {
        for (name, number, text) in [
            ("decimal", 12, "12"),
            ("decimalZero", 7, "07"),
            ("lowerLetter", 26, "z"),
            ("upperLetter", 28, "BB"),
            ("lowerLetter", u32::MAX, "4294967295"),
            ("russianLower", 3, "в"),
            ("lowerRoman", 1994, "mcmxciv"),
            ("upperRoman", 4, "IV"),
            ("upperRoman", 0, "0"),
            ("lowerRoman", 4000, "4000"),
            ("none", 3, ""),
            ("somethingElse", 3, "3"),
        ] {
            assert_eq!(Format::of(name).write(number), text, "{name} {number}");
        }
    }
}
