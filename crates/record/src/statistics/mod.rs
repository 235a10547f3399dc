//! Statistics: what was sent and received, per day and model. Counts only, never content.
//!
//! `series` aggregates them for charts, `money` parses and formats the amounts of the price table.

pub mod series;

pub use crate::money;

use crate::{
    digest::Digest,
    id::ConversationId,
    message::Usage,
    time::{DAY_MS, MINUTE_MS, Now},
};
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
    /// Prompt tokens that the provider put into its cache for a surcharge. Zero in rows of builds before it was counted.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub written_tokens: u64,
    /// The model that was asked for last, where the server named another one in its replies: an alias, or a model that the
    /// server chose. `None` where they always were the same, and in rows of builds before it was kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub requested: Option<String>,
}

#[allow(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference; how large is small depends on the target"
)]
fn is_zero(count: &u64) -> bool {
    *count == 0
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
            written_tokens: 0,
            requested: None,
        }
    }

    /// No usage yet of a model that the server calls `served`.
    pub fn of(day: i32, conversation: ConversationId, requested: &str, served: Option<&str>) -> Self {
        let served = served.unwrap_or(requested);
        let requested = (requested != served).then(|| requested.to_owned());
        Self { requested, ..Self::new(day, conversation, served) }
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
        self.written_tokens = self.written_tokens.saturating_add(other.written_tokens);
        self.requested = self.requested.take().or_else(|| other.requested.clone());
    }

    /// Adds one request.
    pub fn add(&mut self, usage: Usage, messages: u32) {
        self.requests = self.requests.saturating_add(1);
        self.messages = self.messages.saturating_add(messages);
        self.prompt_tokens = self.prompt_tokens.saturating_add(usage.prompt_tokens.into());
        self.cached_tokens = self.cached_tokens.saturating_add(usage.cached_tokens.unwrap_or(0).into());
        self.completion_tokens = self.completion_tokens.saturating_add(usage.completion_tokens.into());
        self.written_tokens = self.written_tokens.saturating_add(usage.written_tokens.unwrap_or(0).into());
    }
}

/// The day on the user's calendar: days since 1970-01-01.
pub fn day_of(now: &Now) -> i32 {
    let local = now.at.0.saturating_add(i64::from(now.offset_minutes) * MINUTE_MS);
    i32::try_from(local.div_euclid(DAY_MS)).unwrap_or(i32::MAX)
}

/// The price of a million tokens, in millionths of the currency unit, so that it is a whole number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Price {
    /// The model's id, or a prefix of the ids of several. The longest one that applies counts.
    pub model: String,
    /// Price of a million uncached prompt tokens.
    pub prompt: u64,
    /// Price of a million cached prompt tokens.
    pub cached: u64,
    /// Price of a million reply tokens.
    pub completion: u64,
    /// Whether it applies to this model and its dated versions alone, like a price from the list of known ones: that of `o3`
    /// says nothing about `o3-pro`. A price that the user typed applies to all models whose ids begin like that.
    #[serde(default, skip_serializing_if = "is_false")]
    pub exact: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_false(value: &bool) -> bool {
    !value
}

/// Tokens to pay for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Billed {
    /// All prompt tokens.
    pub prompt: u64,
    /// Those of them that were served from the provider's cache.
    pub cached: u64,
    /// Those of them that were put into the provider's cache for a surcharge.
    pub written: u64,
    /// Reply tokens.
    pub completion: u64,
}

impl From<Usage> for Billed {
    fn from(usage: Usage) -> Self {
        Self {
            prompt: usage.prompt_tokens.into(),
            cached: usage.cached_tokens.unwrap_or(0).into(),
            written: usage.written_tokens.unwrap_or(0).into(),
            completion: usage.completion_tokens.into(),
        }
    }
}

impl Price {
    /// The cost of these tokens, in millionths of the currency unit. Tokens put into a cache cost a quarter more: only
    /// Anthropic reports them, and that is its surcharge for a cache of five minutes.
    pub fn of(&self, tokens: Billed) -> Option<u64> {
        let read = tokens.prompt.saturating_sub(tokens.cached);
        let parts = [(read, self.prompt), (tokens.cached, self.cached), (tokens.completion, self.completion)];
        let sum: u128 = parts.into_iter().map(|(tokens, each)| u128::from(tokens) * u128::from(each)).sum();
        let surcharge = (u128::from(tokens.written.min(read)) * u128::from(self.prompt)).div_ceil(4);
        u64::try_from((sum + surcharge).div_ceil(1_000_000)).ok()
    }
}

/// The price of a model: of those that apply, the one for the longest prefix.
pub fn price_of<'a>(prices: &'a [Price], model: &str) -> Option<&'a Price> {
    let applies =
        |price: &&Price| model.strip_prefix(price.model.as_str()).is_some_and(|rest| !price.exact || is_version(rest));
    prices.iter().filter(applies).max_by_key(|price| price.model.len())
}

/// Whether the rest of a model's id says which version of the model it is, such as a date, and not which other model.
pub fn is_version(rest: &str) -> bool {
    let is_date = |rest: &str| rest.len() >= 4 && rest.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    rest.is_empty() || rest.strip_prefix('-').is_some_and(is_date) || matches!(rest, "-latest" | "-preview")
}

/// The price of a model that the server calls `served`, or else of the model that was asked for.
pub fn price_of_reply<'a>(prices: &'a [Price], served: &str, requested: Option<&str>) -> Option<&'a Price> {
    price_of(prices, served).or_else(|| price_of(prices, requested?))
}

/// The cost in millionths of the currency unit; `None` if no price is known.
pub fn cost(prices: &[Price], usage: &DayUsage) -> Option<u64> {
    price_of_reply(prices, &usage.model, usage.requested.as_deref())?.of(Billed {
        prompt: usage.prompt_tokens,
        cached: usage.cached_tokens,
        written: usage.written_tokens,
        completion: usage.completion_tokens,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::Timestamp;

    #[test]
    fn a_row_from_before_idle_work_was_counted_is_read_and_found_where_it_was() {
        let day = DayUsage::new(1, ConversationId::new(Timestamp(0), [0; 10]), "small");
        let mut json = serde_json::to_value(&day).unwrap();
        assert!(json.get("written_tokens").is_none(), "as before it was counted");
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
        let price = |model: &str, prompt, cached, completion| Price {
            model: model.to_owned(),
            prompt,
            cached,
            completion,
            exact: false,
        };
        let prices = [price("gpt", 9_000_000, 9_000_000, 9_000_000), price("gpt-5-mini", 250_000, 25_000, 2_000_000)];
        let conversation = ConversationId::new(Timestamp(0), [0; 10]);
        let mut usage = DayUsage::new(0, conversation, "gpt-5-mini-2026");
        let counted = |written_tokens| Usage {
            prompt_tokens: 3_000_000,
            completion_tokens: 500_000,
            cached_tokens: Some(1_000_000),
            written_tokens,
        };
        usage.add(counted(None), 2);
        assert_eq!(cost(&prices, &usage), Some(500_000 + 25_000 + 1_000_000));
        let claude = prices[1].of(counted(Some(400_000)).into());
        assert_eq!(
            claude,
            Some(500_000 + 100_000 / 4 + 25_000 + 1_000_000),
            "what is put into the cache costs a quarter more"
        );
        assert_eq!(
            prices[1].of(counted(Some(u32::MAX)).into()),
            Some(625_000 + 25_000 + 1_000_000),
            "no more than was read"
        );
        assert_eq!(cost(&prices, &DayUsage::new(0, conversation, "llama")), None);
    }

    #[test]
    fn a_known_price_is_that_of_one_model_and_its_versions() {
        let price = |model: &str, exact| Price { model: model.to_owned(), prompt: 1, cached: 1, completion: 1, exact };
        let of = |prices: &[Price], model: &str| price_of(prices, model).map(|price| price.model.clone());
        let known = [price("o3", true)];
        for (model, is_its) in
            [("o3", true), ("o3-2025-04-16", true), ("o3-latest", true), ("o3-pro", false), ("o3x", false)]
        {
            assert_eq!(of(&known, model).is_some(), is_its, "{model}");
        }
        let both = [price("o3", true), price("o", false)];
        assert_eq!([of(&both, "o3-pro"), of(&both, "o3")], [Some("o".to_owned()), Some("o3".to_owned())]);
        let json = serde_json::to_value(price("o", false)).unwrap();
        assert!(json.get("exact").is_none(), "a row as earlier builds wrote it");
        assert_eq!(serde_json::from_value::<Price>(json).unwrap(), price("o", false));
    }

    #[test]
    fn a_model_without_a_price_has_that_of_the_model_that_was_asked_for() {
        let price =
            |model: &str, prompt| Price { model: model.to_owned(), prompt, cached: 0, completion: 0, exact: false };
        let prices = [price("latest", 1_000_000), price("served-1", 2_000_000)];
        let spent = |requested, served| {
            let mut usage = DayUsage::of(0, ConversationId::new(Timestamp(0), [0; 10]), requested, served);
            usage.add(Usage { prompt_tokens: 10, completion_tokens: 0, cached_tokens: None, written_tokens: None }, 2);
            (usage.model.clone(), cost(&prices, &usage))
        };
        assert_eq!(spent("latest", Some("unknown")), ("unknown".to_owned(), Some(10)));
        assert_eq!(spent("latest", Some("served-1-2026")), ("served-1-2026".to_owned(), Some(20)));
        assert_eq!(spent("latest", None), ("latest".to_owned(), Some(10)));
    }
}
