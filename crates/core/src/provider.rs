//! A provider: an endpoint, the model chosen there, and how to talk to it. Its key is not here and never will be.

use crate::{id::ProviderId, tokens::Calibration};
use serde::{Deserialize, Serialize};

/// The protocol a provider speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProviderKind {
    /// The model that runs inside the page.
    InPage,
    /// `POST {base_url}/chat/completions`, as OpenAI, llama.cpp, LM Studio, vLLM and most others speak it.
    OpenAiCompatible,
    /// Ollama's own protocol, `POST {base_url}/api/chat`: the client chooses the context, and nothing is cut in silence.
    Ollama,
    /// Anthropic's Messages, `POST {base_url}/v1/messages`.
    Anthropic,
}

/// An endpoint and the model chosen there.
///
/// There is no key in it on purpose: keys live sealed in the browser and never enter a record that is exported.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Provider {
    /// Its name in the records.
    pub id: ProviderId,
    /// What the user calls it.
    pub name: String,
    /// The protocol it speaks.
    pub kind: ProviderKind,
    /// Such as `http://127.0.0.1:8090/v1`, `http://localhost:11434` for Ollama, `https://api.anthropic.com`. Empty for the
    /// in-page model.
    pub base_url: String,
    /// The model's id at the provider.
    pub model: String,
    /// The model's context length in tokens, where it is known.
    pub context_tokens: Option<u32>,
    /// Whether the model takes images.
    #[serde(default)]
    pub sees: bool,
    /// Whether the model takes tools.
    #[serde(default = "yes")]
    pub has_tools: bool,
}

/// Most models take tools, and a record from before there were any does not say.
fn yes() -> bool {
    true
}

/// How a provider's counts compare with ours, for the model it was last used with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ModelCalibration {
    /// The provider.
    pub provider: ProviderId,
    /// The model's id there. Another model starts anew.
    pub model: String,
    /// The counts.
    pub calibration: Calibration,
}
