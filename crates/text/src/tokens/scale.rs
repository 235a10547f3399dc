//! How a model counts: as the vocabulary that its name tells, or as the worst of those that it may have.

use super::{
    Family,
    family::Row,
    mix::{Kind, Mix},
};
use serde::{Deserialize, Serialize};

/// The vocabularies that a model may have. Never none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scale {
    /// A bit for each by its place in [`Family::ALL`].
    families: u32,
}

impl Default for Scale {
    /// The plain estimate.
    fn default() -> Self {
        Self::of(Family::O200k)
    }
}

impl Scale {
    /// That of a family.
    pub fn of(family: Family) -> Self {
        Self { families: 1 << family as u32 }
    }

    /// That of any of several families: a bit for each by its place in [`Family::ALL`], at least one.
    pub fn of_any(families: u32) -> Self {
        debug_assert_ne!(families, 0, "a model has a vocabulary");
        Self { families }
    }

    /// The size of a text, in tokens. 0 for an empty one, at least 1 for any other.
    pub fn text(&self, text: &str) -> u32 {
        self.mix(&Mix::of(text)).max(u32::from(!text.is_empty()))
    }

    /// The most that a text of such a mix may be, in tokens.
    pub fn mix(&self, mix: &Mix) -> u32 {
        self.families().map(|family| sum(family.row(), mix)).max().unwrap_or(0)
    }

    /// The least that a text of such a mix may be, in tokens.
    pub fn least(&self, mix: &Mix) -> u32 {
        self.families().map(|family| sum(family.row(), mix)).min().unwrap_or(0)
    }

    /// What one kind of text is multiplied by at most, in thousandths.
    pub fn per_mille(&self, kind: Kind) -> u32 {
        self.factor(kind as usize)
    }

    /// As [`Scale::per_mille`], by the place of the kind in [`Kind`]; 0 beyond the last.
    pub fn factor(&self, kind: usize) -> u32 {
        self.families().filter_map(|family| family.row().get(kind)).map(|factor| u32::from(*factor)).max().unwrap_or(0)
    }

    /// What a message costs beyond its words at most, in tokens.
    pub fn tokens_per_message(&self) -> u32 {
        self.families().map(Family::tokens_per_message).max().unwrap_or(0)
    }

    /// Whether the model's vocabulary is known.
    pub fn is_known(&self) -> bool {
        self.families.count_ones() == 1
    }

    /// Whether it is the estimate that is stored with messages.
    pub fn is_plain(&self) -> bool {
        *self == Self::default()
    }

    fn families(self) -> impl Iterator<Item = Family> {
        Family::ALL.into_iter().filter(move |family| self.families & (1 << *family as u32) != 0)
    }
}

fn sum(row: &Row, mix: &Mix) -> u32 {
    let sum: u64 = mix.by_kind().iter().zip(row).map(|(cents, factor)| cents * u64::from(*factor)).sum();
    u32::try_from((sum + 50_000) / 100_000).unwrap_or(u32::MAX)
}
