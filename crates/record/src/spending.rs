//! What a request would use.

use crate::money;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Size and price of a request that is not sent yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spending {
    /// Estimated tokens of the prompt.
    pub tokens: u32,
    /// Estimated cost of the prompt in millionths of the currency unit, as if nothing of it were cached; `None` if the
    /// model has no price.
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
