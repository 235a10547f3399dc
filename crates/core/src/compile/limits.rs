//! The limits of one request: the settings, as far as the model allows them.

use crate::{
    in_page,
    model::Sampling,
    provider::{Provider, ProviderKind},
    settings::{Language, LayerLimits, Settings, default_prompt, prompt_text},
    tokens::estimate,
};

/// The longest system prompt for the in-page model, in tokens: a longer one makes its replies incoherent, and it reads
/// only 10 to 20 tokens a second.
pub const IN_PAGE_SYSTEM_PROMPT_TOKENS: u32 = 60;

/// The limits of one request.
#[derive(Clone, Debug, PartialEq)]
pub struct Limits {
    /// The system prompt to send.
    pub system_prompt: String,
    /// Whether the user's own system prompt is not sent, because it is too long for the model.
    pub prompt_is_too_long: bool,
    /// Whether the date and time are sent.
    pub send_now: bool,
    /// The most tokens the prompt may have.
    pub budget: u32,
    /// The longest reply, in tokens.
    pub max_response_tokens: u32,
    /// The most messages of the window; `None`: as many as the budget holds.
    pub window_messages: Option<u32>,
    /// How much of the window is cut at a time, in percent.
    pub trim_step_percent: u32,
    /// The limits of each layer, in the order in which they are sent.
    pub layers: Vec<LayerLimits>,
    /// The context size to request, in tokens, where it is known or must be stated.
    pub context_tokens: Option<u32>,
    /// Sampling parameters.
    pub sampling: Sampling,
}

impl Limits {
    /// The limits of a request to `provider`.
    pub fn of(settings: &Settings, provider: &Provider) -> Self {
        let limits = Self {
            system_prompt: prompt_text(settings).to_owned(),
            prompt_is_too_long: false,
            send_now: settings.send_now,
            budget: settings.context_max_tokens,
            max_response_tokens: settings.max_response_tokens,
            window_messages: settings.window_messages(),
            trim_step_percent: settings.trim_step_percent,
            layers: settings.layers.clone(),
            context_tokens: provider.context_tokens,
            sampling: settings.sampling,
        };
        match provider.kind {
            ProviderKind::InPage => limits.in_page(provider),
            ProviderKind::OpenAiCompatible | ProviderKind::Anthropic => limits.within_context(provider.context_tokens),
            ProviderKind::Ollama => limits.within_context(provider.context_tokens).asking_for_context(),
        }
    }

    /// A known context must hold the prompt and the reply; the reply is reduced to at most half of it.
    fn within_context(mut self, context_tokens: Option<u32>) -> Self {
        if let Some(context) = context_tokens {
            self.max_response_tokens = self.max_response_tokens.min(context / 2);
            self.budget = self.budget.min(context - self.max_response_tokens);
        }
        self
    }

    /// Ollama uses a context of 4096 tokens if none is requested, which is less than the usual budget. Requests enough
    /// for the budget and the reply, plus a quarter of the budget for vocabularies that need more tokens than the
    /// estimate. Not more, also where the model can: Ollama reserves memory for the whole context before it answers.
    fn asking_for_context(mut self) -> Self {
        let slack = self.budget / 4;
        let needed = self.budget.saturating_add(slack).saturating_add(self.max_response_tokens);
        self.context_tokens = Some(self.context_tokens.map_or(needed, |known| known.min(needed)));
        self
    }

    /// Limits for a larger model in the page: it reads slowly, and its memory use grows with the context.
    fn larger_in_page(self, provider: &Provider) -> Self {
        let profile = in_page::larger_profile();
        Self {
            // In front of the message, the clock would make the model read the last turn again.
            send_now: false,
            budget: self.budget.min(profile.window_tokens),
            max_response_tokens: self.max_response_tokens.min(profile.max_response_tokens),
            ..self
        }
        .within_context(Some(provider.context_tokens.unwrap_or(profile.context_tokens)))
    }

    fn in_page(self, provider: &Provider) -> Self {
        if !provider.base_url.is_empty() && !in_page::is_tiny(&provider.model) {
            return self.larger_in_page(provider);
        }
        let profile = in_page::profile();
        // The user did not choose the default of any language, and this model does better with a prompt of its own.
        let defaults = [Language::En, Language::Uk, Language::Ru].map(default_prompt);
        let is_default = defaults.contains(&self.system_prompt.as_str());
        let is_too_long = !is_default && estimate(&self.system_prompt) > IN_PAGE_SYSTEM_PROMPT_TOKENS;
        let is_replaced = is_default || is_too_long;
        Self {
            system_prompt: if is_replaced { profile.system_prompt.to_owned() } else { self.system_prompt },
            prompt_is_too_long: is_too_long,
            send_now: profile.send_now,
            budget: self.budget.min(profile.window_tokens),
            max_response_tokens: self.max_response_tokens.min(profile.max_response_tokens),
            sampling: profile.sampling,
            ..self
        }
        .within_context(Some(provider.context_tokens.unwrap_or(profile.context_tokens)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{id::ProviderId, settings::SystemPrompt, time::Timestamp};

    fn context(kind: ProviderKind, context_tokens: Option<u32>) -> Option<u32> {
        let provider = Provider {
            id: ProviderId::new(Timestamp(1), [1; 10]),
            name: String::new(),
            kind,
            base_url: String::new(),
            model: String::new(),
            context_tokens,
            supports_images: false,
            has_tools: true,
        };
        let settings = Settings { context_max_tokens: 8_000, max_response_tokens: 2_000, ..Settings::default() };
        Limits::of(&settings, &provider).context_tokens
    }

    #[test]
    fn a_larger_model_in_the_page_gets_the_users_own_prompt_and_more_room() {
        let shipped = Provider::in_page();
        let own = Provider { base_url: "https://example.org/model.gguf".to_owned(), ..shipped.clone() };
        let larger = Provider { model: "Qwen2.5-0.5B".to_owned(), context_tokens: None, ..own.clone() };
        let settings = Settings::default();
        let of = |provider| Limits::of(&settings, provider);
        assert_eq!(of(&larger).system_prompt, prompt_text(&settings));
        assert!(of(&larger).budget > of(&shipped).budget);
        assert!(of(&larger).max_response_tokens > of(&shipped).max_response_tokens);
        assert_eq!(of(&own).system_prompt, of(&shipped).system_prompt, "one as small is treated as the shipped one");
    }

    #[test]
    fn the_model_of_the_page_gets_its_short_prompt_for_the_default_of_any_language_and_a_short_one_of_the_user() {
        let of = |prompt: SystemPrompt, language| {
            let settings = Settings { system_prompt: prompt, language, ..Settings::default() };
            Limits::of(&settings, &Provider::in_page()).system_prompt
        };
        let short = in_page::profile().system_prompt;
        for language in [Language::En, Language::Uk, Language::Ru] {
            assert_eq!(of(SystemPrompt::default(), language), short, "{language:?}");
            assert_eq!(of(default_prompt(Language::Uk).into(), language), short, "its text, in {language:?}");
            assert_eq!(of("You are a pirate.".into(), language), "You are a pirate.");
            assert_eq!(of("ahoy ".repeat(200).as_str().into(), language), short, "a long one");
        }
    }

    #[test]
    fn only_a_long_prompt_of_the_users_own_is_too_long_and_only_for_a_tiny_model() {
        let larger = Provider {
            base_url: "https://example.org/model.gguf".to_owned(),
            model: "Qwen2.5-0.5B".to_owned(),
            ..Provider::in_page()
        };
        let is_too_long = |prompt: SystemPrompt, provider: &Provider| {
            let settings = Settings { system_prompt: prompt, ..Settings::default() };
            Limits::of(&settings, provider).prompt_is_too_long
        };
        let long = || SystemPrompt::from("ahoy ".repeat(200).as_str());
        assert!(is_too_long(long(), &Provider::in_page()));
        assert!(!is_too_long(SystemPrompt::default(), &Provider::in_page()));
        assert!(!is_too_long("You are a pirate.".into(), &Provider::in_page()));
        assert!(!is_too_long(long(), &larger));
    }

    #[test]
    fn ollama_is_asked_for_a_context_that_holds_the_budget_and_the_reply() {
        assert_eq!(context(ProviderKind::Ollama, None), Some(12_000));
        assert_eq!(context(ProviderKind::Ollama, Some(6_000)), Some(6_000));
        assert_eq!(context(ProviderKind::Ollama, Some(131_072)), Some(12_000), "not all that the model can");
        assert_eq!(context(ProviderKind::OpenAiCompatible, None), None);
        assert_eq!(context(ProviderKind::Anthropic, None), None);
    }
}
