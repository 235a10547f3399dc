//! What a request would use.

use crate::money;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Part of a size or a price by which a request may exceed what was agreed to. Both are estimates, and the time in the
/// prompt changes while the question is shown.
const TOLERANCE: u64 = 50;

/// Size and price of a request that is not sent yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spending {
    /// Estimated tokens of the prompt.
    pub tokens: u32,
    /// Estimated cost of the prompt in millionths of the currency unit, as if nothing of it came from a cache; `None` if
    /// the model has no price.
    pub prompt: Option<u64>,
    /// Cost of the prompt and of the longest reply that the settings allow.
    pub most: Option<u64>,
}

impl Spending {
    /// Both requests together. A model without a price adds nothing to the cost.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        let sum = |one: Option<u64>, other: Option<u64>| match (one, other) {
            (Some(one), Some(other)) => Some(one.saturating_add(other)),
            (one, other) => one.or(other),
        };
        Self {
            tokens: self.tokens.saturating_add(other.tokens),
            prompt: sum(self.prompt, other.prompt),
            most: sum(self.most, other.most),
        }
    }

    /// Whether a user who agreed to this agreed to a request of that size and price, too.
    pub fn covers(&self, asked: &Self) -> bool {
        let is_within = |now: u64, agreed: u64| now <= agreed.saturating_add(agreed / TOLERANCE);
        // Without a price there is no amount to exceed. A price that is new was not agreed to.
        let is_paid = |now: Option<u64>, agreed: Option<u64>| {
            now.is_none_or(|now| agreed.is_some_and(|agreed| is_within(now, agreed)))
        };
        is_within(asked.tokens.into(), self.tokens.into())
            && is_paid(asked.prompt, self.prompt)
            && is_paid(asked.most, self.most)
    }
}

impl fmt::Display for Spending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "This request has about {} tokens", self.tokens)?;
        if let (Some(prompt), Some(most)) = (self.prompt, self.most) {
            let [prompt, most] = [prompt, most].map(money::typed);
            write!(f, " and costs about {prompt}, or up to {most} with the reply")?;
        }
        f.write_str(". You asked to confirm requests of this size before they are sent.")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_sent_unasked_only_if_it_is_no_larger_and_no_dearer() {
        let agreed = Spending { tokens: 1_000, prompt: Some(10_000), most: Some(100_000) };
        let covers = |asked: Spending| agreed.covers(&asked);
        assert!(covers(agreed) && covers(Spending { tokens: 10, prompt: Some(1), most: Some(2) }));
        assert!(covers(Spending { tokens: 1_020, prompt: Some(10_200), ..agreed }), "the time of day is longer");
        assert!(covers(Spending { prompt: None, most: None, ..agreed }), "its price was removed");
        for more in [
            Spending { tokens: 1_021, ..agreed },
            Spending { prompt: Some(10_201), ..agreed },
            Spending { most: Some(102_001), ..agreed },
        ] {
            assert!(!covers(more), "{more:?}");
        }
        let unpriced = Spending { prompt: None, most: None, ..agreed };
        assert!(!unpriced.covers(&agreed), "its price is new");
    }
}
