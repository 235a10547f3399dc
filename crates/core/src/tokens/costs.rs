//! What a piece costs on average, by its script, its length and what stands before it.
//!
//! The numbers are means over prose, documentation and source code, rounded to straight lines. They are kept in
//! hundredths of a token as integers, so that a text costs the same on every machine.

use super::pieces::{Case, Piece, Prefix, Script};

/// Hundredths of a token.
pub(super) type Cents = u64;

/// The cost so far.
#[derive(Default)]
pub(super) struct Cost {
    sure: Cents,
    /// What the Cyrillic words cost more if the text is Ukrainian.
    if_ukrainian: Cents,
    /// Letters that Russian does not have.
    ukrainian_letters: u64,
    /// Letters that Ukrainian does not have.
    russian_letters: u64,
    /// What the plain Latin words cost more if the text is not English.
    if_accented: Cents,
    /// Latin words without and with letters beyond a to z.
    plain_words: u64,
    accented_words: u64,
}

impl Cost {
    pub(super) fn add(&mut self, piece: Piece, text: &str) {
        match piece {
            Piece::Word { script: Script::Cyrillic, prefix, case, length } => {
                let russian = cyrillic(prefix, case, length, false);
                self.sure += russian;
                self.if_ukrainian += cyrillic(prefix, case, length, true).saturating_sub(russian);
                for char in text.chars() {
                    match char {
                        'і' | 'ї' | 'є' | 'ґ' | 'І' | 'Ї' | 'Є' | 'Ґ' | 'ј' | 'љ' | 'њ' | 'ћ' | 'ђ' | 'џ' =>
                        {
                            self.ukrainian_letters += 1;
                        }
                        'ы' | 'э' | 'ъ' | 'ё' | 'Ы' | 'Э' | 'Ъ' | 'Ё' => self.russian_letters += 1,
                        _ => {}
                    }
                }
            }
            Piece::Word { script: Script::Ascii, prefix, case, length } => {
                let english = ascii(prefix, case, length);
                self.sure += english;
                self.if_accented += accented(prefix, case, length).saturating_sub(english);
                self.plain_words += 1;
            }
            other => {
                self.sure += cost(other);
                self.accented_words += u64::from(matches!(other, Piece::Word { script: Script::Latin, .. }));
            }
        }
    }

    /// The vocabulary knows fewer Ukrainian words than Russian ones, and most words look alike: the letters that only one
    /// of the two has tell, over the whole text, how much of it is which. Russian uses its own about half as often.
    /// Likewise the share of accented words tells how far a Latin text is from English.
    pub(super) fn total(&self) -> Cents {
        let russian = self.russian_letters * 2 + 1;
        let latin = (self.plain_words + self.accented_words).max(1);
        self.sure
            + self.if_ukrainian * self.ukrainian_letters / (self.ukrainian_letters + russian)
            + self.if_accented * (self.accented_words * 2).min(latin) / latin
    }
}

fn cost(piece: Piece) -> Cents {
    match piece {
        Piece::Word { script, prefix, case, length } => word(script, prefix, case, length),
        Piece::Digits => 100,
        Piece::Signs { length, alike: true } => line(100, 3, 3, length),
        Piece::Signs { length: ..=2, .. } => 101,
        Piece::Signs { length, .. } => line(115, 3, 48, length),
        Piece::Marks { ascii, marks, pictures: 0 } => line(100, 1, 35, ascii + marks),
        Piece::Marks { ascii, marks, pictures } => line(0, 0, 40, ascii + marks) + line(0, 0, 135, pictures),
        Piece::Space { length } => line(100, 80, 2, length),
    }
}

fn word(script: Script, prefix: Prefix, case: Case, length: usize) -> Cents {
    match script {
        Script::Ascii => ascii(prefix, case, length),
        Script::Latin => accented(prefix, case, length),
        Script::Ideographic => beyond(prefix).max(25) + line(25, 0, 74, length),
        Script::Hangul => beyond(prefix) + line(60, 0, 50, length),
        Script::Cyrillic => cyrillic(prefix, case, length, true),
        Script::Other => beyond(prefix) + line(60, 0, 40, length),
    }
}

fn ascii(prefix: Prefix, case: Case, length: usize) -> Cents {
    let short = match (prefix, case) {
        (Prefix::Space, Case::Lower) => line(101, 6, 3, length),
        (Prefix::Space, Case::Capital) => line(103, 5, 8, length),
        (Prefix::Space, Case::Upper) => line(100, 2, 18, length),
        (Prefix::None, Case::Lower) => line(102, 4, 9, length),
        (Prefix::None, Case::Capital) => line(109, 6, 9, length),
        (Prefix::None, Case::Upper) => line(100, 2, 42, length),
        (Prefix::Ascii, Case::Lower) => line(105, 1, 10, length),
        (Prefix::Ascii, Case::Capital) => line(150, 5, 13, length),
        (Prefix::Ascii, Case::Upper) => line(105, 1, 17, length),
        (Prefix::Beyond, _) => line(200, 6, 10, length),
    };
    // Beyond every real word: keys, encoded data.
    short + line(0, 15, 25, length)
}

fn accented(prefix: Prefix, case: Case, length: usize) -> Cents {
    beyond(prefix)
        + match case {
            Case::Lower => line(100, 3, 25, length),
            Case::Capital | Case::Upper => line(110, 3, 36, length),
        }
}

fn cyrillic(prefix: Prefix, case: Case, length: usize, ukrainian: bool) -> Cents {
    let own = match (prefix, case, ukrainian) {
        (_, Case::Upper, _) => line(100, 1, 65, length),
        (Prefix::Space, Case::Lower, false) => line(100, 3, 18, length),
        (Prefix::Space, Case::Lower, true) => line(110, 3, 33, length),
        (_, Case::Lower, false) => line(100, 2, 33, length),
        (_, Case::Lower, true) => line(120, 2, 36, length),
        (_, Case::Capital, false) => line(105, 2, 38, length),
        (_, Case::Capital, true) => line(135, 2, 39, length),
    };
    beyond(prefix) + own
}

/// The vocabulary has few words with a sign before them that is not a space.
fn beyond(prefix: Prefix) -> Cents {
    match prefix {
        Prefix::None | Prefix::Space => 0,
        Prefix::Ascii => 80,
        Prefix::Beyond => 100,
    }
}

/// `base` up to `knee` characters, then `slope` more for each.
fn line(base: Cents, knee: usize, slope: Cents, length: usize) -> Cents {
    base + slope * length.saturating_sub(knee) as Cents
}
