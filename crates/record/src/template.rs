//! Templates written by the user: system prompts in Markdown with variables. The page calls them personas: a template may
//! have a picture and a preset, too.

use crate::id::TemplateId;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A template written by the user.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Template {
    /// Unique id.
    pub id: TemplateId,
    /// Name given by the user.
    pub name: String,
    /// Markdown with variables such as `{username}`.
    pub text: String,
    /// Picture: an emoji, or a small image as a `data:` address; never sent to a model. `None`: the first letter of the name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
    /// Preset of the conversations that choose it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preset: Option<String>,
}

/// Longest picture of a template, in bytes.
pub const LONGEST_PICTURE: usize = 96 * 1024;

/// A picture that may be stored: not empty, and not too large.
#[must_use]
pub fn picture(given: Option<String>) -> Option<String> {
    given.filter(|picture| !picture.trim().is_empty() && picture.len() <= LONGEST_PICTURE)
}

/// A user's prompt for summaries was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TemplateError {
    /// It has no placeholder for the messages.
    NoHistory,
}

impl fmt::Display for TemplateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoHistory => f.write_str(
                "The prompt does not say where the messages go. Put {history_messages} there, or clear the field to use the built-in prompt.",
            ),
        }
    }
}

impl std::error::Error for TemplateError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_template_of_an_earlier_build_is_read_and_written_unchanged() {
        let stored = r#"{"id":"00000000-1f40-7707-8000-000107070707","name":"Pirate","text":"Be a pirate."}"#;
        let template: Template = serde_json::from_str(stored).unwrap();
        assert_eq!((&template.picture, &template.preset), (&None, &None));
        assert_eq!(serde_json::to_string(&template).unwrap(), stored);
        let persona =
            Template { picture: Some("🏴‍☠️".to_owned()), preset: Some("layered".to_owned()), ..template };
        let text = serde_json::to_string(&persona).unwrap();
        assert_eq!(serde_json::from_str::<Template>(&text).unwrap(), persona);
    }

    #[test]
    fn a_picture_that_is_too_large_or_empty_is_none() {
        for (given, stored) in [("🦔", true), ("", false), ("  ", false)] {
            assert_eq!(picture(Some(given.to_owned())).is_some(), stored, "{given:?}");
        }
        assert_eq!(picture(Some("x".repeat(LONGEST_PICTURE + 1))), None);
    }
}
