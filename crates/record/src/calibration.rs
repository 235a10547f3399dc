//! What the estimate is off by, for one model, from the token counts that providers report.

use ricordo_text::tokens::{Family, Scale};
use serde::{Deserialize, Serialize};

/// What a sample weighs at most, in tokens: so much of a long prompt tells as much as all of it, and a few turns after a
/// change of the model are not outweighed by one long prompt before it.
const MAX_WEIGHT: u64 = 256;
/// The sums are kept in thousandths of tokens, so that rounding does not show.
const SCALE: u64 = 1_000;
/// Of the older samples, with each new one: after 20 turns less than a tenth is left of what was before.
const FADE: (u64, u64) = (7, 8);
/// The widest ratio that is believed: tokenizers differ by less, and what is beyond is a server that counts otherwise.
const WIDEST: u64 = 4;
/// From so many samples on, the ratio of a model counts as known.
const ENOUGH_SAMPLES: u32 = 3;

/// How far, in thousandths, a count may lie from the estimate of a family that it does not rule out.
const FAR: u64 = 80;
/// The families that a model of an unknown name may have. Not that of the model in the page: it is made for English alone and
/// would make every other text look three times as long as it is.
const COMMON: u32 = (1 << Family::ALL.len()) - 1 - (1 << Family::SmolLm as u32);
/// How many tokens a server may add to a prompt on its own.
const ADDED: u64 = 40;
/// Shorter prompts rule out nothing.
const TELLING: u32 = 200;

/// How the estimate compares with what a provider counts, for one provider and model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Calibration {
    /// What was estimated, in thousandths of tokens: a sum over the samples in which older ones fade.
    pub estimated: u64,
    /// What the provider counted for the same prompts, as `estimated`.
    pub reported: u64,
    /// How many samples there were.
    pub samples: u32,
    /// The families that the counts rule out, a bit for each by its place in [`Family::ALL`]. `None`: noted when every
    /// estimate was that of one vocabulary, so the sums above compare with something else.
    #[serde(default)]
    pub ruled_out: Option<u32>,
}

impl Calibration {
    /// Takes one prompt's two counts, in tokens. Nonsense is passed over: a zero, and a ratio beyond 1 : 4.
    ///
    /// Not for a prompt of which `truncation` found that it was cut: its count says nothing about the tokenizer.
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

    /// As it holds today: what was learned of other estimates is passed over.
    #[must_use]
    pub fn in_force(self) -> Self {
        if self.ruled_out.is_some() { self } else { Self::default() }
    }

    /// Whether there were enough samples for the ratio to count.
    pub fn is_known(&self) -> bool {
        self.samples >= ENOUGH_SAMPLES
    }

    /// What to multiply an estimate by, in thousandths: 1000 without samples, and up to 2500. It never lowers an estimate:
    /// the next text may be of another kind than those that were counted.
    pub fn per_mille(&self) -> u32 {
        u32::try_from(self.ratio().clamp(1_000, 2_500)).unwrap_or(1_000)
    }

    /// Takes what each family would count for a prompt, in the order of [`Family::ALL`], and what the provider did: those
    /// that are far off are ruled out. Where none would be left, all are possible again.
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

    /// The vocabularies that a model may have: by its name, or those that its counts leave of all.
    pub fn scale(&self, model: &str) -> Scale {
        match Family::of_model(model) {
            Some(family) => Scale::of(family),
            None => Scale::of_any(self.possible()),
        }
    }

    /// The families that a model of an unknown name may have, a bit for each by its place in [`Family::ALL`].
    fn possible(&self) -> u32 {
        match COMMON & !self.ruled_out.unwrap_or(0) {
            0 => COMMON,
            left => left,
        }
    }

    /// The ratio in thousandths, as it is; 1000 without samples.
    pub fn ratio(&self) -> u64 {
        match (self.samples, self.estimated) {
            (0, _) | (_, 0) => 1_000,
            (_, estimated) => u64::try_from(u128::from(self.reported) * 1_000 / u128::from(estimated)).unwrap_or(1_000),
        }
    }
}

#[cfg(test)]
mod tests;
