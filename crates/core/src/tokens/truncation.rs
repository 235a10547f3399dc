//! Detects from reported token counts whether a server truncated the prompt.

use super::Calibration;
use crate::provider::ProviderKind;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Usual deviation of single prompts from the model's ratio, per mille.
const SPREAD: u64 = 200;
/// Shorter prompts are not judged, in tokens: no server has such a short context, and small counts vary.
const SHORTEST: u64 = 256;

/// A server read less than was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Truncation {
    /// Tokens sent, estimated for this model.
    pub sent: u32,
    /// Tokens read, as the server reports.
    pub read: u32,
}

/// Whether the server truncated the prompt: its count is far below ours. Few providers report it explicitly.
///
/// `estimated` is our uncorrected estimate; `reported` the provider's count, 0 if it gave none. `context_tokens` is the
/// requested or known context; `calibration` the model's, before this prompt. A count within the model's usual
/// deviation is not reported. While the model's ratio is unknown, the count must be less than half of ours.
pub fn truncation(
    estimated: u32,
    reported: u32,
    context_tokens: Option<u32>,
    calibration: &Calibration,
) -> Option<Truncation> {
    let is_known = calibration.is_known();
    let sent = u64::from(estimated) * if is_known { calibration.ratio() } else { 1_000 } / 1_000;
    let read = u64::from(reported);
    if reported == 0 || sent < SHORTEST {
        return None;
    }
    // If the context is full, a smaller gap is significant.
    let is_full = context_tokens.is_some_and(|context| read * 10 >= u64::from(context) * 9);
    let least = match (is_known, is_full) {
        (true, true) => 1_000 - SPREAD,
        (true, false) => 1_000 - 2 * SPREAD,
        (false, _) => 500,
    };
    let sent_u32 = u32::try_from(sent).unwrap_or(u32::MAX);
    (read * 1_000 < sent * least).then_some(Truncation { sent: sent_u32, read: reported })
}

impl Truncation {
    /// What happened and what to do, for a provider of this kind. Ends with a full stop.
    pub fn sentence(&self, kind: ProviderKind) -> String {
        let cure = match kind {
            ProviderKind::Ollama => {
                "Raise the model's context (num_ctx), or start the server with a larger OLLAMA_CONTEXT_LENGTH"
            }
            ProviderKind::OpenAiCompatible => {
                "Load the model with a longer context (llama.cpp: --ctx-size; LM Studio: the model's context length; \
                 Ollama: OLLAMA_CONTEXT_LENGTH)"
            }
            ProviderKind::Anthropic => "Choose a model with a longer context",
            ProviderKind::InPage => "Use /forget",
        };
        let Self { sent, read } = self;
        format!(
            "The server read only {read} of about {sent} tokens: part of the prompt was dropped. {cure}, or lower the context budget in the settings."
        )
    }
}

impl fmt::Display for Truncation {
    /// [`Truncation::sentence`] without a known provider kind: the text for most servers.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence(ProviderKind::OpenAiCompatible))
    }
}

#[cfg(test)]
mod tests;
