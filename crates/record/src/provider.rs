//! A provider: an endpoint, the model chosen there, and its protocol. It never holds an API key.
//!
//! `background` selects the provider for the background work of a conversation, `embedding` decides whether one may make the
//! vectors of recall by meaning, `place` whether one runs on this computer.

mod background;
mod embedding;
mod place;

pub use background::{BackgroundProvider, Instead};
pub use place::{is_address_here, is_loopback};

use crate::{
    calibration::Calibration,
    conversation::Conversation,
    id::ProviderId,
    in_page,
    project::Project,
    settings::{OwnModel, Settings},
    statistics::Billed,
    time::Timestamp,
};
use serde::{Deserialize, Serialize};

/// The protocol a provider speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProviderKind {
    /// The model in this browser.
    InPage,
    /// `POST {base_url}/chat/completions`, as in OpenAI, llama.cpp, LM Studio, vLLM and most others.
    OpenAiCompatible,
    /// Ollama's own protocol, `POST {base_url}/api/chat`: the client sets the context size, and nothing is truncated
    /// silently.
    Ollama,
    /// Anthropic's Messages, `POST {base_url}/v1/messages`.
    Anthropic,
}

impl ProviderKind {
    /// What a request costs at most: nothing of it comes from a cache, and all is put into one where that costs more.
    pub fn at_most(self, prompt: u64, completion: u64) -> Billed {
        let written = if self == Self::Anthropic { prompt } else { 0 };
        Billed { prompt, cached: 0, written, completion }
    }
}

/// An endpoint and the model chosen there.
///
/// It intentionally has no API key: keys are stored sealed in the browser and never enter a record that is exported.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Provider {
    /// Unique id.
    pub id: ProviderId,
    /// Name given by the user.
    pub name: String,
    /// The protocol.
    pub kind: ProviderKind,
    /// Such as `http://127.0.0.1:8090/v1`, `http://localhost:11434` for Ollama, `https://api.anthropic.com`. For a
    /// model in this browser, the address of its weights; empty for the one that comes with the app.
    pub base_url: String,
    /// The model's id at the provider.
    pub model: String,
    /// The model's context window in tokens, if known.
    pub context_tokens: Option<u32>,
    /// Whether the model accepts images.
    #[serde(default)]
    #[serde(rename = "sees")]
    pub supports_images: bool,
    /// Whether the model accepts tools.
    #[serde(default = "yes")]
    pub has_tools: bool,
}

impl Provider {
    /// The model in this browser. It needs no record, because its id is fixed.
    pub fn in_page() -> Self {
        Self {
            id: ProviderId::new(Timestamp(0), [0; 10]),
            name: "In this page".to_owned(),
            kind: ProviderKind::InPage,
            base_url: String::new(),
            model: "SmolLM2-135M-Instruct".to_owned(),
            context_tokens: Some(in_page::profile().context_tokens),
            supports_images: false,
            // The model is too small for tools.
            has_tools: false,
        }
    }

    /// The provider in the settings, or the model in this browser if there is none.
    pub fn of_settings(settings: &Settings, all: &[Self]) -> Self {
        settings.provider.and_then(|id| find(id, all)).unwrap_or_else(Self::in_page)
    }

    /// The provider of a conversation, with the model chosen there; otherwise that of its project, otherwise the one in
    /// the settings. A deleted provider is ignored. `project`: the conversation's.
    pub fn of_conversation(
        conversation: &Conversation,
        project: Option<&Project>,
        settings: &Settings,
        all: &[Self],
    ) -> Self {
        let chosen = |provider: Option<ProviderId>, model: &Option<OwnModel>| {
            let provider = find(provider?, all)?;
            Some(match model {
                Some(model) if provider.kind != ProviderKind::InPage => provider.with(model),
                _ => provider,
            })
        };
        chosen(conversation.provider, &conversation.own.model)
            .or_else(|| project.and_then(|project| chosen(project.provider, &project.model)))
            .unwrap_or_else(|| Self::of_settings(settings, all))
    }

    fn with(self, own: &OwnModel) -> Self {
        let OwnModel { model, context_tokens, supports_images, has_tools } = own.clone();
        Self { model, context_tokens, supports_images, has_tools, ..self }
    }
}

fn find(id: ProviderId, all: &[Provider]) -> Option<Provider> {
    let in_page = Provider::in_page();
    if id == in_page.id { Some(in_page) } else { all.iter().find(|provider| provider.id == id).cloned() }
}

/// Most models accept tools, and records from before tools existed do not say.
fn yes() -> bool {
    true
}

/// The calibration of token counts for the model last used at a provider.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ModelCalibration {
    /// The provider.
    pub provider: ProviderId,
    /// The model's id. Another model starts a new calibration.
    pub model: String,
    /// The calibration.
    pub calibration: Calibration,
}
