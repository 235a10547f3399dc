//! Data of version 7, which had no projects and no index for recall: after the upgrade each part of the history is to be
//! read, and is read and stored.

use crate::{
    support::{open, raw_dump},
    version_4::{JOBS, stored_by},
};
use ricordo_browser::IndexedDbStore;
use ricordo_core::{
    compile::LayerKind,
    index_part::IndexPart,
    project::ProjectText,
    provider::{Provider, ProviderKind},
    record::{Kind, Record},
    scope::Scope,
    search::{Searchable, SharedIndex},
    session::{MaintainControl, Session},
    store::Store,
    testing::{ManualHost, ScriptedModel},
    text::small_sort,
};
use wasm_bindgen_test::wasm_bindgen_test;

const BEFORE_PROJECTS: &str = include_str!("../../../scenarios/stored/version_7_everything.json");

/// The parts of the messages. Those of memories and summaries, which say only that one was written, are empty.
async fn parts(store: &IndexedDbStore) -> Vec<IndexPart> {
    let records = store.records(Kind::IndexPart).await.unwrap().into_iter();
    let parts = records.map(|record| if let Record::IndexPart(part) = record { part } else { panic!("{record:?}") });
    let (derived, of_messages): (Vec<_>, Vec<_>) = parts.partition(|part| part.branch.is_derived());
    assert!(derived.iter().all(|part| part.bytes.is_empty()));
    of_messages
}

#[wasm_bindgen_test]
async fn the_history_is_read_into_the_index_and_what_is_erased_leaves_it() {
    let store = stored_by(7, "version-7-index", JOBS).await;
    let messages = store.records(Kind::Message).await.unwrap();
    let places = messages.iter().filter_map(|record| match record {
        Record::Message(message) => Some((message.branch, IndexPart::number_of(message.sequence))),
        _ => None,
    });
    let expected = small_sort::set(places);
    let empty = parts(&store).await;
    assert!(expected.len() > 1 && empty.iter().all(|part| part.bytes.is_empty()));
    assert_eq!(empty.iter().map(|part| (part.branch, part.number)).collect::<Vec<_>>(), expected);
    // The messages have a capital letter, the terms have none.
    assert!(!raw_dump("version-7-index").await.contains("lviv"));

    let host = ManualHost::default();
    let session = Session::new(Searchable::new(store.clone(), SharedIndex::default()), host.clone());
    let model = ScriptedModel::new(&host);
    let (provider, control) = (Provider::in_page(), MaintainControl::default());
    session.maintain(&model, &provider, &control, &|_| ()).await.unwrap();
    let filled = parts(&store).await;
    assert_eq!(filled.iter().map(|part| (part.branch, part.number)).collect::<Vec<_>>(), expected);
    assert!(filled.iter().all(|part| !part.bytes.is_empty()));
    assert!(raw_dump("version-7-index").await.contains("lviv"), "the terms are stored as bytes");

    // A page that starts now finds it in the stored parts.
    let page = Session::new(Searchable::new(store.clone(), SharedIndex::default()), host).with_recall();
    let id = page.new_conversation().await.unwrap().conversation.id;
    let kind = ProviderKind::OpenAiCompatible;
    let here = Provider { kind, base_url: "http://127.0.0.1:1/v1".to_owned(), ..provider };
    let compiled = page.preview(id, "0042", &here).await.unwrap();
    assert!(!compiled.recalled.is_empty(), "{:?}", compiled.warnings);
    assert!(compiled.layers.iter().any(|layer| layer.kind == LayerKind::Recall));
    for conversation in page.conversations().await.unwrap() {
        page.erase_conversation(conversation.id).await.unwrap();
    }
    assert_eq!(parts(&store).await, []);
    assert!(!raw_dump("version-7-index").await.contains("lviv"));
}

#[wasm_bindgen_test]
async fn what_was_stored_before_projects_is_in_none_and_moves_into_one() {
    let store = stored_by(7, "version-7-projects", BEFORE_PROJECTS).await;
    assert_eq!(store.records(Kind::Project).await.unwrap(), []);
    let session = Session::new(store.clone(), ManualHost::default());
    let conversations = session.conversations().await.unwrap();
    assert!(conversations.len() == 2 && conversations.iter().all(|one| one.project.is_none()));
    let snapshot = session.open(conversations[0].id, 1).await.unwrap();
    assert!(snapshot.memories.len() == 2 && snapshot.memories.iter().all(|memory| memory.scope == Scope::Everywhere));
    assert!(session.tasks().await.unwrap().iter().all(|task| task.scope == Scope::Everywhere));

    let text = ProjectText { name: "Rome".to_owned(), ..ProjectText::default() };
    let project = session.create_project(text).await.unwrap();
    let (moved, other) = (conversations[0].id, conversations[1].id);
    session.move_conversation(moved, Some(project.id), moved).await.unwrap();
    store.close().await;
    let again = open("version-7-projects").await;
    assert_eq!(again.snapshot(moved, 1).await.unwrap().unwrap().project, Some(project));
    assert_eq!(again.snapshot(other, 1).await.unwrap().unwrap().project, None);
}
