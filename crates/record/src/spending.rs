//! What a request would use, and whether the user wants to be asked before it is sent.

use crate::{
    settings::Settings,
    statistics::{money, price_of},
};
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
    /// What a prompt of `tokens` and a reply of up to `reply` tokens use with a model.
    pub fn of(settings: &Settings, model: &str, tokens: u32, reply: u32) -> Self {
        let price = price_of(&settings.prices, model);
        let cost = |reply: u32| price.and_then(|price| price.of(tokens.into(), 0, reply.into()));
        Self { tokens, prompt: cost(0), most: cost(reply) }
    }

    /// Whether it exceeds a limit above which the user wants to be asked. A cost counts with its longest reply.
    pub fn needs_consent(&self, settings: &Settings) -> bool {
        let is_long = settings.confirm_above_tokens.is_some_and(|most| self.tokens > most);
        let limit = settings.confirm_above_cost.map(|most| (f64::from(most) * 1e6).round());
        #[allow(clippy::cast_precision_loss, reason = "amounts of money are far below 2^53 millionths")]
        let is_dear = limit.is_some_and(|limit| self.most.is_some_and(|cost| cost as f64 > limit));
        is_long || is_dear
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
    use crate::statistics::Price;

    /// 2 for a million tokens of the prompt, 8 for a million of the reply.
    fn settings(tokens: Option<u32>, cost: Option<f32>) -> Settings {
        let price = Price { model: "paid".to_owned(), prompt: 2_000_000, cached: 0, completion: 8_000_000 };
        Settings { prices: vec![price], confirm_above_tokens: tokens, confirm_above_cost: cost, ..Settings::default() }
    }

    fn asks(settings: &Settings, model: &str, tokens: u32, reply: u32) -> bool {
        Spending::of(settings, model, tokens, reply).needs_consent(settings)
    }

    #[test]
    fn without_a_limit_nothing_is_asked() {
        let settings = settings(None, None);
        assert!(!asks(&settings, "paid-2", u32::MAX, u32::MAX));
        assert_eq!(Settings::default().confirm_above_cost, None);
    }

    #[test]
    fn a_limit_in_tokens_counts_the_prompt_alone() {
        let settings = settings(Some(1_000), None);
        assert!(!asks(&settings, "free", 1_000, 60_000) && asks(&settings, "free", 1_001, 1));
    }

    #[test]
    fn a_limit_in_money_counts_the_longest_reply_and_a_model_without_a_price_costs_nothing() {
        let settings = settings(None, Some(0.1));
        // 0.02 for the prompt and 0.08 for the reply.
        assert!(!asks(&settings, "paid", 10_000, 10_000), "exactly the limit");
        assert!(asks(&settings, "paid", 10_001, 10_000) && !asks(&settings, "free", 1_000_000, 60_000));
        let spending = Spending::of(&settings, "paid", 10_000, 10_000);
        assert_eq!((spending.prompt, spending.most), (Some(20_000), Some(100_000)));
    }

    #[test]
    fn a_limit_of_zero_asks_before_anything_that_costs() {
        let settings = settings(None, Some(0.0));
        assert!(asks(&settings, "paid", 1, 0) && !asks(&settings, "free", 1, 1));
    }
}
