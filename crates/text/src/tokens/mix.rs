//! What a text is made of: its size by kinds of text, from which every vocabulary's estimate follows.

use super::{costs::Cost, pieces};

/// Hundredths of a token of `o200k_base`.
pub(super) type Cents = u64;

/// A kind of text that vocabularies know differently well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Words of a to z after a space.
    English,
    /// Other words of a to z: parts of names in programs, words behind a sign, capitals.
    Identifiers,
    /// Latin words with other letters, and the words around them: French, Spanish and their neighbours.
    Latin,
    /// Cyrillic words of a Russian text.
    Russian,
    /// Cyrillic words of a Ukrainian text.
    Ukrainian,
    /// Chinese characters.
    Han,
    /// Japanese syllables, and the characters between them.
    Kana,
    /// Korean.
    Hangul,
    /// Words of every other script.
    OtherScripts,
    /// Groups of up to three digits.
    Numbers,
    /// Single digits: the same ones once more, for vocabularies that have no groups.
    Digits,
    /// Signs of ASCII.
    Signs,
    /// Typographic signs.
    Marks,
    /// Emoji and other pictures.
    Pictures,
    /// White space that is not part of a word.
    Space,
    /// Letters of keys and encoded data.
    Random,
    /// As `Latin`, where most of these letters are those of German, Swedish and their neighbours.
    Northern,
    /// As `Latin`, where many of these letters are those of Polish, Czech, Turkish and their neighbours.
    Eastern,
}

/// How many kinds there are.
pub const KINDS: usize = Kind::Eastern as usize + 1;

/// The size of a text by [`Kind`], in hundredths of tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mix([Cents; KINDS]);

impl Mix {
    /// What `text` is made of. Linear in its length; it allocates nothing and is the same everywhere.
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

    /// By kind, in their order.
    pub fn by_kind(&self) -> &[u64; KINDS] {
        &self.0
    }

    pub(super) fn add(&mut self, kind: Kind, cost: Cents) {
        self.0[kind as usize] += cost;
    }
}

impl std::ops::AddAssign for Mix {
    fn add_assign(&mut self, other: Self) {
        self.0.iter_mut().zip(other.0).for_each(|(sum, more)| *sum += more);
    }
}
