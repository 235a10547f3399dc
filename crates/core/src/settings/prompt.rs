//! The text of the system prompt that the settings hold, and a text that is given in its place.

use super::{Language, Settings, SystemPrompt};
use crate::template::{prompts, shipped};

/// The text of the system prompt, before its variables are filled in. A name that no longer ships means the default.
pub fn prompt_text(settings: &Settings) -> &str {
    match &settings.system_prompt {
        SystemPrompt::Own { text } => text,
        SystemPrompt::Shipped { name } => {
            shipped(name, settings.language).unwrap_or_else(|| default_prompt(settings.language))
        }
    }
}

/// The text of the system prompt that is in force by default.
pub fn default_prompt(language: Language) -> &'static str {
    shipped(SystemPrompt::DEFAULT, language).unwrap_or_default()
}

/// The system prompt once `text` is given for it. A text that is in force already changes nothing, so a program that
/// reads all settings and writes them back does not turn a shipped prompt into the user's own; the text of the default
/// is the default, because that is what a form puts in to reset the field.
pub(super) fn given_prompt(settings: &Settings, text: String) -> SystemPrompt {
    if text == prompt_text(settings) {
        settings.system_prompt.clone()
    } else if text == default_prompt(settings.language) {
        SystemPrompt::default()
    } else {
        text.into()
    }
}

/// The system prompt that a build before version 7 of the records stored as text alone. White space around it does not
/// count: none of the shipped prompts has any.
pub(crate) fn stored_prompt(text: String, language: Language) -> SystemPrompt {
    let is_text = |name: &&str| shipped(name, language) == Some(text.trim());
    match prompts().find(is_text) {
        Some(name) => SystemPrompt::shipped(name),
        None => text.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shipped_prompt_follows_the_language_and_an_own_one_does_not() {
        let in_language = |prompt: SystemPrompt, language| {
            prompt_text(&Settings { system_prompt: prompt, language, ..Settings::default() }).to_owned()
        };
        for language in [Language::En, Language::Uk, Language::Ru] {
            assert_eq!(Some(in_language(SystemPrompt::default(), language).as_str()), shipped("default.md", language));
            assert_eq!(Some(in_language("casual.md".into(), language).as_str()), Some("casual.md"), "a text");
            assert_eq!(in_language(SystemPrompt::shipped("gone.md"), language), default_prompt(language));
        }
        assert!(!default_prompt(Language::En).is_empty());
    }

    #[test]
    fn the_text_in_force_changes_nothing_and_any_other_is_the_users_own() {
        let settings = Settings { language: Language::Uk, ..Settings::default() };
        let given = |text: &str| given_prompt(&settings, text.to_owned());
        assert_eq!(given(default_prompt(Language::Uk)), settings.system_prompt);
        assert_eq!(given(default_prompt(Language::En)), default_prompt(Language::En).into());
        assert_eq!(given(""), "".into());
        let own = Settings { system_prompt: "You are a pirate.".into(), ..settings.clone() };
        assert_eq!(given_prompt(&own, default_prompt(Language::Uk).to_owned()), SystemPrompt::default());
    }

    #[test]
    fn a_stored_text_was_a_shipped_prompt_only_in_the_language_of_its_settings() {
        let stored = |text: &str, language| stored_prompt(text.to_owned(), language);
        let casual = shipped("casual.md", Language::Uk).unwrap();
        assert_eq!(stored(&format!("\n {casual}\n"), Language::Uk), SystemPrompt::shipped("casual.md"));
        assert_eq!(
            stored(shipped("layered.md", Language::Ru).unwrap(), Language::Ru),
            SystemPrompt::shipped("layered.md")
        );
        for (text, language) in [(casual, Language::Ru), ("", Language::En), ("  You are a pirate. ", Language::En)] {
            assert_eq!(stored(text, language), text.into());
        }
    }
}
