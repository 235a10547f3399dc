//! Known prices of hosted models, in US dollars, with the day they were looked up. Nothing applies by itself: the user adds
//! them to the price table, where they can be corrected.
//!
//! From the price list that LiteLLM 1.110.2 ships. Prices that depend on the length of the prompt or the time of day are the
//! ordinary ones.

use super::known::known_at;
use crate::statistics::{Price, is_version};

/// Day on which the prices were looked up.
pub const PRICES_OF: &str = "2026-11-26";

/// A model by its name without a date, and what a million tokens cost in millionths of a dollar.
struct Row {
    provider: &'static str,
    model: &'static str,
    prompt: u64,
    cached: u64,
    completion: u64,
}

macro_rules! prices {
    ($($provider:literal { $($model:literal, $prompt:literal, $cached:literal, $completion:literal;)* })*) => {
        const PRICES: &[Row] = &[$($(Row {
            provider: $provider, model: $model, prompt: $prompt, cached: $cached, completion: $completion,
        },)*)*];
    };
}

prices! {
    "OpenAI" {
        "chat-latest", 5_000_000, 500_000, 30_000_000;
        "gpt-4.1", 2_000_000, 500_000, 8_000_000;
        "gpt-4.1-mini", 400_000, 100_000, 1_600_000;
        "gpt-4o", 2_500_000, 1_250_000, 10_000_000;
        "gpt-4o-mini", 150_000, 75_000, 600_000;
        "gpt-5", 1_250_000, 125_000, 10_000_000;
        "gpt-5-mini", 250_000, 25_000, 2_000_000;
        "gpt-5-nano", 50_000, 5_000, 400_000;
        "gpt-5-pro", 15_000_000, 15_000_000, 120_000_000;
        "gpt-5.2", 1_750_000, 175_000, 14_000_000;
        "gpt-5.2-pro", 21_000_000, 21_000_000, 168_000_000;
        "gpt-5.3-codex", 1_750_000, 175_000, 14_000_000;
        "gpt-5.4", 2_500_000, 250_000, 15_000_000;
        "gpt-5.4-mini", 750_000, 75_000, 4_500_000;
        "gpt-5.4-nano", 200_000, 20_000, 1_250_000;
        "gpt-5.4-pro", 30_000_000, 30_000_000, 180_000_000;
        "gpt-5.5", 5_000_000, 500_000, 30_000_000;
        "gpt-5.5-pro", 30_000_000, 30_000_000, 180_000_000;
        "gpt-5.6", 4_000_000, 400_000, 20_000_000;
        "gpt-5.6-luna", 200_000, 20_000, 1_200_000;
        "gpt-5.6-terra", 2_000_000, 200_000, 12_000_000;
        "gpt-6-astra", 10_000_000, 1_000_000, 50_000_000;
        "gpt-6-luna", 100_000, 10_000, 500_000;
        "gpt-6-sol", 2_000_000, 200_000, 10_000_000;
        "gpt-6.1-sol", 2_000_000, 100_000, 10_000_000;
        "gpt-6.1-terra", 1_000_000, 50_000, 5_000_000;
        "o3", 2_000_000, 500_000, 8_000_000;
        "o3-pro", 20_000_000, 20_000_000, 80_000_000;
    }
    "Anthropic" {
        "claude-fable-5", 10_000_000, 1_000_000, 50_000_000;
        "claude-fable-5-1", 10_000_000, 250_000, 50_000_000;
        "claude-haiku-4-5", 1_000_000, 100_000, 5_000_000;
        "claude-haiku-5-5", 100_000, 10_000, 500_000;
        "claude-opus-4-5", 5_000_000, 500_000, 25_000_000;
        "claude-opus-4-6", 5_000_000, 500_000, 25_000_000;
        "claude-opus-4-7", 5_000_000, 500_000, 25_000_000;
        "claude-opus-4-8", 5_000_000, 500_000, 25_000_000;
        "claude-opus-5", 5_000_000, 500_000, 25_000_000;
        "claude-opus-5-5", 4_000_000, 200_000, 20_000_000;
        "claude-sonnet-4-5", 3_000_000, 300_000, 15_000_000;
        "claude-sonnet-4-6", 3_000_000, 300_000, 15_000_000;
        "claude-sonnet-5", 2_000_000, 200_000, 10_000_000;
        "claude-sonnet-5-5", 2_000_000, 100_000, 10_000_000;
    }
    "Google Gemini" {
        "gemini-2.5-flash", 300_000, 30_000, 2_500_000;
        "gemini-2.5-flash-lite", 100_000, 10_000, 400_000;
        "gemini-2.5-pro", 1_250_000, 125_000, 10_000_000;
        "gemini-3-flash-preview", 500_000, 50_000, 3_000_000;
        "gemini-3.1-flash-lite", 250_000, 25_000, 1_500_000;
        "gemini-3.1-pro-preview", 2_000_000, 200_000, 12_000_000;
        "gemini-3.5-flash", 1_500_000, 150_000, 9_000_000;
        "gemini-3.5-flash-lite", 300_000, 30_000, 2_500_000;
        "gemini-3.6-flash", 750_000, 75_000, 3_750_000;
        "gemini-3.7-flash", 750_000, 75_000, 3_750_000;
        "gemini-3.8-flash", 750_000, 75_000, 3_750_000;
        "gemini-4-argon", 2_000_000, 100_000, 10_000_000;
        "gemini-4-hydrogen", 1_500_000, 75_000, 7_500_000;
        "gemini-flash-latest", 750_000, 75_000, 3_750_000;
        "gemini-flash-lite-latest", 300_000, 30_000, 2_500_000;
        "gemini-pro-latest", 2_000_000, 200_000, 12_000_000;
    }
    "Mistral" {
        "codestral-2508", 300_000, 30_000, 900_000;
        "codestral-latest", 300_000, 30_000, 900_000;
        "codestral-mamba-latest", 250_000, 25_000, 250_000;
        "devstral-latest", 400_000, 40_000, 2_000_000;
        "devstral-medium-latest", 400_000, 40_000, 2_000_000;
        "devstral-small-latest", 100_000, 10_000, 300_000;
        "magistral-medium-latest", 1_500_000, 150_000, 7_500_000;
        "magistral-small-latest", 150_000, 15_000, 600_000;
        "ministral-14b-2512", 200_000, 20_000, 200_000;
        "ministral-14b-latest", 200_000, 20_000, 200_000;
        "ministral-3-14b-2512", 200_000, 20_000, 200_000;
        "ministral-3-3b-2512", 100_000, 10_000, 100_000;
        "ministral-3-8b-2512", 150_000, 15_000, 150_000;
        "ministral-3b-2512", 100_000, 10_000, 100_000;
        "ministral-3b-latest", 100_000, 10_000, 100_000;
        "ministral-8b-2512", 150_000, 15_000, 150_000;
        "ministral-8b-latest", 150_000, 15_000, 150_000;
        "mistral-code-latest", 300_000, 30_000, 900_000;
        "mistral-large-2512", 500_000, 50_000, 1_500_000;
        "mistral-large-3", 500_000, 50_000, 1_500_000;
        "mistral-large-4", 700_000, 70_000, 2_100_000;
        "mistral-large-latest", 500_000, 50_000, 1_500_000;
        "mistral-medium", 1_500_000, 150_000, 7_500_000;
        "mistral-small", 100_000, 10_000, 300_000;
        "mistral-small-2603", 150_000, 15_000, 600_000;
        "mistral-small-latest", 150_000, 15_000, 600_000;
        "mistral-tiny", 250_000, 25_000, 250_000;
        "open-mistral-nemo", 300_000, 30_000, 300_000;
        "pixtral-large-latest", 2_000_000, 200_000, 6_000_000;
    }
    "DeepSeek" {
        "deepseek-flash", 300_000, 6_000, 1_200_000;
        "deepseek-v4-flash", 300_000, 6_000, 1_200_000;
        "deepseek-v4-pro", 1_320_000, 44_000, 3_960_000;
    }
    "Groq" {
        "openai/gpt-oss-120b", 150_000, 75_000, 600_000;
        "openai/gpt-oss-20b", 75_000, 37_500, 300_000;
        "qwen/qwen3.8-27b", 800_000, 800_000, 4_000_000;
    }
}

/// The known price of a model at an address. `None` for other servers, which may serve a model of the same name for another
/// price or for none, and for a model whose name only begins like a known one.
pub fn known_price(base_url: &str, model: &str) -> Option<Price> {
    let provider = known_at(base_url)?.name;
    let name = model.strip_prefix("models/").unwrap_or(model);
    let is_of = |row: &&Row| row.provider == provider && name.strip_prefix(row.model).is_some_and(is_version);
    // `mistral-small-latest` has a row of its own beside that of `mistral-small`.
    let row = PRICES.iter().filter(is_of).max_by_key(|row| row.model.len())?;
    let Row { prompt, cached, completion, .. } = *row;
    Some(Price { model: model.to_owned(), prompt, cached, completion, exact: true })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::price_of;

    #[test]
    fn every_row_is_plausible_and_belongs_to_a_known_provider() {
        use super::super::known::KNOWN;
        for row in PRICES {
            assert!(KNOWN.iter().any(|known| known.name == row.provider), "{}", row.provider);
            assert!(row.cached <= row.prompt && row.prompt <= row.completion, "{}", row.model);
            assert!((10_000..=200_000_000).contains(&row.completion), "{}", row.model);
        }
    }

    #[test]
    fn every_row_is_found_by_its_own_name() {
        use super::super::known::KNOWN;
        for row in PRICES {
            let base_url = KNOWN.iter().find(|known| known.name == row.provider).unwrap().base_url;
            let price = known_price(base_url, row.model).unwrap();
            let found = (price.prompt, price.cached, price.completion);
            assert_eq!(found, (row.prompt, row.cached, row.completion), "{}", row.model);
        }
    }

    #[test]
    fn a_model_has_its_price_only_at_its_own_provider() {
        let openai = "https://api.openai.com/v1";
        let price = known_price(openai, "gpt-4o-mini-2024-07-18").unwrap();
        assert_eq!((price.prompt, price.cached, price.completion), (150_000, 75_000, 600_000));
        assert_eq!(known_price("http://127.0.0.1:11434", "gpt-4o-mini"), None, "a server of one's own");
        assert_eq!(known_price("https://api.anthropic.com", "gpt-4o-mini"), None);
    }

    #[test]
    fn another_model_whose_name_begins_alike_has_no_price() {
        let openai = "https://api.openai.com/v1";
        for model in ["gpt-5.99", "gpt-5-ultra", "gpt-5-1", "o3-max", "gpt", "some-other-model"] {
            assert_eq!(known_price(openai, model), None, "{model}");
        }
        assert_eq!(known_price("https://api.anthropic.com", "claude-opus-5-9"), None);
        assert!(known_price("https://api.anthropic.com", "claude-haiku-4-5-20251001").is_some());
        assert!(known_price("https://api.anthropic.com/v1", "claude-haiku-4-5-latest").is_some());
    }

    #[test]
    fn the_row_applies_to_the_name_that_is_requested() {
        let google = "https://generativelanguage.googleapis.com/v1beta/openai";
        for row in PRICES.iter().filter(|row| row.provider == "Google Gemini") {
            let name = format!("models/{}", row.model);
            let price = known_price(google, &name).unwrap();
            assert_eq!(price_of(std::slice::from_ref(&price), &name), Some(&price), "{name}");
        }
    }
}
