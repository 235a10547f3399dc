//! An errand: a request that is no turn, such as one for a summary. It holds a prompt and nothing of the conversation
//! around it: no system prompt, no memories, no tools.

use super::Limits;
use crate::{
    message::Role,
    model::{ChatRequest, RequestMessage, Sampling},
    provider::{Provider, ProviderKind},
    settings::Settings,
};

/// How a model picks its words on an errand: near the likeliest, because a summary is to tell what is there.
const TEMPERATURE: f32 = 0.2;

/// The tokens that a test answer may have: enough for a word after a short thought.
const TEST_TOKENS: u32 = 64;

/// The request for a short answer that shows that a model answers at all.
pub fn test_request(provider: &Provider, settings: &Settings) -> ChatRequest {
    background_request(provider, settings, "Say OK.", TEST_TOKENS)
}

/// The request that asks `prompt` and wants at most `max_tokens` back, and never more than half of a known context.
pub fn background_request(provider: &Provider, settings: &Settings, prompt: &str, max_tokens: u32) -> ChatRequest {
    let sampling = match provider.kind {
        // Its own profile was chosen by trying.
        ProviderKind::InPage => Limits::of(settings, provider).sampling,
        _ => Sampling { temperature: Some(TEMPERATURE), ..Sampling::default() },
    };
    ChatRequest {
        model: provider.model.clone(),
        messages: vec![RequestMessage::text(Role::User, prompt)],
        max_response_tokens: max_tokens.min(provider.context_tokens.map_or(max_tokens, |context| context / 2)),
        sampling,
        tools: Vec::new(),
        stable_messages: 0,
        context_tokens: provider.context_tokens,
        attachments: Vec::new(),
    }
}
