//! Daily usage as a continuous series for charts and sums, including days without usage.

use super::{DayUsage, Price, cost};

/// Total usage of one day, of all requested models.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DayTotal {
    /// Days since 1970-01-01 in the user's local time.
    pub day: i32,
    /// As in [`DayUsage`].
    pub requests: u64,
    /// As in [`DayUsage`].
    pub messages: u64,
    /// As in [`DayUsage`].
    pub prompt_tokens: u64,
    /// As in [`DayUsage`]; included in `prompt_tokens`.
    pub cached_tokens: u64,
    /// As in [`DayUsage`].
    pub completion_tokens: u64,
    /// Cost in millionths of the currency unit, of the models with a known price; `None` if there are none.
    pub cost: Option<u64>,
}

impl DayTotal {
    fn add(&mut self, usage: &DayUsage, prices: &[Price]) {
        self.requests = self.requests.saturating_add(usage.requests.into());
        self.messages = self.messages.saturating_add(usage.messages.into());
        self.prompt_tokens = self.prompt_tokens.saturating_add(usage.prompt_tokens);
        self.cached_tokens = self.cached_tokens.saturating_add(usage.cached_tokens);
        self.completion_tokens = self.completion_tokens.saturating_add(usage.completion_tokens);
        self.add_cost(cost(prices, usage));
    }

    fn add_cost(&mut self, cost: Option<u64>) {
        if let Some(cost) = cost {
            self.cost = Some(self.cost.unwrap_or(0).saturating_add(cost));
        }
    }

    /// The sum of some days; its `day` is that of the last.
    pub fn sum(days: &[Self]) -> Self {
        days.iter().fold(Self::default(), |mut sum, day| {
            sum.day = day.day;
            sum.requests = sum.requests.saturating_add(day.requests);
            sum.messages = sum.messages.saturating_add(day.messages);
            sum.prompt_tokens = sum.prompt_tokens.saturating_add(day.prompt_tokens);
            sum.cached_tokens = sum.cached_tokens.saturating_add(day.cached_tokens);
            sum.completion_tokens = sum.completion_tokens.saturating_add(day.completion_tokens);
            sum.add_cost(day.cost);
            sum
        })
    }
}

/// The last `count` days up to `today`, one entry each, oldest first; of one model or of all.
pub fn series(usage: &[DayUsage], model: Option<&str>, prices: &[Price], today: i32, count: u16) -> Vec<DayTotal> {
    let first = today.saturating_sub(i32::from(count)).saturating_add(1);
    let mut days: Vec<DayTotal> = (first..=today).map(|day| DayTotal { day, ..DayTotal::default() }).collect();
    for usage in usage.iter().filter(|usage| model.is_none_or(|model| usage.model == model)) {
        let place = usage.day.checked_sub(first).and_then(|place| usize::try_from(place).ok());
        if let Some(day) = place.and_then(|place| days.get_mut(place)) {
            day.add(usage, prices);
        }
    }
    days
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{id::ConversationId, message::Usage, time::Timestamp};
    use proptest::prelude::*;

    fn usage(day: i32, model: &str) -> DayUsage {
        let mut usage = DayUsage::new(day, ConversationId::new(Timestamp(0), [1; 10]), model);
        usage.add(
            Usage { prompt_tokens: 1_000, completion_tokens: 200, cached_tokens: Some(400), written_tokens: None },
            2,
        );
        usage
    }

    #[test]
    fn every_day_has_its_place_and_those_before_have_none() {
        let price = Price { model: "a".to_owned(), prompt: 3_000_000, cached: 0, completion: 15_000_000, exact: false };
        let days = series(&[usage(10, "a"), usage(10, "b"), usage(8, "a"), usage(7, "a")], None, &[price], 10, 3);
        let shown: Vec<_> = days.iter().map(|day| (day.day, day.requests, day.cost)).collect();
        assert_eq!(shown, [(8, 1, Some(4_800)), (9, 0, None), (10, 2, Some(4_800))]);
        assert_eq!(DayTotal::sum(&days).cost, Some(9_600));
        assert_eq!(series(&[usage(10, "a"), usage(10, "b")], Some("b"), &[], 10, 1)[0].messages, 2);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn nothing_within_the_days_is_lost(days in proptest::collection::vec(-5i32..40, 0..30), count in 0u16..50) {
            let all: Vec<DayUsage> = days.iter().map(|day| usage(*day, "a")).collect();
            let found = series(&all, None, &[], 30, count);
            let within = days.iter().filter(|day| **day <= 30 && **day > 30 - i32::from(count)).count();
            prop_assert_eq!(found.len(), usize::from(count));
            prop_assert_eq!(DayTotal::sum(&found).requests, within as u64);
        }
    }
}
