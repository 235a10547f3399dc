//! Deleting a project: the conversations stay, and nothing of it is used more widely.

use super::*;
use ricordo_core::{
    digest::Digest,
    document::{ChunkPlace, DocumentKind},
    error::Error,
    maintenance::{Job, Maintenance},
    memory::{
        MemoryState,
        find::{MemoryKind, MemoryQuery},
    },
    project::ProjectRefusal,
    record::RecordKey,
    session::NewDocument,
    undo::UndoneCommand,
};

#[tokio::test]
async fn conversations_stay_with_what_was_learned_in_them_and_the_rest_is_archived() {
    let chat = Chat::open().await;
    let rome = project(&chat, "Rome").await;
    let (id, other) = (conversation(&chat, Some(rome)).await, conversation(&chat, None).await);
    let own = learn(&chat, id, "The user paints accordions").await;
    let typed = chat.session.add_memory_in(other, "The user was born in Lutsk", None, Scope::Project(rome)).await;
    let typed = typed.unwrap().memory;
    chat.session.pin_memory(other, typed.id, true).await.unwrap();
    let buy = TaskText { title: "Buy varnish".to_owned(), due: None };
    let task = chat.session.add_task_in(other, &buy, None, Scope::Project(rome)).await.unwrap();
    let job = Maintenance { attempts: 1, ..Maintenance::new(Job::ProjectRecent(rome)) };
    let job = ricordo_core::change::Change::Put(Record::Maintenance(job));
    chat.session.store().apply(vec![job]).await.unwrap();

    chat.session.delete_project(rome, other).await.unwrap();
    assert_eq!(chat.session.projects().await.unwrap(), []);
    assert_eq!(chat.session.open(id, 1).await.unwrap().conversation.project, None);
    assert_eq!(scope_of(&chat, own.id).await, Scope::Conversation(id));
    let archived = memory(&chat, typed.id).await;
    assert_eq!((archived.state, archived.scope), (MemoryState::Archived, Scope::Project(rome)));
    let query = MemoryQuery { kind: Some(MemoryKind::Archived), ..MemoryQuery::default() };
    assert_eq!(chat.session.memories(&query).await.unwrap().total, 1);
    assert_eq!(chat.session.tasks().await.unwrap()[0].scope, Scope::Project(rome));
    for place in [id, other] {
        assert!(!sends(&chat, place, "Lutsk").await);
    }
    assert_eq!(chat.session.store().record(RecordKey::Maintenance(Job::ProjectRecent(rome))).await.unwrap(), None);
    assert_eq!(chat.session.delete_project(rome, other).await, Err(Error::Project(ProjectRefusal::NotFound)));

    assert_eq!(chat.session.undo(other).await.unwrap(), Some(UndoneCommand::DeleteProject));
    assert_eq!(chat.session.projects().await.unwrap().len(), 1);
    assert_eq!(chat.session.open(id, 1).await.unwrap().conversation.project, Some(rome));
    let restored = memory(&chat, typed.id).await;
    assert_eq!((restored.state, restored.pinned), (MemoryState::Kept, true));
    assert_eq!(scope_of(&chat, own.id).await, Scope::Project(rome));
    assert!(sends(&chat, id, "Lutsk").await && !sends(&chat, other, "Lutsk").await);
    assert_eq!(chat.session.tasks().await.unwrap()[0].id, task.id);
}

#[tokio::test]
async fn a_conversation_that_moved_on_stays_where_it_is_when_the_project_returns() {
    let chat = Chat::open().await;
    let (rome, oslo) = (project(&chat, "Rome").await, project(&chat, "Oslo").await);
    let (id, other) = (conversation(&chat, Some(rome)).await, conversation(&chat, None).await);
    let fact = learn(&chat, id, "The user paints accordions").await;
    chat.session.delete_project(rome, other).await.unwrap();
    chat.session.move_conversation(id, Some(oslo), id).await.unwrap();
    chat.session.undo(other).await.unwrap();
    assert_eq!(chat.session.open(id, 1).await.unwrap().conversation.project, Some(oslo));
    assert_eq!(scope_of(&chat, fact.id).await, Scope::Project(oslo));
}

#[tokio::test]
async fn an_erased_project_leaves_its_instructions_nowhere() {
    let mut chat = Chat::open().await;
    let instructions = "Answer as a travel agent.".to_owned();
    let rome = chat.session.create_project(ProjectText { instructions, ..text("Rome") }).await.unwrap();
    chat.id = conversation(&chat, Some(rome.id)).await;
    chat.say("Where to?").await;
    let changed = ProjectText { name: "Roma".to_owned(), ..rome.text() };
    chat.session.update_project(rome.id, changed, chat.id).await.unwrap();
    let dumped = async || ricordo_core::testing::conformance::dump(chat.session.store()).await;
    assert!(dumped().await.contains("travel agent"));
    chat.session.delete_project(rome.id, chat.id).await.unwrap();
    assert!(dumped().await.contains("travel agent"), "it can be undone");
    chat.session.undo(chat.id).await.unwrap();
    chat.session.erase_project(rome.id).await.unwrap();
    let left = dumped().await;
    assert!(!left.contains("travel agent") && !left.contains("Roma"), "{left}");
    assert_eq!(chat.session.open(chat.id, 1).await.unwrap().conversation.project, None);
}

#[tokio::test]
async fn a_document_of_the_project_is_used_nowhere_until_another_scope_is_chosen() {
    let chat = crate::recalling::open().await;
    let rome = chat.session.create_project(text("Rome")).await.unwrap().id;
    let inside = chat.session.new_conversation_in(Some(rome)).await.unwrap().conversation.id;
    let sentence = "Hedgehogs sleep in winter.";
    let notes = NewDocument {
        name: "notes.txt".to_owned(),
        kind: DocumentKind::Text,
        scope: Scope::Project(rome),
        digest: Digest::of(sentence.as_bytes()),
        bytes: sentence.len() as u64,
        pages: None,
        chunks: vec![(sentence.to_owned(), ChunkPlace::default())],
    };
    let notes = chat.session.add_document(inside, notes).await.unwrap();
    let is_sent = async |id| {
        let compiled = chat.session.preview(id, "When do hedgehogs sleep?", &provider()).await.unwrap();
        texts(&compiled.request).concat().contains(sentence)
    };
    assert_eq!([is_sent(inside).await, is_sent(chat.id).await], [true, false]);

    chat.session.delete_project(rome, chat.id).await.unwrap();
    assert_eq!([is_sent(inside).await, is_sent(chat.id).await], [false, false]);
    let listed = chat.session.documents().await.unwrap();
    assert_eq!(listed, std::slice::from_ref(&notes), "it is listed, and has its text");
    assert_eq!(chat.session.document_text(notes.id, 0..1).await.unwrap()[0].text, sentence);
    chat.session.undo(chat.id).await.unwrap();
    assert_eq!([is_sent(inside).await, is_sent(chat.id).await], [true, false]);

    chat.session.delete_project(rome, chat.id).await.unwrap();
    chat.session.move_document(chat.id, notes.id, Scope::Conversation(inside)).await.unwrap();
    assert_eq!([is_sent(inside).await, is_sent(chat.id).await], [true, false]);
    // Undo takes back where it is used, and then the deletion.
    chat.session.undo(chat.id).await.unwrap();
    assert_eq!([is_sent(inside).await, is_sent(chat.id).await], [false, false]);
    chat.session.undo(chat.id).await.unwrap();
    assert_eq!([is_sent(inside).await, is_sent(chat.id).await], [true, false]);
}
