//! Statistics: what was sent and received, per day and model. Counts only, never content.
//!
//! `series` aggregates them for charts, `money` parses and formats the amounts of the price table.

pub mod series;

pub use crate::money;

use crate::{digest::Digest, id::ConversationId, message::Usage, time::Now};
use serde::{Deserialize, Serialize};

/// Usage of one model in one conversation on one day of the user's calendar.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DayUsage {
    /// Days since 1970-01-01 in the user's local time.
    pub day: i32,
    /// The conversation.
    pub conversation: ConversationId,
    /// The model's id at the provider.
    pub model: String,
    /// Requests that got a reply, complete or partial.
    pub requests: u32,
    /// Stored messages: the user's and the replies.
    pub messages: u32,
    /// Tokens of all prompts: the provider's count if reported, otherwise our estimate.
    pub prompt_tokens: u64,
    /// Prompt tokens served from the provider's cache.
    pub cached_tokens: u64,
    /// Tokens of all replies: the provider's count if reported, otherwise our estimate.
    pub completion_tokens: u64,
    /// Whether these are background requests, which have a separate row.
    #[serde(default)]
    pub background: bool,
}

impl DayUsage {
    /// No usage yet.
    pub fn new(day: i32, conversation: ConversationId, model: &str) -> Self {
        let model = model.to_owned();
        Self {
            day,
            conversation,
            model,
            requests: 0,
            messages: 0,
            prompt_tokens: 0,
            cached_tokens: 0,
            completion_tokens: 0,
            background: false,
        }
    }

    /// The model in the record's key: a digest, because a model's id can be any text. Background work has a different
    /// digest.
    pub fn model_digest(&self) -> Digest {
        if self.background {
            // No model's id contains this.
            return Digest::of(format!("\0background\0{}", self.model).as_bytes());
        }
        Digest::of(self.model.as_bytes())
    }

    /// Adds the counts of another conversation on the same day with the same model.
    pub fn add_all(&mut self, other: &Self) {
        self.requests = self.requests.saturating_add(other.requests);
        self.messages = self.messages.saturating_add(other.messages);
        self.prompt_tokens = self.prompt_tokens.saturating_add(other.prompt_tokens);
        self.cached_tokens = self.cached_tokens.saturating_add(other.cached_tokens);
        self.completion_tokens = self.completion_tokens.saturating_add(other.completion_tokens);
    }

    /// Adds one request.
    pub fn add(&mut self, usage: Usage, messages: u32) {
        self.requests = self.requests.saturating_add(1);
        self.messages = self.messages.saturating_add(messages);
        self.prompt_tokens = self.prompt_tokens.saturating_add(usage.prompt_tokens.into());
        self.cached_tokens = self.cached_tokens.saturating_add(usage.cached_tokens.unwrap_or(0).into());
        self.completion_tokens = self.completion_tokens.saturating_add(usage.completion_tokens.into());
    }
}

/// The day on the user's calendar: days since 1970-01-01.
pub fn day_of(now: &Now) -> i32 {
    let local = now.at.0.saturating_add(i64::from(now.offset_minutes) * 60_000);
    i32::try_from(local.div_euclid(86_400_000)).unwrap_or(i32::MAX)
}

/// The price of a million tokens, in millionths of the currency unit, so that it is a whole number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Price {
    /// Prefix of the model's id. The longest matching prefix applies.
    pub model: String,
    /// Price of a million uncached prompt tokens.
    pub prompt: u64,
    /// Price of a million cached prompt tokens.
    pub cached: u64,
    /// Price of a million reply tokens.
    pub completion: u64,
}

impl Price {
    /// The cost of these tokens, in millionths of the currency unit; `cached` is included in `prompt`.
    pub fn of(&self, prompt: u64, cached: u64, completion: u64) -> Option<u64> {
        let read = prompt.saturating_sub(cached);
        let parts = [(read, self.prompt), (cached, self.cached), (completion, self.completion)];
        let sum: u128 = parts.into_iter().map(|(tokens, each)| u128::from(tokens) * u128::from(each)).sum();
        u64::try_from(sum.div_ceil(1_000_000)).ok()
    }
}

/// The price of a model: the one with the longest matching prefix.
pub fn price_of<'a>(prices: &'a [Price], model: &str) -> Option<&'a Price> {
    let matching = prices.iter().filter(|price| model.starts_with(price.model.as_str()));
    matching.max_by_key(|price| price.model.len())
}

/// The cost in millionths of the currency unit; `None` if no price is known.
pub fn cost(prices: &[Price], usage: &DayUsage) -> Option<u64> {
    price_of(prices, &usage.model)?.of(usage.prompt_tokens, usage.cached_tokens, usage.completion_tokens)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::Timestamp;

    #[test]
    fn a_row_from_before_idle_work_was_counted_is_read_and_found_where_it_was() {
        let day = DayUsage::new(1, ConversationId::new(Timestamp(0), [0; 10]), "small");
        let mut json = serde_json::to_value(&day).unwrap();
        json.as_object_mut().unwrap().remove("background").unwrap();
        assert_eq!(serde_json::from_value::<DayUsage>(json).unwrap(), day);
        assert_eq!(day.model_digest(), Digest::of(b"small"));
        assert_ne!(DayUsage { background: true, ..day.clone() }.model_digest(), day.model_digest());
    }

    #[test]
    fn the_day_is_that_of_the_wall_clock() {
        let now = |hours: i64, offset_minutes| Now { at: Timestamp(hours * 3_600_000), offset_minutes };
        assert_eq!(day_of(&now(23, 0)), 0);
        assert_eq!(day_of(&now(23, 120)), 1);
        assert_eq!(day_of(&now(1, -120)), -1);
    }

    #[test]
    fn the_longest_matching_price_counts_and_cached_tokens_cost_less() {
        let price =
            |model: &str, prompt, cached, completion| Price { model: model.to_owned(), prompt, cached, completion };
        let prices = [price("gpt", 9_000_000, 9_000_000, 9_000_000), price("gpt-5-mini", 250_000, 25_000, 2_000_000)];
        let conversation = ConversationId::new(Timestamp(0), [0; 10]);
        let mut usage = DayUsage::new(0, conversation, "gpt-5-mini-2026");
        usage.add(Usage { prompt_tokens: 3_000_000, completion_tokens: 500_000, cached_tokens: Some(1_000_000) }, 2);
        assert_eq!(cost(&prices, &usage), Some(500_000 + 25_000 + 1_000_000));
        assert_eq!(cost(&prices, &DayUsage::new(0, conversation, "llama")), None);
    }
}
