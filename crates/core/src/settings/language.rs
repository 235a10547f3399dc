//! Switches settings to another language: a built-in system prompt is translated, one that the user wrote is kept.

use super::{Language, Settings};
use crate::template::{OF_PRESETS, SHIPPED, shipped};

/// The same settings in another language.
#[must_use]
pub fn in_language(settings: Settings, language: Language) -> Settings {
    const ALL: [Language; 3] = [Language::En, Language::Uk, Language::Ru];
    let own = settings.system_prompt.trim();
    let of_name = |name: &&&str| ALL.iter().any(|other| shipped(name, *other) == Some(own));
    let translated = SHIPPED.iter().chain(&OF_PRESETS).find(of_name).and_then(|name| shipped(name, language));
    let system_prompt = translated.map_or_else(|| settings.system_prompt.clone(), str::to_owned);
    Settings { language, system_prompt, ..settings }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prompt_that_ships_is_translated_and_an_own_one_is_not() {
        let ukrainian = in_language(Settings::default(), Language::Uk);
        assert_eq!(Some(ukrainian.system_prompt.as_str()), shipped("default.md", Language::Uk));
        assert_eq!(in_language(ukrainian, Language::En), Settings::default());
        let own = Settings { system_prompt: "You are a pirate.".to_owned(), ..Settings::default() };
        assert_eq!(in_language(own, Language::Ru).system_prompt, "You are a pirate.");
    }
}
