//! How many tokens a text will cost: an estimate per script, without a vocabulary.
//!
//! The text is cut the way `o200k_base` cuts it before it looks anything up (a word with the one character before it, up
//! to three digits, a run of punctuation, a run of spaces), and each piece gets the cost that such a piece has on
//! average. Exact counts need a vocabulary of megabytes and are not made here.

/// A hundredth of a token: costs are kept as integers, so that the same text gives the same estimate everywhere.
type Cents = u64;

/// About how many tokens of `o200k_base` the text is. 0 for an empty text, at least 1 for any other.
///
/// Linear in the length of the text, and it allocates nothing.
pub fn estimate(text: &str) -> u32 {
    if text.is_empty() {
        return 0;
    }
    let mut cents: Cents = 0;
    let mut word: Option<Word> = None;
    let mut digits = 0u64;
    let mut run: Option<(char, u64)> = None;
    for char in text.chars() {
        let class = Class::of(char);
        if let Class::Letter(script) = class {
            cents += digit_cost(std::mem::take(&mut digits))
                + run.take().map_or(0, |(of, length)| other_cost(of, length, true));
            let upper = char.is_uppercase();
            word = match word {
                Some(mut open) if open.script == script && !(upper && open.ends_lower) => {
                    open.length += 1;
                    open.ends_lower = !upper;
                    Some(open)
                }
                other => {
                    cents += other.map_or(0, Word::cost);
                    Some(Word { script, length: 1, ends_lower: !upper })
                }
            };
            continue;
        }
        cents += word.take().map_or(0, Word::cost);
        if class == Class::Digit {
            cents += run.take().map_or(0, |(of, length)| other_cost(of, length, false));
            digits += 1;
            continue;
        }
        cents += digit_cost(std::mem::take(&mut digits));
        run = match run {
            Some((of, length)) if Class::of(of) == class => Some((char, length + 1)),
            Some((of, length)) => {
                cents += other_cost(of, length, class == Class::Punctuation && of == ' ');
                Some((char, 1))
            }
            None => Some((char, 1)),
        };
    }
    cents +=
        word.map_or(0, Word::cost) + digit_cost(digits) + run.map_or(0, |(of, length)| other_cost(of, length, false));
    u32::try_from(cents.div_ceil(100)).unwrap_or(u32::MAX).max(1)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Letter(Script),
    Digit,
    Space,
    Newline,
    Punctuation,
    /// Emoji, box drawing and other signs that have no word of their own in the vocabulary.
    Symbol,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Script {
    Latin,
    Cyrillic,
    Ideograph,
    Other,
}

impl Class {
    fn of(char: char) -> Self {
        match char {
            '\n' | '\r' => Self::Newline,
            _ if char.is_whitespace() => Self::Space,
            '0'..='9' => Self::Digit,
            '\u{300}'..='\u{36f}' => Self::Letter(Script::Other),
            '\u{400}'..='\u{52f}' => Self::Letter(Script::Cyrillic),
            '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}' => {
                Self::Letter(Script::Ideograph)
            }
            '\0'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' if char.is_alphabetic() => Self::Letter(Script::Latin),
            _ if char.is_alphabetic() => Self::Letter(Script::Other),
            '\0'..='\u{bf}' | '\u{2000}'..='\u{206f}' | '\u{3000}'..='\u{303f}' | '\u{ff00}'..='\u{ff65}' => {
                Self::Punctuation
            }
            _ => Self::Symbol,
        }
    }
}

#[derive(Clone, Copy)]
struct Word {
    script: Script,
    length: u64,
    ends_lower: bool,
}

impl Word {
    fn cost(self) -> Cents {
        let Self { script, length, .. } = self;
        match script {
            Script::Latin => 100 + length.saturating_sub(6) * 12,
            Script::Cyrillic => 100 + length.saturating_sub(3) * 22,
            Script::Ideograph => 20 + length * 72,
            Script::Other => 40 + length * 45,
        }
    }
}

fn digit_cost(digits: u64) -> Cents {
    digits.div_ceil(3) * 100
}

/// The cost of a run of one class; a single space or sign right before a word is a part of that word.
fn other_cost(of: char, length: u64, before_word: bool) -> Cents {
    let own = if before_word { length - 1 } else { length };
    match Class::of(of) {
        Class::Symbol => length * 150,
        Class::Newline => 100 + length / 8 * 100,
        Class::Punctuation => own.min(1) * 100 + own.saturating_sub(1) * 35,
        _ => own.min(1) * 100 + own / 40 * 100,
    }
}
