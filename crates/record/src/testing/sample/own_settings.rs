//! Sample overrides of a conversation.

use super::provider;
use crate::settings::{Background, OwnModel, OwnSettings};

/// Overrides in which every field is set.
pub(super) fn own_settings() -> OwnSettings {
    let model =
        OwnModel { model: "small".to_owned(), context_tokens: Some(4_096), supports_images: false, has_tools: true };
    OwnSettings {
        model: Some(model),
        preset: Some("journal".to_owned()),
        system_prompt: Some("Be brief.".to_owned()),
        temperature: Some(0.5),
        context_max_tokens: Some(4_000),
        max_response_tokens: Some(512),
        immediate_messages: Some(20),
        send_now: Some(false),
        background: Some(Background {
            provider: Some(provider(1).id),
            model: Some("small".to_owned()),
            leaves_computer: true,
        }),
    }
}
