//! Texts about the presets.

include!(concat!(env!("OUT_DIR"), "/texts/presets.rs"));

/// What a preset is for; `None` if it does not ship with the app.
pub fn about(name: &str) -> Option<&'static str> {
    let texts = presets();
    Some(match name {
        "balanced" => texts.balanced,
        "forget" => texts.forget,
        "layered" => texts.layered,
        "journal" => texts.journal,
        "compress" => texts.compress,
        "hybrid" => texts.hybrid,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::about;
    use crate::texts::{UiLanguage, speak};
    use ricordo_core::preset::PRESETS;

    #[test]
    fn every_preset_is_told() {
        speak(UiLanguage::En);
        for shipped in PRESETS {
            assert_eq!(about(shipped.name), Some(shipped.about));
        }
    }
}
