//! Names and help texts of the settings, by their path in the record.

include!(concat!(env!("OUT_DIR"), "/texts/fields.rs"));

/// Name and help text of a setting.
#[derive(Clone, Copy)]
pub struct About {
    /// Name.
    pub label: &'static str,
    /// Help text, one sentence.
    pub help: &'static str,
}

/// Texts of the setting with this path; `None` if there is no such setting.
pub fn about(path: &str) -> Option<About> {
    Some(About { label: label_of(path)?, help: help_of(path)? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{UiLanguage, speak};
    use ricordo_core::settings::FIELDS;

    #[test]
    fn every_setting_has_a_name_and_a_sentence_in_every_language() {
        for language in UiLanguage::all() {
            speak(language);
            for field in &FIELDS {
                let about = about(field.path);
                assert!(about.is_some_and(|about| about.help.ends_with('.')), "{language:?} {}", field.path);
            }
        }
    }
}
