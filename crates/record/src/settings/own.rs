//! Settings of one conversation that override the user's.

use super::{Background, Settings, SystemPrompt};
use crate::{decimal::decimal, error::OutOfRange};
use serde::{Deserialize, Serialize};

/// The model that a conversation chose at its provider.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnModel {
    /// Id at the provider.
    pub model: String,
    /// Context window in tokens, if known.
    pub context_tokens: Option<u32>,
    /// Whether it accepts images.
    #[serde(rename = "sees")]
    pub supports_images: bool,
    /// Whether it accepts tools.
    pub has_tools: bool,
}

/// The overrides of one conversation; `None` means as in the settings.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct OwnSettings {
    /// The model, at the conversation's provider.
    pub model: Option<OwnModel>,
    /// The preset that is applied to the user's settings first; the fields below still override it.
    pub preset: Option<String>,
    /// The system prompt; it takes precedence over any template.
    pub system_prompt: Option<String>,
    /// Sampling temperature: 0 always picks the most likely token. 0 to 2.
    pub temperature: Option<f32>,
    /// Tokens for the whole prompt, in the range of the settings.
    pub context_max_tokens: Option<u32>,
    /// Tokens for the reply, in the range of the settings.
    pub max_response_tokens: Option<u32>,
    /// Most messages in the window, in the range of the settings.
    pub immediate_messages: Option<u32>,
    /// Whether the current date and time are sent.
    pub send_now: Option<bool>,
    /// The provider for background work.
    pub background: Option<Background>,
}

impl OwnSettings {
    /// Checks the overrides against the ranges.
    ///
    /// # Errors
    /// The first [`OutOfRange`].
    pub fn check(&self) -> Result<(), OutOfRange> {
        if let Some(given) = self.temperature
            && !(0.0..=2.0).contains(&given)
        {
            let given = decimal(given.into());
            return Err(OutOfRange { field: "temperature".to_owned(), given, min: 0, max: 2 });
        }
        Settings::default().under(self).check()
    }
}

impl Settings {
    /// These settings with the limits of `general` for what all conversations share: the preset of one conversation
    /// must not archive memories of the others.
    #[must_use]
    pub fn with_shared_of(mut self, general: &Self) -> Self {
        self.memories.max_facts = general.memories.max_facts;
        self.memories.eviction = general.memories.eviction;
        self
    }

    /// These settings with the overrides of a conversation, except for its preset.
    #[must_use]
    pub fn under(self, own: &OwnSettings) -> Self {
        let mut settings = self;
        fn put<T: Clone>(place: &mut T, own: &Option<T>) {
            if let Some(value) = own {
                *place = value.clone();
            }
        }
        put(&mut settings.context_max_tokens, &own.context_max_tokens);
        put(&mut settings.max_response_tokens, &own.max_response_tokens);
        put(&mut settings.send_now, &own.send_now);
        put(&mut settings.background, &own.background);
        settings.immediate_messages = own.immediate_messages.or(settings.immediate_messages);
        settings.sampling.temperature = own.temperature.or(settings.sampling.temperature);
        if let Some(text) = &own.system_prompt {
            settings.system_prompt = SystemPrompt::from(text.as_str());
            settings.template = None;
        }
        settings
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::TemplateId;

    #[test]
    fn what_a_conversation_has_of_its_own_holds_over_the_settings() {
        let settings = Settings {
            context_max_tokens: 9_000,
            template: Some(TemplateId(uuid::Uuid::nil())),
            ..Settings::default()
        };
        assert_eq!(settings.clone().under(&OwnSettings::default()), settings);
        let own = OwnSettings {
            system_prompt: Some("Be a pirate.".to_owned()),
            temperature: Some(1.5),
            max_response_tokens: Some(512),
            send_now: Some(false),
            ..OwnSettings::default()
        };
        let both = settings.under(&own);
        assert_eq!((both.system_prompt, both.template), ("Be a pirate.".into(), None));
        assert_eq!((both.sampling.temperature, both.max_response_tokens, both.send_now), (Some(1.5), 512, false));
        assert_eq!(both.context_max_tokens, 9_000);
    }

    #[test]
    fn what_is_out_of_range_is_refused_with_the_range() {
        let refused = |own: OwnSettings| own.check().unwrap_err().field;
        assert_eq!(
            refused(OwnSettings { context_max_tokens: Some(1_999), ..OwnSettings::default() }),
            "context_max_tokens"
        );
        for wrong in [-0.1, 2.1, f32::NAN, f32::INFINITY] {
            assert_eq!(refused(OwnSettings { temperature: Some(wrong), ..OwnSettings::default() }), "temperature");
        }
        for (wrong, reason) in [(2.1, "2.1 is not."), (-0.1, "-0.1 is not."), (3.0, "3 is not.")] {
            let error = OwnSettings { temperature: Some(wrong), ..OwnSettings::default() }.check().unwrap_err();
            assert_eq!(error.to_string(), format!("temperature must be between 0 and 2; {reason}"));
        }
        assert_eq!(OwnSettings { temperature: Some(2.0), ..OwnSettings::default() }.check(), Ok(()));
    }
}
