//! Adding, moving, removing and erasing documents, and undoing that.

use super::*;
use crate::recalling::{maintain, new, put};
use ricordo_core::{
    change::Change,
    document_refusal::DocumentRefusal,
    error::{Error, StoreError},
    host::Host,
    memory_store::MemoryStore,
    project::{ProjectRefusal, ProjectText},
    record::RecordKey,
    testing::{FailingStore, conformance::dump},
    undo::UndoneCommand,
};

const HOUR: i64 = 3_600_000;

#[tokio::test]
async fn a_document_is_its_chunks_in_order_and_undo_removes_all_of_it() {
    let chat = open().await;
    let before = dump(chat.session.store()).await;
    let texts: Vec<String> = (0..450).map(|n| format!("Line {n} of the text.")).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let document = add(&chat, Scope::Everywhere, &[&texts[..], &[" \n"]].concat()).await;
    assert_eq!((document.chunks, document.kind, document.added_at), (450, DocumentKind::Text, chat.host.now().at));
    let read = chat.session.document_text(document.id, 100..103).await.unwrap();
    assert_eq!(read.iter().map(|chunk| chunk.text.as_str()).collect::<Vec<_>>(), texts[100..103]);
    assert_eq!(chunks(&chat, document.id).await, texts);
    assert_eq!(document.tokens, texts.iter().map(|text| ricordo_core::tokens::estimate(text)).sum::<u32>());
    assert_eq!(chat.session.undo(chat.id).await.unwrap(), Some(UndoneCommand::AddDocument));
    assert_eq!(dump(chat.session.store()).await, before);
}

#[tokio::test]
async fn the_same_file_is_added_to_a_scope_once() {
    let chat = open().await;
    let first = add(&chat, Scope::Everywhere, &["Hedgehogs sleep."]).await;
    let again = chat.session.add_document(chat.id, text("copy.txt", Scope::Everywhere, &["Hedgehogs sleep."])).await;
    let known = DocumentRefusal::Known { id: first.id, name: "notes.txt".to_owned() };
    assert_eq!(again, Err(Error::Document(known.clone())));
    let own = add(&chat, here(&chat), &["Hedgehogs sleep."]).await;
    let moved = chat.session.move_document(chat.id, own.id, Scope::Everywhere).await;
    assert_eq!(moved, Err(Error::Document(known)));
    assert_eq!(chat.session.documents().await.unwrap(), [first, own]);
}

#[tokio::test]
async fn what_has_no_text_or_no_place_is_refused_and_nothing_is_stored() {
    let chat = open().await;
    let project =
        chat.session.create_project(ProjectText { name: "P".into(), ..ProjectText::default() }).await.unwrap();
    chat.session.delete_project(project.id, chat.id).await.unwrap();
    let temporary = chat.session.new_temporary().await.unwrap().conversation.id;
    let refused = async |from, scope, chunks: &[&str]| {
        chat.session.add_document(from, text("notes.txt", scope, chunks)).await.unwrap_err()
    };
    assert_eq!(refused(chat.id, Scope::Everywhere, &["\n", ""]).await, Error::Document(DocumentRefusal::Empty));
    let gone = Scope::Project(project.id);
    assert_eq!(refused(chat.id, gone, &["Text."]).await, Error::Project(ProjectRefusal::NotFound));
    assert_eq!(refused(temporary, Scope::Everywhere, &["Text."]).await, Error::Temporary);
    assert_eq!(refused(chat.id, Scope::Conversation(temporary), &["Text."]).await, Error::Temporary);
    for kind in [Kind::Document, Kind::Chunk] {
        assert_eq!(chat.session.store().records(kind).await.unwrap(), []);
    }
}

#[tokio::test]
async fn a_moved_document_is_in_scope_where_it_went_and_undo_brings_it_back() {
    let chat = open().await;
    put(&chat, chat.id, &["Hello.", "Hi."]).await;
    let other = new(&chat).await;
    let document = add(&chat, here(&chat), &["Hedgehogs sleep."]).await;
    assert_eq!((names(&chat, chat.id).await.len(), names(&chat, other).await.len()), (1, 0));
    chat.session.move_document(chat.id, document.id, Scope::Everywhere).await.unwrap();
    assert_eq!((names(&chat, chat.id).await.len(), names(&chat, other).await.len()), (1, 1));
    assert_eq!(chat.session.undo(chat.id).await.unwrap(), Some(UndoneCommand::MoveDocument));
    assert_eq!(chat.session.documents().await.unwrap(), std::slice::from_ref(&document));
    // What was removed after it was moved stays removed.
    chat.session.move_document(other, document.id, Scope::Everywhere).await.unwrap();
    chat.session.remove_document(chat.id, document.id).await.unwrap();
    chat.session.undo(other).await.unwrap();
    assert_eq!(chat.session.documents().await.unwrap(), []);
}

#[tokio::test]
async fn a_removed_document_comes_back_whole_and_loses_its_chunks_with_its_undo_entry() {
    let chat = open().await;
    let document = add(&chat, Scope::Everywhere, &["Hedgehogs sleep.", "In winter."]).await;
    chat.host.advance(2 * HOUR);
    chat.session.remove_document(chat.id, document.id).await.unwrap();
    assert_eq!(chat.session.documents().await.unwrap(), []);
    assert_eq!(chat.session.document_text(document.id, 0..9).await, Err(Error::Document(DocumentRefusal::NotFound)));
    maintain(&chat).await;
    assert_eq!(chunks(&chat, document.id).await.len(), 2, "undo needs them");
    chat.session.undo(chat.id).await.unwrap();
    assert_eq!(chat.session.documents().await.unwrap(), std::slice::from_ref(&document));
    maintain(&chat).await;
    assert_eq!(chunks(&chat, document.id).await.len(), 2);

    chat.session.remove_document(chat.id, document.id).await.unwrap();
    let mut settings = chat.session.settings().await.unwrap();
    settings.undo_steps = 1;
    chat.session.save_settings(&settings).await.unwrap();
    chat.session.tag(chat.id, vec!["a".to_owned()], chat.id).await.unwrap();
    maintain(&chat).await;
    assert_eq!(chunks(&chat, document.id).await, Vec::<String>::new());
    assert_eq!(chat.session.store().records(Kind::IndexPart).await.unwrap(), []);
}

#[tokio::test]
async fn chunks_that_a_closed_page_left_are_in_no_document_and_go() {
    let chat = open().await;
    let document = add(&chat, Scope::Everywhere, &["Hedgehogs sleep.", "In winter."]).await;
    // As if the page had been closed before the record of the document was stored.
    let closed = vec![Change::Remove(RecordKey::Document(document.id))];
    chat.session.store().apply(closed).await.unwrap();
    chat.session.clear(chat.id).await.unwrap();
    let undo = chat.session.store().last_undo(chat.id).await.unwrap().unwrap();
    let undo = Change::Remove(RecordKey::Undo(chat.id, undo.id));
    chat.session.store().apply(vec![undo]).await.unwrap();
    maintain(&chat).await;
    assert_eq!(chunks(&chat, document.id).await.len(), 2, "another page may be adding it");
    chat.host.advance(2 * HOUR);
    maintain(&chat).await;
    assert_eq!(chunks(&chat, document.id).await, Vec::<String>::new());
    assert_eq!(chat.session.store().records(Kind::IndexPart).await.unwrap(), []);
}

#[tokio::test]
async fn an_error_of_the_store_leaves_no_document() {
    let chat = crate::common::Chat::open_on(FailingStore::new(MemoryStore::default())).await;
    let texts: Vec<String> = (0..450).map(|n| format!("Line {n}.")).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    chat.session.store().fail_after(1, StoreError::Full);
    let added = chat.session.add_document(chat.id, text("notes.txt", Scope::Everywhere, &texts)).await;
    assert_eq!(added, Err(Error::Store(StoreError::Full)));
    assert_eq!(chat.session.documents().await.unwrap(), []);
}
