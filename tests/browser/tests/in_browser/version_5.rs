//! Data of version 5, as its builds exported and stored it: what was recognized by its wording is stored explicitly.

use super::version_4::stored_by;
use ricordo_core::{
    change::Change,
    conversation::TitleOrigin,
    message::{Part, Role},
    record::{Kind, Record},
    store::Store,
};
use wasm_bindgen_test::wasm_bindgen_test;

const NOTES: &str = include_str!("../../../scenarios/stored/version_5_notes.json");
const DELETED: &str = include_str!("../../../scenarios/stored/version_5_deleted.json");
const TITLES: &str = include_str!("../../../scenarios/stored/version_5_titles.json");

fn note(record: &Record) -> Option<Part> {
    match record {
        Record::Message(message) if message.role == Role::System => message.parts.first().cloned(),
        _ => None,
    }
}

fn tools_used(name: &str) -> Part {
    Part::ToolsUsed { names: vec![name.to_owned()] }
}

#[wasm_bindgen_test]
async fn the_tools_of_a_turn_were_a_note_in_words() {
    let store = stored_by(5, "version-5-notes", NOTES).await;
    let notes: Vec<Part> = store.records(Kind::Message).await.unwrap().iter().filter_map(note).collect();
    let text = |text: &str| Part::Text { text: text.to_owned() };
    let words = "Tools used: a hammer, two screwdrivers and patience";
    assert_eq!(notes, [text(words), text("Tools used: "), tools_used("search")]);
    // Also inside undo entries.
    let store = stored_by(5, "version-5-deleted", DELETED).await;
    let mut deleted = Vec::new();
    for record in store.records(Kind::Undo).await.unwrap() {
        let Record::Undo(undo) = record else { panic!("{record:?}") };
        deleted.extend(undo.changes.iter().filter_map(|change| match change {
            Change::Add(record) | Change::Put(record) => note(record),
            Change::Remove(_) | Change::AddUndo(_) => None,
        }));
    }
    assert!(deleted.contains(&tools_used("add_task")) && deleted.contains(&text(words)), "{deleted:?}");
}

#[wasm_bindgen_test]
async fn the_title_of_a_model_is_known() {
    let store = stored_by(5, "version-5-titles", TITLES).await;
    let conversations = store.conversations().await.unwrap();
    let origin = |title: &str| conversations.iter().find(|one| one.title == title).unwrap().title_origin;
    assert_eq!(origin("Three Days in Rome"), TitleOrigin::Model);
    assert_eq!(origin("Oslo"), TitleOrigin::NotRecorded);
}
