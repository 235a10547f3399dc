//! Token usage of a reply, from the several fields where servers report it.

use crate::count::count;
use ricordo_record::message::Usage;
use serde_json::Value;

/// The counts so far. Servers send them once at the end, with every chunk, or in two fields that complete each other.
#[derive(Debug, Default)]
pub(super) struct UsageReport {
    known: Usage,
}

impl UsageReport {
    /// Merges the counts of this chunk and returns them if they changed. The last one returned is final.
    pub(super) fn push(&mut self, piece: &Value) -> Option<Usage> {
        let mut usage = self.known;
        if let Some(timings) = piece.get("timings") {
            from_timings(timings, &mut usage);
        }
        let reported = [piece.get("usage"), piece.pointer("/x_groq/usage")];
        if let Some(reported) = reported.into_iter().flatten().find(|usage| usage.is_object()) {
            from_usage(reported, &mut usage);
        }
        (usage != self.known).then(|| {
            self.known = usage;
            usage
        })
    }
}

fn from_usage(reported: &Value, usage: &mut Usage) {
    usage.prompt_tokens = count(reported.get("prompt_tokens")).unwrap_or(usage.prompt_tokens);
    let completion = count(reported.get("completion_tokens"));
    usage.completion_tokens = completion.unwrap_or(usage.completion_tokens);
    // xAI counts the reasoning in the total alone.
    if let (Some(prompt), Some(completion), Some(total)) =
        (count(reported.get("prompt_tokens")), completion, count(reported.get("total_tokens")))
    {
        usage.completion_tokens = completion.max(total.saturating_sub(prompt));
    }
    let cached = [reported.pointer("/prompt_tokens_details/cached_tokens"), reported.get("prompt_cache_hit_tokens")];
    usage.cached_tokens = cached.into_iter().find_map(count).or(usage.cached_tokens);
}

/// llama.cpp: `prompt_n` counts the prompt tokens that were processed, `cache_n` those that were cached. Older versions
/// do not send `cache_n`, and `prompt_n` alone would be mistaken for the length of the prompt.
fn from_timings(timings: &Value, usage: &mut Usage) {
    if let Some(cached) = count(timings.get("cache_n")) {
        usage.cached_tokens = Some(cached);
        usage.prompt_tokens = count(timings.get("prompt_n")).unwrap_or(0).saturating_add(cached);
        usage.completion_tokens = count(timings.get("predicted_n")).unwrap_or(usage.completion_tokens);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn counts_come_from_every_place() {
        for piece in [
            json!({"usage": {"prompt_tokens": 9, "completion_tokens": 3, "prompt_tokens_details": {"cached_tokens": 4}}}),
            json!({"x_groq": {"usage": {"prompt_tokens": 9, "completion_tokens": 3, "prompt_cache_hit_tokens": 4}}}),
            json!({"usage": null, "timings": {"cache_n": 4, "prompt_n": 5, "predicted_n": 3}}),
            json!({"usage": {"prompt_tokens": 9, "completion_tokens": 3}, "timings": {"cache_n": 4, "prompt_n": 5}}),
        ] {
            let expected =
                Usage { prompt_tokens: 9, completion_tokens: 3, cached_tokens: Some(4), written_tokens: None };
            assert_eq!(UsageReport::default().push(&piece), Some(expected), "{piece}");
        }
    }

    #[test]
    fn reasoning_that_only_the_total_counts_is_a_part_of_the_reply() {
        for (piece, completion_tokens) in [
            (
                json!({"prompt_tokens": 32, "completion_tokens": 9, "total_tokens": 135,
                    "completion_tokens_details": {"reasoning_tokens": 94}}),
                103,
            ),
            (json!({"prompt_tokens": 32, "completion_tokens": 9, "total_tokens": 41}), 9),
            (json!({"prompt_tokens": 32, "completion_tokens": 9, "total_tokens": 0}), 9),
            (json!({"prompt_tokens": 32, "completion_tokens": 9, "total_tokens": null}), 9),
            (json!({"completion_tokens": 9, "total_tokens": 135}), 9),
        ] {
            let usage = UsageReport::default().push(&json!({"usage": piece})).unwrap();
            assert_eq!(usage.completion_tokens, completion_tokens, "{piece}");
        }
    }

    #[test]
    fn the_same_counts_are_told_once() {
        let mut report = UsageReport::default();
        let piece = json!({"usage": {"prompt_tokens": 9, "completion_tokens": 1, "prompt_tokens_details": null}});
        assert_eq!(report.push(&piece).map(|usage| usage.cached_tokens), Some(None));
        assert_eq!(report.push(&piece), None);
        assert_eq!(report.push(&json!({"usage": {"completion_tokens": 2}})).map(|usage| usage.prompt_tokens), Some(9));
    }

    #[test]
    fn nonsense_is_not_counted() {
        for piece in [json!({}), json!({"usage": 7}), json!({"usage": {"prompt_tokens": -1, "completion_tokens": "3"}})]
        {
            assert_eq!(UsageReport::default().push(&piece), None, "{piece}");
        }
        let huge = json!({"usage": {"prompt_tokens": 1e30}});
        assert_eq!(UsageReport::default().push(&huge).map(|usage| usage.prompt_tokens), Some(u32::MAX));
    }
}
