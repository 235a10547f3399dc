//! Token usage of a reply. The counts come in two events, and the prompt's count in three parts.

use crate::count::count;
use ricordo_record::message::Usage;
use serde_json::Value;

#[derive(Debug, Default)]
pub(super) struct UsageReport {
    /// Prompt tokens that were neither read from the cache nor written to it.
    input: u32,
    /// Tokens written to the cache.
    written: u32,
    /// Tokens read from the cache.
    read: Option<u32>,
    output: u32,
    reported: Option<Usage>,
}

impl UsageReport {
    /// Merges a `usage` object and returns the counts if they changed. Counts it does not name keep their last value.
    pub(super) fn push(&mut self, usage: &Value) -> Option<Usage> {
        let named = |name: &str| count(usage.get(name));
        self.input = named("input_tokens").unwrap_or(self.input);
        self.written = named("cache_creation_input_tokens").unwrap_or(self.written);
        self.read = named("cache_read_input_tokens").or(self.read);
        self.output = named("output_tokens").unwrap_or(self.output);
        let of_the_cache = self.written.saturating_add(self.read.unwrap_or(0));
        let usage = Usage {
            prompt_tokens: self.input.saturating_add(of_the_cache),
            completion_tokens: self.output,
            cached_tokens: self.read,
            written_tokens: Some(self.written).filter(|written| *written > 0),
        };
        let is_new = usage != self.reported.unwrap_or_default();
        self.reported = Some(usage);
        is_new.then_some(usage)
    }
}

#[cfg(test)]
mod tests {
    use super::UsageReport;
    use ricordo_record::message::Usage;
    use serde_json::json;

    #[test]
    fn the_prompt_is_the_sum_of_its_parts() {
        let mut report = UsageReport::default();
        let start = json!({"input_tokens": 9, "cache_creation_input_tokens": 20, "cache_read_input_tokens": 400, "output_tokens": 1});
        let usage =
            Usage { prompt_tokens: 429, completion_tokens: 1, cached_tokens: Some(400), written_tokens: Some(20) };
        assert_eq!(report.push(&start), Some(usage));
        assert_eq!(report.push(&json!({"output_tokens": 30})), Some(Usage { completion_tokens: 30, ..usage }));
        assert_eq!(report.push(&json!({"output_tokens": 30})), None);
        assert_eq!(report.push(&json!(null)), None);
    }
}
