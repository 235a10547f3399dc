//! Calibration of the token estimate for a model, from the counts that providers report.

use ricordo_text::tokens::{Family, Scale};
use serde::{Deserialize, Serialize};

/// Largest weight of a sample, in tokens: this much of a long prompt is as informative as all of it, and a few turns
/// after a change of model are not outweighed by one long prompt before it.
const MAX_WEIGHT: u64 = 256;
/// The sums are kept in thousandths of tokens, to avoid rounding errors.
const SCALE: u64 = 1_000;
/// Decay of older samples with each new one: after 20 turns they retain less than a tenth of their weight.
const FADE: (u64, u64) = (7, 8);
/// Largest plausible ratio: tokenizers differ by less, so a larger one means that the server counts differently.
const WIDEST: u64 = 4;
/// Samples needed until the ratio of a model counts as known.
const ENOUGH_SAMPLES: u32 = 3;

/// Tolerance between a count and a family's estimate, per mille, within which the family is not ruled out.
const FAR: u64 = 80;
/// The families possible for an unknown model name. Excludes that of the model in this browser: its vocabulary is made
/// for English alone and would make all other text appear three times as long as it is.
const COMMON: u32 = (1 << Family::ALL.len()) - 1 - (1 << Family::SmolLm as u32);
/// Tokens that a server may add to a prompt.
const ADDED: u64 = 40;
/// Prompts with a smaller estimate rule out nothing.
const TELLING: u32 = 200;

/// How the estimate compares with a provider's counts, for one provider and model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Calibration {
    /// The estimates, in thousandths of tokens: a sum over the samples in which older ones decay.
    pub estimated: u64,
    /// The provider's counts for the same prompts, as in `estimated`.
    pub reported: u64,
    /// Number of samples.
    pub samples: u32,
    /// The families ruled out by the counts, one bit each by its index in [`Family::ALL`]. `None` if stored when all
    /// estimates used a single vocabulary; the sums are then not comparable.
    #[serde(default)]
    pub ruled_out: Option<u32>,
}

impl Calibration {
    /// Adds the two counts of one prompt, in tokens. Implausible ones are ignored: zero, and a ratio beyond 1 : 4.
    ///
    /// Not for a prompt that `truncation` found to be truncated: its count says nothing about the tokenizer.
    pub fn add(&mut self, estimated: u32, reported: u32) {
        let (estimated, reported) = (u64::from(estimated), u64::from(reported));
        if estimated == 0 || reported == 0 || reported > estimated * WIDEST || estimated > reported * WIDEST {
            return;
        }
        let weight = estimated.min(MAX_WEIGHT) * SCALE;
        let (kept, of) = FADE;
        self.estimated = self.estimated.saturating_mul(kept) / of + weight;
        self.reported = self.reported.saturating_mul(kept) / of + weight * reported / estimated;
        self.samples = self.samples.saturating_add(1);
        self.ruled_out.get_or_insert(0);
    }

    /// The calibration to use: one learned from incompatible estimates is reset.
    #[must_use]
    pub fn in_force(self) -> Self {
        if self.ruled_out.is_some() { self } else { Self::default() }
    }

    /// Whether there are enough samples for the ratio to be known.
    pub fn is_known(&self) -> bool {
        self.samples >= ENOUGH_SAMPLES
    }

    /// Factor for estimates, per mille: 1000 without samples, at most 2500. It never lowers an estimate, because the
    /// next text may be of another kind than those counted.
    pub fn per_mille(&self) -> u32 {
        u32::try_from(self.ratio().clamp(1_000, 2_500)).unwrap_or(1_000)
    }

    /// Takes each family's estimate for a prompt, in the order of [`Family::ALL`], and the provider's count, and rules
    /// out the families that are far off. If none would be left, all are possible again.
    pub fn rule_out(&mut self, estimates: &[u32], reported: u32) {
        let mut ruled_out = self.ruled_out.unwrap_or(0);
        let reported = u64::from(reported);
        for (place, &estimate) in estimates.iter().enumerate().filter(|(_, estimate)| **estimate >= TELLING) {
            let estimate = u64::from(estimate);
            let (least, most) = (estimate * (1_000 - FAR) / 1_000, estimate * (1_000 + FAR) / 1_000 + ADDED);
            if reported < least || reported > most {
                ruled_out |= 1 << place;
            }
        }
        self.ruled_out = Some(if COMMON & !ruled_out == 0 { 0 } else { ruled_out });
    }

    /// The vocabularies that a model may have: the one its name implies, or those not ruled out by its counts.
    pub fn scale(&self, model: &str) -> Scale {
        match Family::of_model(model) {
            Some(family) => Scale::of(family),
            None => Scale::of_any(self.possible()),
        }
    }

    /// The families possible for an unknown model name, one bit each by its index in [`Family::ALL`].
    fn possible(&self) -> u32 {
        match COMMON & !self.ruled_out.unwrap_or(0) {
            0 => COMMON,
            left => left,
        }
    }

    /// The unclamped ratio, per mille; 1000 without samples.
    pub fn ratio(&self) -> u64 {
        match (self.samples, self.estimated) {
            (0, _) | (_, 0) => 1_000,
            (_, estimated) => u64::try_from(u128::from(self.reported) * 1_000 / u128::from(estimated)).unwrap_or(1_000),
        }
    }
}

#[cfg(test)]
mod tests;
