//! What each setting is called, and its sentence of help, by its path in the record.

include!(concat!(env!("OUT_DIR"), "/texts/fields.rs"));

/// What a setting is called, and what it does.
#[derive(Clone, Copy)]
pub struct About {
    /// Its name.
    pub label: &'static str,
    /// A sentence of help.
    pub help: &'static str,
}

/// What the setting of a path is called; `None`: there is no such setting.
pub fn about(path: &str) -> Option<About> {
    Some(About { label: label_of(path)?, help: help_of(path)? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::speak;
    use ricordo_core::settings::{FIELDS, Language};

    #[test]
    fn every_setting_has_a_name_and_a_sentence_in_every_language() {
        for language in [Language::En, Language::Uk, Language::Ru] {
            speak(language);
            for field in &FIELDS {
                let about = about(field.path);
                assert!(about.is_some_and(|about| about.help.ends_with('.')), "{language:?} {}", field.path);
            }
        }
    }
}
