//! Data of version 8, which had no projects: after the upgrade everything is in none, and projects can be stored.

use crate::version_4::{JOBS, stored_by};
use ricordo_core::{
    change::Change,
    record::{Kind, Record},
    store::Store,
    testing::sample,
};
use wasm_bindgen_test::wasm_bindgen_test;

#[wasm_bindgen_test]
async fn there_is_a_table_of_projects_and_everything_is_in_none() {
    let store = stored_by(8, "version-8-projects", JOBS).await;
    let conversations = store.conversations().await.unwrap();
    assert!(!conversations.is_empty() && conversations.iter().all(|conversation| conversation.project.is_none()));
    assert_eq!(store.records(Kind::Project).await.unwrap(), []);
    let project = sample::project(1);
    store.apply(vec![Change::Add(Record::Project(project.clone()))]).await.unwrap();
    let mut conversation = conversations[0].clone();
    conversation.project = Some(project.id);
    let id = conversation.id;
    store.apply(vec![Change::Put(Record::Conversation(conversation))]).await.unwrap();
    assert_eq!(store.snapshot(id, 1).await.unwrap().unwrap().project, Some(project));
}
