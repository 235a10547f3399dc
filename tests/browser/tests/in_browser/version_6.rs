//! Data of version 6, as its builds exported and stored it: the system prompt was a text, and now records whether it is
//! a shipped one.

use super::version_4::stored_by;
use ricordo_core::{
    change::Change,
    record::{Kind, Record},
    settings::{Settings, SystemPrompt},
    store::Store,
};
use wasm_bindgen_test::wasm_bindgen_test;

const SHIPPED: &str = include_str!("../../../scenarios/stored/version_6_settings_layered_ru.json");
const OWN: &str = include_str!("../../../scenarios/stored/version_6_settings_own.json");
const UNDO: &str = include_str!("../../../scenarios/stored/version_6_settings_undo.json");

async fn settings_of(name: &str, export: &str) -> Settings {
    let store = stored_by(6, name, export).await;
    match store.records(Kind::Settings).await.unwrap().remove(0) {
        Record::Settings(settings) => *settings,
        other => panic!("{other:?}"),
    }
}

#[wasm_bindgen_test]
async fn the_system_prompt_was_a_text_alone() {
    let shipped = settings_of("version-6-shipped", SHIPPED).await;
    assert_eq!(shipped.system_prompt, SystemPrompt::shipped("layered.md"));
    let own = settings_of("version-6-own", OWN).await;
    assert_eq!(own.system_prompt, "You are a pirate. Answer {username}.\n".into());
    assert_eq!((shipped.system_prompt_of_version_6, own.system_prompt_of_version_6), (None, None));
}

#[wasm_bindgen_test]
async fn the_settings_inside_undo_entries_are_upgraded_too() {
    let store = stored_by(6, "version-6-undo", UNDO).await;
    let mut prompts = Vec::new();
    for record in store.records(Kind::Undo).await.unwrap() {
        let Record::Undo(undo) = record else { panic!("{record:?}") };
        prompts.extend(undo.changes.into_iter().filter_map(|change| match change {
            Change::Put(Record::Settings(settings)) => Some(settings.system_prompt),
            _ => None,
        }));
    }
    assert!(prompts.contains(&SystemPrompt::shipped("casual.md")), "{prompts:?}");
    assert!(prompts.contains(&"You are a pirate.".into()), "{prompts:?}");
}
