//! The average cost of a piece, by its script, its length and the character before it; and the composition of a text,
//! which adds up the costs of its pieces.
//!
//! The numbers are means over prose, documentation and source code, fitted to straight lines. They are integers in
//! hundredths of a token, so that a text costs the same on every machine.

use super::{
    mix::{Cents, Kind, Mix},
    pieces::{self, Case, Foreign, Piece, Prefix, Script},
};

impl Mix {
    /// The composition of `text`. Linear in its length, without allocation, and the same everywhere.
    pub fn of(text: &str) -> Self {
        let mut rest = text;
        let mut sum = Cost::default();
        while !rest.is_empty() {
            let (piece, length) = pieces::first(rest);
            sum.add(piece, &rest[..length]);
            rest = &rest[length..];
        }
        sum.total()
    }
}

/// The accumulated cost.
#[derive(Default)]
struct Cost {
    sure: Mix,
    /// Cost of the Cyrillic words if the text is Russian, and if it is Ukrainian.
    if_russian: Cents,
    if_ukrainian: Cents,
    /// Number of letters that Russian does not have.
    ukrainian_letters: u64,
    /// Number of letters that Ukrainian does not have.
    russian_letters: u64,
    /// Additional cost of the plain Latin words if the text is not English.
    if_accented: Cents,
    /// Cost of the words with letters beyond a to z.
    accented: Cents,
    /// Number of Latin words without such letters; those with them, by region.
    plain_words: u64,
    accented_words: Accented,
    /// The current run of pieces without a space, as far as read.
    run: Run,
}

impl Cost {
    fn add(&mut self, piece: Piece, text: &str) {
        if !self.run.goes_on(piece, text) {
            std::mem::take(&mut self.run).close(&mut self.sure);
            self.run.begin(piece, text);
        }
        match piece {
            Piece::Word { script: Script::Cyrillic, prefix, case, length } => {
                self.if_russian += cyrillic(prefix, case, length, false);
                self.if_ukrainian += cyrillic(prefix, case, length, true);
                self.count_letters(text);
            }
            Piece::Word { script: Script::Ascii, prefix, case, length } => {
                let english = ascii(prefix, case, length);
                let is_prose = prefix == Prefix::Space && case != Case::Upper;
                match length {
                    // Every vocabulary has single letters.
                    1 if prefix == Prefix::None => self.sure.add(Kind::English, english),
                    _ => self.run.add(if is_prose { Kind::English } else { Kind::Identifiers }, english),
                }
                self.if_accented += accented(prefix, case, length).saturating_sub(english);
                self.plain_words += 1;
            }
            Piece::Word { script: Script::Latin, prefix, case, length } => {
                self.accented += accented(prefix, case, length);
                self.accented_words.add(text);
            }
            Piece::Word { script: Script::Foreign(script), prefix, length, .. } => {
                let (kind, cost) = foreign(script, prefix, length, text);
                self.sure.add(kind, cost);
            }
            Piece::Digits => {
                self.sure.add(Kind::Numbers, 100);
                self.sure.add(Kind::Digits, 100 * text.chars().count() as Cents);
            }
            Piece::Signs { length, alike } => self.sure.add(Kind::Signs, signs(length, alike)),
            Piece::Marks { ascii, marks, pictures: 0 } => self.sure.add(Kind::Marks, line(100, 1, 35, ascii + marks)),
            Piece::Marks { ascii, marks, pictures } => {
                self.sure.add(Kind::Pictures, line(0, 0, 40, ascii + marks) + line(0, 0, 135, pictures));
            }
            Piece::Space { length } => self.sure.add(Kind::Space, line(100, 80, 2, length)),
        }
    }

    /// Counts the letters that only one of the Cyrillic languages has.
    fn count_letters(&mut self, text: &str) {
        for char in text.chars() {
            match char {
                'і' | 'ї' | 'є' | 'ґ' | 'І' | 'Ї' | 'Є' | 'Ґ' | 'ј' | 'љ' | 'њ' | 'ћ' | 'ђ' | 'џ' => {
                    self.ukrainian_letters += 1;
                }
                'ы' | 'э' | 'ъ' | 'ё' | 'Ы' | 'Э' | 'Ъ' | 'Ё' => self.russian_letters += 1,
                _ => {}
            }
        }
    }

    /// The total by kind. The vocabulary knows fewer Ukrainian words than Russian ones, and most words look alike: the
    /// letters unique to each language determine, over the whole text, how much of it is which. Russian uses its own
    /// about half as often. Likewise, the share of accented words determines how far a Latin text is from English.
    fn total(mut self) -> Mix {
        self.run.close(&mut self.sure);
        let russian = self.russian_letters * 2 + 1;
        let cyrillic = self.ukrainian_letters + russian;
        let (latin_kind, foreign) = self.accented_words.kind_and_share(self.plain_words);
        self.sure.add(Kind::Russian, self.if_russian - self.if_russian * self.ukrainian_letters / cyrillic);
        self.sure.add(Kind::Ukrainian, self.if_ukrainian * self.ukrainian_letters / cyrillic);
        self.sure.add(latin_kind, self.accented + self.if_accented * foreign.0 / foreign.1);
        self.sure
    }
}

/// Number of words with letters beyond a to z, by the region where such letters are used.
#[derive(Default)]
struct Accented {
    /// `é`, `ñ`, `ç`.
    western: u64,
    /// `ä`, `ö`, `ß`, `å`, `ø`.
    northern: u64,
    /// `ł`, `ř`, `ş`: letters beyond Latin-1.
    eastern: u64,
}

impl Accented {
    fn add(&mut self, word: &str) {
        let is_eastern = word.chars().any(|char| matches!(char, '\u{100}'..='\u{24f}'));
        let is_northern =
            |char| matches!(char, 'ä' | 'ö' | 'ü' | 'ß' | 'å' | 'ø' | 'æ' | 'Ä' | 'Ö' | 'Ü' | 'Å' | 'Ø' | 'Æ');
        match () {
            () if is_eastern => self.eastern += 1,
            () if word.chars().any(is_northern) => self.northern += 1,
            () => self.western += 1,
        }
    }

    /// The kind of the text's Latin words, and the share of the other words that is not English either, as a fraction.
    /// A German text has such letters in fewer words than a French one.
    fn kind_and_share(&self, plain: u64) -> (Kind, (u64, u64)) {
        let all = self.western + self.northern + self.eastern;
        let (kind, times) = if self.eastern * 3 > all {
            (Kind::Eastern, 2)
        } else if self.northern > self.western {
            (Kind::Northern, 4)
        } else {
            (Kind::Latin, 2)
        };
        let words = (plain + all).max(1);
        (kind, ((all * times).min(words), words))
    }
}

/// A run without a space: a word, an address, or a key and encoded data.
#[derive(Default)]
struct Run {
    english: Cents,
    identifiers: Cents,
    letters: usize,
    pieces: usize,
    signs: usize,
}

impl Run {
    /// Shorter runs are words.
    const SHORTEST: usize = 16;

    /// Whether the piece continues the run; if so it is counted.
    fn goes_on(&mut self, piece: Piece, text: &str) -> bool {
        let joins = text.bytes().next().is_some_and(|byte| matches!(byte, b'+' | b'/' | b'=' | b'-' | b'_'));
        let (letters, signs) = match piece {
            Piece::Word { script: Script::Ascii, prefix: Prefix::None, length, .. } => (length, 0),
            Piece::Word { script: Script::Ascii, prefix: Prefix::Ascii, length, .. } if joins => (length, 1),
            Piece::Digits => (text.len(), 0),
            Piece::Signs { length: 1, .. } if joins => (0, 1),
            _ => return false,
        };
        self.letters += letters;
        self.pieces += usize::from(letters > 0);
        self.signs += signs;
        true
    }

    fn begin(&mut self, piece: Piece, text: &str) {
        if let Piece::Word { script: Script::Ascii, length, .. } = piece {
            (self.letters, self.pieces) = (length, 1);
        }
        if piece == Piece::Digits {
            (self.letters, self.pieces) = (text.len(), 1);
        }
    }

    fn add(&mut self, kind: Kind, cost: Cents) {
        match kind {
            Kind::English => self.english += cost,
            _ => self.identifiers += cost,
        }
    }

    /// No language and no program splits a long run into pieces of at most four letters.
    fn close(self, into: &mut Mix) {
        let is_random =
            self.letters >= Self::SHORTEST && self.letters <= self.pieces * 4 && self.signs * 8 <= self.letters;
        if is_random {
            into.add(Kind::Random, self.english + self.identifiers);
        } else {
            into.add(Kind::English, self.english);
            into.add(Kind::Identifiers, self.identifiers);
        }
    }
}

/// The kind and the cost of a word that is neither Latin nor Cyrillic.
fn foreign(script: Foreign, prefix: Prefix, length: usize, text: &str) -> (Kind, Cents) {
    match script {
        Foreign::Ideographic => {
            let kind = if text.chars().any(is_kana) { Kind::Kana } else { Kind::Han };
            (kind, beyond(prefix).max(25) + line(25, 0, 74, length))
        }
        Foreign::Hangul => (Kind::Hangul, beyond(prefix) + line(60, 0, 50, length)),
        Foreign::Other => (Kind::OtherScripts, beyond(prefix) + line(60, 0, 40, length)),
    }
}

fn is_kana(char: char) -> bool {
    matches!(char, '\u{3040}'..='\u{30ff}')
}

fn signs(length: usize, alike: bool) -> Cents {
    match length {
        _ if alike => line(100, 3, 3, length),
        ..=2 => 101,
        _ => line(115, 3, 48, length),
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
    // Longer than any real word: keys, encoded data.
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
    if ukrainian {
        return ukrainian_word(case, length);
    }
    let own = match (prefix, case) {
        (_, Case::Upper) => line(100, 1, 65, length),
        // The ending of a long word is a separate token.
        (Prefix::Space, Case::Lower) => line(100, 3, 22, length.min(9)) + line(0, 9, 14, length),
        (_, Case::Lower) => line(100, 2, 33, length),
        (_, Case::Capital) => line(105, 2, 38, length),
    };
    beyond(prefix) + own
}

/// Most are split after their stem, so that what follows it costs little.
fn ukrainian_word(case: Case, length: usize) -> Cents {
    let stem = line(117, 3, 57, length.min(5)) + line(0, 5, 12, length);
    match case {
        Case::Lower => stem,
        Case::Capital => stem + 74,
        Case::Upper => line(100, 1, 65, length),
    }
}

/// The vocabulary has few words with a preceding sign other than a space.
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
