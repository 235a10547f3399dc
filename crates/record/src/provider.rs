//! A provider: an endpoint, the model chosen there, and how to talk to it. Its key is not here and never will be.
//!
//! `background` says who does the idle work of a conversation, `place` whether a provider runs on this computer.

mod background;
mod place;

pub use background::{BackgroundProvider, Instead};
pub use place::is_loopback;

use crate::{
    calibration::Calibration,
    conversation::Conversation,
    id::ProviderId,
    in_page,
    settings::{OwnModel, Settings},
    time::Timestamp,
};
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
    /// Such as `http://127.0.0.1:8090/v1`, `http://localhost:11434` for Ollama, `https://api.anthropic.com`. For a model in
    /// the page the address of its weights; empty for the one that comes with the app.
    pub base_url: String,
    /// The model's id at the provider.
    pub model: String,
    /// The model's context length in tokens, where it is known.
    pub context_tokens: Option<u32>,
    /// Whether the model takes images.
    #[serde(default)]
    #[serde(rename = "sees")]
    pub supports_images: bool,
    /// Whether the model takes tools.
    #[serde(default = "yes")]
    pub has_tools: bool,
}

impl Provider {
    /// The model in the page. It needs no record: its id is always the same.
    pub fn in_page() -> Self {
        Self {
            id: ProviderId::new(Timestamp(0), [0; 10]),
            name: "In this page".to_owned(),
            kind: ProviderKind::InPage,
            base_url: String::new(),
            model: "SmolLM2-135M-Instruct".to_owned(),
            context_tokens: Some(in_page::profile().context_tokens),
            supports_images: false,
            // Too small a model for them.
            has_tools: false,
        }
    }

    /// The provider that the settings name; where there is none, the model in the page.
    pub fn of_settings(settings: &Settings, all: &[Self]) -> Self {
        settings.provider.and_then(|id| find(id, all)).unwrap_or_else(Self::in_page)
    }

    /// The provider that answers in a conversation, with the model it chose there. One that is gone is none.
    pub fn of_conversation(conversation: &Conversation, settings: &Settings, all: &[Self]) -> Self {
        let own = conversation.provider.and_then(|id| find(id, all));
        match (own, &conversation.own.model) {
            (Some(provider), Some(own)) if provider.kind != ProviderKind::InPage => provider.with(own),
            (Some(provider), _) => provider,
            (None, _) => Self::of_settings(settings, all),
        }
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
