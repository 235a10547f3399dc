//! What the model that runs inside the page is asked, and how: chosen by trying.
//!
//! It is small (135 million parameters) and reads 10 to 20 tokens a second, so it gets a short system prompt and a
//! short window. Which provider gets this profile is decided by [`crate::compile`]; loading and running the model is
//! the browser's work.

use crate::model::Sampling;

/// What replaces the settings' own prompt, budget and sampling for one model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ModelProfile {
    /// The system prompt.
    pub system_prompt: &'static str,
    /// Tokens for the whole prompt: system prompt, window and current message.
    pub window_tokens: u32,
    /// The model's context in tokens: prompt and reply together.
    pub context_tokens: u32,
    /// The longest reply, in tokens.
    pub max_response_tokens: u32,
    /// How the model picks its words.
    pub sampling: Sampling,
    /// Whether the current date and time are sent.
    pub send_now: bool,
}

/// The profile of the in-page model.
#[must_use]
pub fn profile() -> ModelProfile {
    ModelProfile {
        system_prompt: "You are a helpful assistant. Answer briefly and plainly.",
        window_tokens: 1_500,
        context_tokens: 4_096,
        max_response_tokens: 512,
        sampling: Sampling { temperature: Some(0.2), top_p: Some(0.9), top_k: Some(40), repeat_penalty: Some(1.1) },
        // A clock before the message would make the model read the last turn again.
        send_now: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prompt_and_reply_fit_the_context() {
        let profile = profile();
        assert!(profile.window_tokens + profile.max_response_tokens <= profile.context_tokens);
    }
}
