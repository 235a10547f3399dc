//! The composition of a text: its size by kind of text, from which every vocabulary's estimate follows.

/// Hundredths of a token of `o200k_base`.
pub(super) type Cents = u64;

/// A kind of text that vocabularies cover differently well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Words of a to z after a space.
    English,
    /// Other words of a to z: parts of identifiers, words after a sign, capitals.
    Identifiers,
    /// Latin words with other letters, and the words around them: French, Spanish and similar languages.
    Latin,
    /// Cyrillic words of a Russian text.
    Russian,
    /// Cyrillic words of a Ukrainian text.
    Ukrainian,
    /// Chinese characters.
    Han,
    /// Japanese kana, and the characters between them.
    Kana,
    /// Korean.
    Hangul,
    /// Words of all other scripts.
    OtherScripts,
    /// Groups of up to three digits.
    Numbers,
    /// Single digits: the same ones counted again, for vocabularies without groups.
    Digits,
    /// ASCII signs.
    Signs,
    /// Typographic signs.
    Marks,
    /// Emoji and other pictures.
    Pictures,
    /// White space that is not part of a word.
    Space,
    /// Letters in keys and encoded data.
    Random,
    /// Like `Latin`, if most of these letters are those of German, Swedish and similar languages.
    Northern,
    /// Like `Latin`, if many of these letters are those of Polish, Czech, Turkish and similar languages.
    Eastern,
}

/// The number of kinds.
pub const KINDS: usize = Kind::Eastern as usize + 1;

/// The size of a text by [`Kind`], in hundredths of tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mix([Cents; KINDS]);

impl Mix {
    /// The sizes by kind, in order.
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
