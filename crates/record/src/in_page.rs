//! The profile of the model in this browser: prompt and parameters found by experiment.
//!
//! The model is small (SmolLM2, 135 million parameters) and reads 10 to 20 tokens a second on two cores, so it gets a
//! short system prompt and a short window. `compile` decides that this profile replaces the settings; the browser loads
//! and runs the model. Larger models (`catalogue`) also run in the page: they get the user's own prompt and larger
//! limits.

mod catalogue;

pub use catalogue::{CATALOGUE, CatalogueModel, name_of};

use crate::request::Sampling;

/// Replaces the prompt, budget and sampling of the settings for one model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ModelProfile {
    /// The system prompt.
    pub system_prompt: &'static str,
    /// Tokens for the whole prompt: system prompt, window and current message.
    pub window_tokens: u32,
    /// The model's context in its own tokens, prompt and reply together.
    pub context_tokens: u32,
    /// The longest reply, in tokens.
    pub max_response_tokens: u32,
    /// Sampling parameters.
    pub sampling: Sampling,
    /// Whether the current date and time are sent.
    pub send_now: bool,
}

/// Limits of a larger model in this browser. Prompt and sampling come from the settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LargerProfile {
    /// Tokens for the whole prompt.
    pub window_tokens: u32,
    /// The model's context in its own tokens, prompt and reply together. Memory use grows with it.
    pub context_tokens: u32,
    /// The longest reply, in tokens.
    pub max_response_tokens: u32,
}

/// The profile of any other model that runs in the page.
#[must_use]
pub fn larger_profile() -> LargerProfile {
    LargerProfile { window_tokens: 3_000, context_tokens: 8_192, max_response_tokens: 1_024 }
}

/// The profile of the model that comes with the app.
#[must_use]
pub fn profile() -> ModelProfile {
    ModelProfile {
        // Told to be brief without examples, this model rambles ("2+2 is a classic math problem"). Two short examples
        // make it answer plainly; a third makes it repeat the examples.
        system_prompt: "You are a helpful assistant. Answer in short sentences.\n\
            User: What is 3+3?\n\
            Assistant: 3+3 is 6.\n\
            User: My name is Tom.\n\
            Assistant: Hello, Tom! How can I help you?",
        window_tokens: 1_500,
        // Three times the window, plus the reply: the vocabulary is English, and Cyrillic takes three times as many of
        // its tokens as we estimate.
        context_tokens: 5_120,
        max_response_tokens: 256,
        sampling: Sampling {
            // Always the most likely token: at 0.2 it already told Anna that her name is Emily.
            temperature: Some(0.0),
            top_p: None,
            top_k: None,
            // A slight penalty: without it the steps for boiling an egg go round in circles; at 1.1 it avoids the words
            // of the question, and with them the answer ("Paris, not France!").
            repeat_penalty: Some(1.03),
        },
        // A clock before the message would force the model to process the last turn again.
        send_now: false,
    }
}

/// Whether the model's name says that it is about as small as the one that comes with the app, such as
/// `SmolLM2-135M-Instruct`. It then needs the same profile, wherever its weights came from: a larger prompt makes
/// its replies incoherent.
pub fn is_tiny(model: &str) -> bool {
    /// In millions.
    const MOST_PARAMETERS: u32 = 200;
    let mut parts = model.split(|letter: char| !letter.is_ascii_alphanumeric());
    parts.any(|part| {
        let millions = part.strip_suffix(['M', 'm']).and_then(|number| number.parse::<u32>().ok());
        millions.is_some_and(|millions| millions <= MOST_PARAMETERS)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::provider::Provider;
    use ricordo_text::tokens::estimate;

    #[test]
    fn a_name_tells_a_tiny_model() {
        assert!(is_tiny(&Provider::in_page().model) && is_tiny("smollm2-135m-instruct.q4_1"));
        assert!(!CATALOGUE.iter().any(|larger| is_tiny(larger.name)));
        assert!(!is_tiny("Qwen2.5-0.5B") && !is_tiny("M") && !is_tiny(""));
    }

    #[test]
    fn the_system_prompt_is_short() {
        // 55 by the model's own vocabulary.
        assert!(estimate(profile().system_prompt) <= 60, "{} tokens", estimate(profile().system_prompt));
    }

    #[test]
    fn prompt_and_reply_fit_the_context() {
        let profile = profile();
        assert!(profile.window_tokens + profile.max_response_tokens <= profile.context_tokens);
        let larger = larger_profile();
        assert!(larger.window_tokens * 2 + larger.max_response_tokens <= larger.context_tokens);
    }
}
