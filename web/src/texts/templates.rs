//! Texts of the templates: the editor, its preview, and what each variable stands for.

include!(concat!(env!("OUT_DIR"), "/texts/templates.rs"));

#[cfg(test)]
mod tests {
    use super::variable_of;
    use crate::texts::{UiLanguage, speak};
    use ricordo_core::template::VARIABLES;

    #[test]
    fn every_variable_is_told() {
        speak(UiLanguage::En);
        for known in VARIABLES {
            assert_eq!(variable_of(known.name), Some(known.help));
        }
    }
}
