//! The built-in templates in three languages. The texts are files in `crates/core/prompts`.

use crate::shipped_text::shipped_text;
use ricordo_record::language::Language;

/// Names of the built-in templates. The first is the system prompt of the default settings.
pub const SHIPPED: [&str; 3] = ["default.md", "assistant.md", "casual.md"];

/// System prompts of presets, also in three languages. They are not offered as templates.
const OF_PRESETS: [&str; 1] = ["layered.md"];

/// The names of all prompts that ship.
pub(crate) fn prompts() -> impl Iterator<Item = &'static str> {
    SHIPPED.into_iter().chain(OF_PRESETS)
}

/// The text of a built-in template; `None` if there is none with this name. Without the final line end of its file.
pub fn shipped(name: &str, language: Language) -> Option<&'static str> {
    Some(match name {
        "default.md" => shipped_text!("default.md", language),
        "assistant.md" => shipped_text!("assistant.md", language),
        "casual.md" => shipped_text!("casual.md", language),
        "layered.md" => shipped_text!("layered.md", language),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::template::{Variables, substitute};
    use ricordo_record::settings::{Settings, SystemPrompt};

    const LANGUAGES: [Language; 3] = [Language::En, Language::Uk, Language::Ru];

    #[test]
    fn the_default_settings_hold_the_default_template() {
        assert_eq!(Settings::default().system_prompt, SystemPrompt::shipped(SHIPPED[0]));
    }

    #[test]
    fn every_template_ships_in_every_language_with_the_same_variables() {
        for name in SHIPPED {
            let texts = LANGUAGES.map(|language| shipped(name, language).unwrap());
            assert!(texts[0] != texts[1] && texts[1] != texts[2], "{name} is not translated");
            for text in texts {
                let done = substitute(text, &Variables::default());
                assert!(done.unknown.is_empty() && done.volatile.is_empty(), "{name}: {done:?}");
                assert!(!text.is_empty() && text.len() < 800, "{name} is {} bytes long", text.len());
                assert_eq!(text.contains("{botname}"), name != "default.md", "{name}");
            }
        }
        assert_eq!(shipped("none.md", Language::En), None);
    }
}
