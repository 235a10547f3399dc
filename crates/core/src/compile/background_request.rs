//! Background requests: requests outside a turn, such as one for a summary. They hold a prompt and nothing of the
//! conversation: no system prompt, no memories, no tools.

use super::Limits;
use crate::{
    message::Role,
    model::{ChatRequest, RequestMessage, Sampling},
    provider::{Provider, ProviderKind},
    settings::Settings,
};

/// Temperature of background requests: low, because a summary must stay close to its source.
const TEMPERATURE: f32 = 0.2;

/// The longest test reply, in tokens: enough for a word after some short reasoning.
const TEST_TOKENS: u32 = 64;

/// A request for a short reply, to test that a model replies at all.
pub fn test_request(provider: &Provider, settings: &Settings) -> ChatRequest {
    background_request(provider, settings, "Say OK.", TEST_TOKENS)
}

/// The request that sends `prompt` and asks for at most `max_tokens`, and never more than half of a known context.
pub fn background_request(provider: &Provider, settings: &Settings, prompt: &str, max_tokens: u32) -> ChatRequest {
    let limits = Limits::of(settings, provider);
    let sampling = match provider.kind {
        // The profile of the model in the page was tuned by experiment.
        ProviderKind::InPage => limits.sampling,
        _ => Sampling { temperature: Some(TEMPERATURE), ..Sampling::default() },
    };
    ChatRequest {
        model: provider.model.clone(),
        messages: vec![RequestMessage::text(Role::User, prompt)],
        max_response_tokens: max_tokens.min(provider.context_tokens.map_or(max_tokens, |context| context / 2)),
        sampling,
        tools: Vec::new(),
        stable_messages: 0,
        // As for a reply: Ollama loads the model again for another context, and what is summed up was measured for this one.
        context_tokens: limits.context_tokens,
        attachments: Vec::new(),
    }
}
