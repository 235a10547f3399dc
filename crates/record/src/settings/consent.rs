//! Whether the user wants to be asked before a request is sent.

use super::Settings;
use crate::{
    spending::Spending,
    statistics::{Billed, price_of},
};

impl Settings {
    /// What a request uses with a model, from what it costs at most.
    pub fn spending(&self, model: &str, most: Billed) -> Spending {
        let price = price_of(&self.prices, model);
        let cost = |tokens: Billed| price?.of(tokens);
        let tokens = u32::try_from(most.prompt).unwrap_or(u32::MAX);
        Spending { tokens, prompt: cost(Billed { completion: 0, ..most }), most: cost(most) }
    }

    /// Whether a request exceeds a limit above which the user wants to be asked. A cost counts with its longest reply.
    pub fn needs_consent(&self, spending: &Spending) -> bool {
        let is_long = self.confirm_above_tokens.is_some_and(|most| spending.tokens > most);
        let limit = self.confirm_above_cost.map(|most| (f64::from(most) * 1e6).round());
        #[allow(clippy::cast_precision_loss, reason = "amounts of money are far below 2^53 millionths")]
        let is_dear = limit.is_some_and(|limit| spending.most.is_some_and(|cost| cost as f64 > limit));
        is_long || is_dear
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::Price;

    /// 2 for a million tokens of the prompt, 8 for a million of the reply.
    fn settings(tokens: Option<u32>, cost: Option<f32>) -> Settings {
        let price =
            Price { model: "paid".to_owned(), prompt: 2_000_000, cached: 0, completion: 8_000_000, exact: false };
        Settings { prices: vec![price], confirm_above_tokens: tokens, confirm_above_cost: cost, ..Settings::default() }
    }

    fn asks(settings: &Settings, model: &str, tokens: u32, reply: u32) -> bool {
        settings.needs_consent(
            &settings.spending(model, Billed { prompt: tokens.into(), completion: reply.into(), ..Billed::default() }),
        )
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
        let spent = |written| {
            let most = Billed { prompt: 10_000, cached: 0, written, completion: 10_000 };
            let spending = settings.spending("paid", most);
            (spending.prompt, spending.most)
        };
        assert_eq!(spent(0), (Some(20_000), Some(100_000)));
        assert_eq!(spent(10_000), (Some(25_000), Some(105_000)), "it may all be put into the cache");
    }

    #[test]
    fn a_limit_of_zero_asks_before_anything_that_costs() {
        let settings = settings(None, Some(0.0));
        assert!(asks(&settings, "paid", 1, 0) && !asks(&settings, "free", 1, 1));
    }
}
