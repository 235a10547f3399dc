//! Descriptions of the commands, and the names of their arguments.

use ricordo_core::command::CommandSpec;

include!(concat!(env!("OUT_DIR"), "/texts/commands.rs"));

/// Description of a command in the language of the page.
pub fn help(spec: &CommandSpec) -> &'static str {
    command_help_of(spec.name).unwrap_or(spec.help)
}

/// Arguments of a command in the language of the page.
pub fn arguments(spec: &CommandSpec) -> &'static str {
    command_arguments_of(spec.arguments).unwrap_or(spec.arguments)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{UiLanguage, speak};
    use ricordo_core::command::COMMANDS;

    #[test]
    fn every_command_is_told_in_every_language() {
        for language in UiLanguage::all() {
            speak(language);
            for spec in COMMANDS {
                assert!(command_help_of(spec.name).is_some_and(|help| help.ends_with('.')), "/{}", spec.name);
            }
        }
        speak(UiLanguage::Ru);
        assert_eq!(COMMANDS.iter().find(|spec| spec.name == "search").map(arguments), Some("текст"));
    }
}
