//! Texts about the presets.

use super::{fill, number};
use ricordo_core::settings::Settings;

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

/// What these settings would delete in a conversation and those before keep; `None` if nothing.
pub fn deletion(before: &Settings, after: &Settings) -> Option<String> {
    let most = after.max_storage.filter(|most| before.max_storage.is_none_or(|before| *most < before))?;
    let deletes = fill(presets().deletes, &[("n", &number(most.into()))]);
    Some(match after.deleted_days {
        0 => deletes,
        days => format!("{deletes} {}", presets().restorable.say(days.into())),
    })
}

/// What these settings would delete or erase, as settings of all conversations, and those before keep.
pub fn losses(before: &Settings, after: &Settings) -> Vec<String> {
    let erases = (after.erase_on_new && !before.erase_on_new).then(|| presets().erases.to_owned());
    deletion(before, after).into_iter().chain(erases).collect()
}

#[cfg(test)]
mod tests {
    use super::{about, deletion, losses};
    use crate::texts::{UiLanguage, speak};
    use ricordo_core::{
        preset::{self, PRESETS},
        settings::Settings,
    };

    #[test]
    fn a_preset_warns_only_of_what_it_would_delete_and_the_current_settings_keep() {
        speak(UiLanguage::En);
        let keeping = |max_storage| Settings { max_storage, ..Settings::default() };
        for (before, after, warns) in [
            (None, Some(100), true),
            (Some(200), Some(100), true),
            (Some(100), Some(200), false),
            (Some(100), Some(100), false),
            (Some(100), None, false),
        ] {
            let found = losses(&keeping(before), &keeping(after));
            assert_eq!(!found.is_empty(), warns, "{before:?} to {after:?}: {found:?}");
        }
        let erasing = Settings { erase_on_new: true, ..Settings::default() };
        assert_eq!(losses(&Settings::default(), &erasing).len(), 1);
        assert!(losses(&erasing, &Settings::default()).is_empty() && losses(&erasing, &erasing).is_empty());
        assert_eq!(deletion(&Settings::default(), &erasing), None, "nothing of this conversation is deleted");
        let warned = PRESETS.map(|shipped| losses(&keeping(None), &preset::under(shipped.name, &keeping(None))).len());
        assert_eq!(warned, [0, 1, 0, 1, 0, 0], "forget and journal");
    }

    #[test]
    fn a_deletion_says_how_many_messages_are_kept_and_for_how_long_the_others_can_be_restored() {
        for language in UiLanguage::all() {
            speak(language);
            let after = Settings { max_storage: Some(321), deleted_days: 9, ..Settings::default() };
            let found = deletion(&Settings::default(), &after).unwrap();
            assert!(found.contains("321") && found.contains('9') && !found.contains('{'), "{found}");
            let for_good = deletion(&Settings::default(), &Settings { deleted_days: 0, ..after }).unwrap();
            assert!(found.starts_with(&for_good) && for_good.len() < found.len(), "{for_good}");
        }
    }

    #[test]
    fn every_preset_is_told() {
        speak(UiLanguage::En);
        for shipped in PRESETS {
            assert_eq!(about(shipped.name), Some(shipped.about));
        }
    }
}
