//! Projects in exports, backups and imports, and what the inspector says about scopes.

use super::*;
use ricordo_core::{
    cancel::Cancel,
    manifest::SourceId,
    memory_store::MemoryStore,
    session::{Gathered, ImportProgress, Scope as Exported, Session},
    testing::ManualHost,
};

/// A project with a conversation, and more that belongs to it.
async fn lived_in(chat: &Chat) -> (ProjectId, ConversationId, Memory) {
    let instructions = "Answer as a travel agent.".to_owned();
    let rome = chat.session.create_project(ProjectText { instructions, ..text("Rome") }).await.unwrap().id;
    let id = conversation(chat, Some(rome)).await;
    let fact = learn(chat, id, "The user paints accordions").await;
    add_task(chat, id, "Buy varnish").await;
    conversation(chat, Some(rome)).await;
    (rome, id, fact)
}

fn empty() -> Session<MemoryStore, ManualHost> {
    Session::new(MemoryStore::default(), ManualHost::default())
}

#[tokio::test]
async fn a_backup_brings_projects_and_scopes_back() {
    let chat = Chat::open().await;
    let (rome, id, fact) = lived_in(&chat).await;
    let there = empty();
    there.import_text(&chat.session.export_text(Exported::Everything).await.unwrap()).await.unwrap();
    assert_eq!(there.projects().await.unwrap(), chat.session.projects().await.unwrap());
    assert_eq!(there.open(id, 1).await.unwrap().conversation.project, Some(rome));
    assert_eq!(there.open(id, 1).await.unwrap().memories, [fact]);
    assert_eq!(there.tasks().await.unwrap()[0].scope, Scope::Project(rome));
}

#[tokio::test]
async fn one_conversation_brings_its_project_and_nothing_else_of_it() {
    let chat = Chat::open().await;
    let (rome, id, _) = lived_in(&chat).await;
    let file = chat.session.export_text(Exported::Conversation(id)).await.unwrap();
    assert!(file.contains("travel agent") && !file.contains("accordions") && !file.contains("varnish"), "{file}");
    let there = empty();
    there.import_text(&file).await.unwrap();
    assert_eq!(there.conversations().await.unwrap().len(), 1);
    assert_eq!(there.open(id, 1).await.unwrap().project.map(|project| project.id), Some(rome));

    // Where the project exists it stays as it is.
    let other = there.new_conversation().await.unwrap().conversation.id;
    there.update_project(rome, text("Roma"), other).await.unwrap();
    there.erase_conversation(id).await.unwrap();
    there.import_text(&file).await.unwrap();
    assert_eq!(there.open(id, 1).await.unwrap().project.map(|project| project.name), Some("Roma".to_owned()));
}

#[tokio::test]
async fn a_conversation_whose_project_is_not_in_the_file_comes_in_without_one() {
    let chat = Chat::open().await;
    let (_, id, _) = lived_in(&chat).await;
    let file = chat.session.export_text(Exported::Conversation(id)).await.unwrap();
    let without: Vec<&str> = file.lines().filter(|line| !line.starts_with("{\"project\":")).collect();
    assert_eq!(without.len() + 1, file.lines().count());
    let there = empty();
    there.import_text(&without.join("\n")).await.unwrap();
    assert_eq!(there.open(id, 1).await.unwrap().conversation.project, None);
}

/// Imports a file, as one text or as the page reads it: record by record.
async fn import(chat: &Chat, file: &str, records: Option<Vec<Record>>) {
    let Some(records) = records else {
        chat.session.import_text(file).await.unwrap();
        return;
    };
    let mut import = ImportProgress::default();
    for record in records {
        chat.session.import_records(&mut import, vec![record]).await;
    }
    chat.session.finish_import(&mut import, true).await;
}

#[tokio::test]
async fn what_a_file_brings_back_is_where_its_conversation_is_now() {
    for by_records in [false, true] {
        let chat = Chat::open().await;
        let (rome, oslo) = (project(&chat, "Rome").await, project(&chat, "Oslo").await);
        let (id, beside) = (conversation(&chat, Some(rome)).await, conversation(&chat, Some(rome)).await);
        let fact = learn(&chat, id, "The user paints accordions").await;
        let others = learn(&chat, beside, "The user was born in Lutsk").await;
        let wide = learn(&chat, id, "The user speaks Latin").await;
        chat.session.set_memory_scope(id, wide.id, Scope::Everywhere).await.unwrap();
        let task = add_task(&chat, id, "Buy varnish").await;
        let file = chat.session.export_text(Exported::Everything).await.unwrap();
        let mut records = Vec::new();
        let take = |gathered: Gathered| records.extend(gathered.records);
        chat.session.export(Exported::Everything, &Cancel::default(), take).await.unwrap();
        let again = async || {
            for id in [fact.id, others.id, wide.id] {
                chat.session.erase_memory(id).await.unwrap();
            }
            chat.session.delete_task(id, task.id).await.unwrap();
            import(&chat, &file, by_records.then(|| records.clone())).await;
            assert_eq!(scope_of(&chat, others.id).await, Scope::Project(rome));
            assert_eq!(scope_of(&chat, wide.id).await, Scope::Everywhere);
            [scope_of(&chat, fact.id).await, chat.session.tasks().await.unwrap()[0].scope]
        };
        assert_eq!(again().await, [Scope::Project(rome); 2]);
        chat.session.move_conversation(id, Some(oslo), beside).await.unwrap();
        assert_eq!(again().await, [Scope::Project(oslo); 2]);
        assert!(!sends(&chat, beside, "accordions").await && sends(&chat, id, "accordions").await);
        chat.session.move_conversation(id, None, beside).await.unwrap();
        assert_eq!(again().await, [Scope::Conversation(id); 2], "it is not used everywhere by itself");
        // One that was deleted comes back to where it was when it was deleted.
        chat.session.move_conversation(id, Some(oslo), beside).await.unwrap();
        chat.session.delete_conversation(id, beside).await.unwrap();
        assert_eq!(again().await, [Scope::Project(oslo); 2]);
        chat.session.delete_project(oslo, beside).await.unwrap();
        assert_eq!(again().await, [Scope::Conversation(id); 2]);
    }
}

#[tokio::test]
async fn each_source_of_a_request_says_its_scope() {
    let chat = Chat::open().await;
    let (rome, id, _) = lived_in(&chat).await;
    let none = conversation(&chat, None).await;
    learn(&chat, none, "The user was born in Lutsk").await;
    let compiled = chat.session.preview(id, "And now?", &provider()).await.unwrap();
    let mut scopes = Vec::new();
    for source in compiled.layers.iter().flat_map(|layer| &layer.sources) {
        let found = chat.session.source(*source).await.unwrap().unwrap();
        scopes.push((matches!(source, SourceId::Message(_)), found.scope()));
    }
    let here = Scope::Conversation(id);
    let expected = [Scope::Project(rome), Scope::Project(rome), Scope::Everywhere].map(|scope| (false, scope));
    assert_eq!(scopes, [&expected[..], &[(true, here), (true, here)]].concat());
}
