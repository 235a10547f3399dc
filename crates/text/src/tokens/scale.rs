//! Token counts of a model: by the vocabulary that its name implies, or the worst case of those it may have.

use super::{Family, family::Row, mix::Mix};
use serde::{Deserialize, Serialize};

/// The vocabularies that a model may have; at least one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scale {
    /// One bit per family, by its index in [`Family::ALL`].
    families: u32,
}

impl Default for Scale {
    /// The plain estimate.
    fn default() -> Self {
        Self::of(Family::O200k)
    }
}

impl Scale {
    /// The scale of one family.
    pub fn of(family: Family) -> Self {
        Self { families: 1 << family as u32 }
    }

    /// The scale of several possible families: one bit each by its index in [`Family::ALL`], at least one.
    pub fn of_any(families: u32) -> Self {
        debug_assert_ne!(families, 0, "a model has a vocabulary");
        Self { families }
    }

    /// Size of a text, in tokens. 0 for an empty one, at least 1 for any other.
    pub fn text(&self, text: &str) -> u32 {
        self.mix(&Mix::of(text)).max(u32::from(!text.is_empty()))
    }

    /// Upper bound of the size of a text with this mix, in tokens.
    pub fn mix(&self, mix: &Mix) -> u32 {
        self.families().map(|family| sum(family.row(), mix)).max().unwrap_or(0)
    }

    /// Lower bound of the size of a text with this mix, in tokens.
    pub fn least(&self, mix: &Mix) -> u32 {
        self.families().map(|family| sum(family.row(), mix)).min().unwrap_or(0)
    }

    /// The largest factor for a kind of text, per mille, by its index in [`Kind`](super::Kind); 0 beyond the last.
    pub fn factor(&self, kind: usize) -> u32 {
        self.families().filter_map(|family| family.row().get(kind)).map(|factor| u32::from(*factor)).max().unwrap_or(0)
    }

    /// Largest overhead of a message besides its text, in tokens.
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
